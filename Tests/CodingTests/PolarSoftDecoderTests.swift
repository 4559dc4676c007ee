import Foundation
import Testing

@testable import HandShakeCoding

@Suite struct PolarSoftDecoderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var bits: Int
    var coded: Int
    /// Ratio of the power of a symbol of one bit to that of the noise, in dB.
    var decibels: Double
    var testDescription: String { "\(bits) of \(coded) at \(decibels) dB" }
  }

  /// Codes near the ratio at which the list decoder fails: punctured, repeated and shortened ones.
  static let cases = [
    (60, 900, -9.0), (160, 1600, -8.0), (408, 1224, -3.0), (1664, 2219, 2.5), (1664, 3328, -0.5),
    (1664, 2496, 1.5), (2064, 2480, 3.5), (1000, 8192, -8.0),
  ].map { Case(bits: $0.0, coded: $0.1, decibels: $0.2) }

  /// Calls `body` for words sent in noise with their coded bits, ratios, and what the code adds to
  /// them.
  private func forEachWord(
    _ shape: Case, _ count: Int, _ body: ([UInt8], [Float], [Float]) -> Void
  ) throws {
    let code = try PolarCode(informationBitCount: shape.bits, codedBitCount: shape.coded)
    var decoder = PolarSoftDecoder()
    var generator = SeededGenerator(seed: 5)
    let deviation = pow(10, -shape.decibels / 20) * 0.5.squareRoot()
    for _ in 0..<count {
      let sent = try code.encode((0..<shape.bits).map { _ in UInt8(generator.next() >> 63) })
      let ratios = sent.map { bit in
        let heard = (bit == 0 ? 1 : -1) + deviation * generator.normalPair().0
        return Float(2 * heard / (deviation * deviation))
      }
      let extrinsics = try ratios.withUnsafeBufferPointer {
        try decoder.extrinsics(of: $0, code: code)
      }
      body(sent, ratios, extrinsics)
    }
  }

  /// Ratios are as sure as they are right: in every class of them the errors are no more than those
  /// of three quarters of the stated ratio. The equaliser damps the rest.
  @Test(arguments: cases) func ratiosAreNotTooSure(shape: Case) throws {
    var (errors, counts) = ([Int](repeating: 0, count: 6), [Int](repeating: 0, count: 6))
    try forEachWord(shape, 80_000 / shape.coded) { sent, _, extrinsics in
      for (bit, ratio) in zip(sent, extrinsics) {
        let number = min(Int(abs(ratio)), 5)
        counts[number] += 1
        if (ratio < 0) != (bit == 1) { errors[number] += 1 }
      }
    }
    for number in 0..<6 where counts[number] > 500 {
      let share = max(Double(errors[number]), 1) / Double(counts[number])
      let heard = log((1 - share) / share)
      #expect(heard > 0.75 * Double(number), "\(number): \(heard)")
    }
  }

  /// What the code adds leaves fewer bits wrong, by little where it hardly can be decoded.
  @Test(arguments: cases) func codeCorrectsBits(shape: Case) throws {
    var (before, after) = (0, 0)
    try forEachWord(shape, 20) { sent, ratios, extrinsics in
      for index in sent.indices {
        if (ratios[index] < 0) != (sent[index] == 1) { before += 1 }
        if (ratios[index] + extrinsics[index] < 0) != (sent[index] == 1) { after += 1 }
      }
    }
    #expect(after < before)
  }

  @Test func refusesOtherNumbersOfRatios() throws {
    let code = try PolarCode(informationBitCount: 10, codedBitCount: 40)
    var decoder = PolarSoftDecoder()
    let ratios = [Float](repeating: 1, count: 39)
    #expect(throws: PolarCodeError.count(39, expected: 40)) {
      try ratios.withUnsafeBufferPointer { try decoder.extrinsics(of: $0, code: code) }
    }
  }
}

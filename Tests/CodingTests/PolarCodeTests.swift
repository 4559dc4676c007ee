import Testing

@testable import HandShakeCoding

@Suite struct PolarCodeTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    var bits: Int
    var coded: Int
    var testDescription: String { "\(bits) of \(coded)" }
  }

  /// What burst sends: headers, descriptors, and blocks of every rung, and codes of odd sizes.
  static let shapes = [
    (34, 96), (34, 192), (34, 480), (104, 384), (104, 768), (160, 1600), (416, 4160), (816, 4080),
    (1360, 4080), (2064, 4128), (2064, 2752), (544, 1088), (2064, 3096), (2064, 2480), (40, 48),
    (33, 41), (1, 1), (1, 64), (7, 7), (3, 5), (1000, 8192), (2000, 2001), (4096, 4096),
  ].map { Shape(bits: $0.0, coded: $0.1) }

  private func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8(generator.next() >> 63) }
  }

  private func decode(
    _ ratios: [Float], _ code: PolarCode, _ decoder: inout PolarDecoder, expected: [UInt8]
  ) throws -> Bool {
    try decoder.decode(ratios.span, code: code) { $0 == expected } != nil
  }

  /// Without noise every code gives back what went in, with any list, and weak ratios do.
  @Test(arguments: shapes, [1, 2, 8, 16, 32])
  func cleanWordsComeBack(shape: Shape, listSize: Int) throws {
    let code = try PolarCode(informationBitCount: shape.bits, codedBitCount: shape.coded)
    var decoder = try PolarDecoder(listSize: listSize)
    var generator = SeededGenerator(seed: 7)
    for amplitude: Float in [0.01, 1, 40] {
      let sent = random(shape.bits, &generator)
      let coded = try code.encode(sent)
      #expect(coded.count == shape.coded)
      let ratios = coded.map { $0 == 0 ? amplitude : -amplitude }
      #expect(try decoder.decode(ratios.span, code: code) { _ in true } == sent)
    }
  }

  /// The share of words lost at a bit-to-noise ratio, all K bits counted, with the sent word for a
  /// check.
  private func lostShare(
    _ shape: Shape, decibels: Double, count: Int, listSize: Int
  ) throws -> Double {
    let code = try PolarCode(informationBitCount: shape.bits, codedBitCount: shape.coded)
    var decoder = try PolarDecoder(listSize: listSize)
    var generator = SeededGenerator(seed: 11)
    let deviation =
      decibelRatio(-decibels / 2)
      / (2 * Double(shape.bits) / Double(shape.coded))
      .squareRoot()
    var lost = 0
    for _ in 0..<count {
      let sent = random(shape.bits, &generator)
      let ratios = try code.encode(sent).map { bit in
        Float(
          2 / (deviation * deviation) * ((bit == 0 ? 1 : -1) + deviation * generator.normalPair().0)
        )
      }
      if try !decode(ratios, code, &decoder, expected: sent) { lost += 1 }
    }
    return Double(lost) / Double(count)
  }

  private func decibelRatio(_ decibels: Double) -> Double {
    var value = 1.0
    for _ in 0..<1000 { value *= 1 + decibels / 10 * 2.302585092994046 / 1000 }
    return value
  }

  /// At the limit most words arrive, and 2 dB below few do: the test can fail.
  @Test(arguments: [
    ("header", 34, 192, 0.5), ("long header", 34, 480, 0.0), ("descriptor", 104, 384, 1.0),
    ("rung 0", 160, 1600, 0.75), ("rung 3, 64 bytes", 544, 1088, 2.0),
    ("rung 3", 2064, 4128, 1.5), ("rung 6", 2064, 3096, 2.4), ("rung 7", 2064, 2480, 3.6),
  ])
  func wordsArriveAtTheLimit(name: String, bits: Int, coded: Int, decibels: Double) throws {
    let shape = Shape(bits: bits, coded: coded)
    #expect(try lostShare(shape, decibels: decibels, count: 40, listSize: 16) < 0.16)
    #expect(try lostShare(shape, decibels: decibels - 2, count: 40, listSize: 16) > 0.25)
  }

  @Test func aLongerListLosesFewerWords() throws {
    let shape = Shape(bits: 144, coded: 288)
    let one = try lostShare(shape, decibels: 1.75, count: 100, listSize: 1)
    let sixteen = try lostShare(shape, decibels: 1.75, count: 100, listSize: 16)
    #expect(one > 2 * sixteen + 0.05)
  }

  @Test func refusesWhatItHasNoCodeFor() throws {
    for (bits, coded) in [(0, 8), (9, 8), (4097, 8192), (8, 8193), (-1, 4)] {
      #expect(throws: PolarCodeError.self) {
        try PolarCode(informationBitCount: bits, codedBitCount: coded)
      }
    }
    #expect(throws: PolarCodeError.self) { try PolarDecoder(listSize: 129) }
    let code = try PolarCode(informationBitCount: 10, codedBitCount: 40)
    #expect(throws: PolarCodeError.count(9, expected: 10)) {
      try code.encode([UInt8](repeating: 0, count: 9))
    }
  }

  /// The interleaver is a permutation that leaves hardly anything in its place, and these very
  /// numbers.
  @Test func theInterleaverShuffles() throws {
    var sequence = CongruentialSequence(seed: 400)
    let permutation = sequence.permutation(count: 400)
    #expect(permutation.sorted() == (0..<400).map { Int32($0) })
    #expect(permutation.enumerated().count { Int($0) == Int($1) } < 10)
    let code = try PolarCode(informationBitCount: 40, codedBitCount: 400)
    #expect(code.order.prefix(8) == [463, 59, 503, 220, 67, 23, 225, 271])
    #expect(code.informationInputs.prefix(6) == [254, 255, 379, 381, 382, 383])
  }
}

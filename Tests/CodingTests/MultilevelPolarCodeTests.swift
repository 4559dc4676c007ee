import Testing

@testable import HandShakeCoding

struct MultilevelPolarCodeTests {
  @Test(arguments: PolarCode.Rate.allCases)
  func everySizeHasItsBitsInSentPositions(rate: PolarCode.Rate) throws {
    for count in Array(32...80) + [152, 255, 256, 257, 383, 384, 385, 768, 1537, 2104] {
      let code = try PolarCode(informationBitCount: count, rate: rate)
      #expect(code.symbolCount == (count - 1) / rate.bitsPerSymbol + 1)
      #expect(code.blockLength >= code.symbolCount && code.blockLength < 2 * code.symbolCount)
      for input in code.informationInputs {
        #expect(Int(input) % code.blockLength < code.symbolCount)
      }
      #expect(code.informationInputs.count == count)
    }
  }

  /// Frozen values: a change here is a change of what goes on the air.
  @Test(
    arguments: [
      (32, .half, 0xE877_56E5), (88, .half, 0x9F08_3050), (152, .half, 0x7FBF_8D6B),
      (152, .twoThirds, 0xE29E_E7DF), (568, .half, 0x1866_9B75),
      (1048, .twoThirds, 0x9609_AEA6), (2040, .half, 0x6400_5FB8), (2104, .twoThirds, 0xDE0E_FB55),
    ] as [(Int, PolarCode.Rate, UInt32)])
  func constructionIsFrozen(count: Int, rate: PolarCode.Rate, checksum: UInt32) throws {
    let code = try PolarCode(informationBitCount: count, rate: rate)
    var map = [UInt8](repeating: 0, count: 6 * code.blockLength)
    for input in code.informationInputs { map[Int(input)] = 1 }
    #expect(CRC.bzip2.checksum(bits: map) == checksum)
  }

  @Test func encodesLinearly() throws {
    var generator = SeededGenerator(seed: 8)
    let code = try PolarCode(informationBitCount: 168, rate: .half)
    let zeros = [UInt8](repeating: 0, count: 168)
    #expect(try code.encode(zeros) == [UInt8](repeating: 0, count: 56))
    let first = zeros.map { _ in UInt8.random(in: 0...1, using: &generator) }
    let second = zeros.map { _ in UInt8.random(in: 0...1, using: &generator) }
    let both = zip(first, second).map { $0 ^ $1 }
    let expected = zip(try code.encode(first), try code.encode(second)).map { $0 ^ $1 }
    #expect(try code.encode(both) == expected)
    #expect(expected.allSatisfy { $0 < 64 })
  }

  /// The kernel (1 0; 1 1): the last input reaches all positions, the first only its own.
  @Test func transformIsTheNaturalOrder() {
    var last: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    last.withUnsafeMutableBufferPointer { PolarCode.transform($0, blockLength: 8) }
    #expect(last == [1, 1, 1, 1, 1, 1, 1, 1])
    var third: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0]
    third.withUnsafeMutableBufferPointer { PolarCode.transform($0, blockLength: 8) }
    #expect(third == [1, 1, 1, 1, 0, 0, 0, 0])
  }

  @Test func refusesWrongCalls() throws {
    for count in [31, 2105, 0, -1] {
      #expect(throws: PolarCodeError.size(informationBitCount: count)) {
        try PolarCode(informationBitCount: count, rate: .half)
      }
    }
    let code = try PolarCode(informationBitCount: 40, rate: .half)
    #expect(throws: PolarCodeError.count(39, expected: 40)) {
      try code.encode([UInt8](repeating: 0, count: 39))
    }
  }
}

import Testing

@testable import HandShakeCoding

struct ErasureCodeTests {
  @Test func gf65536IsAField() {
    let field = GF65536()
    #expect(Set((0..<65535).map { field.power($0) }).count == 65535)
    #expect(field.product(0x8000, 2) == 0x100B)
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      let (a, b, c) = (element(&generator), element(&generator), element(&generator))
      #expect(field.product(a, b ^ c) == field.product(a, b) ^ field.product(a, c))
      #expect(field.product(a, b) == field.product(b, a))
      #expect(a == 0 || field.product(a, field.reciprocal(a)) == 1)
      let multiplier = GF65536Multiplier(count: 2)
      multiplier.setFactor(a, number: 1)
      multiplier.setFactor(c)
      var products = [b]
      products.withUnsafeMutableBufferPointer {
        multiplier.multiply($0.baseAddress!, count: 1)
        multiplier.addProducts(of: [a], to: $0.baseAddress!, count: 1, number: 1)
      }
      #expect(products[0] == field.product(b, c) ^ field.product(a, a))
    }
  }

  private func element(_ generator: inout SeededGenerator) -> UInt16 {
    UInt16.random(in: 0...UInt16.max, using: &generator)
  }

  private func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// The definition by Lagrange's formula, element by element.
  @Test(arguments: [1, 2, 3, 5, 8, 21]) func followsItsDefinition(blockCount: Int) throws {
    let field = GF65536()
    var generator = SeededGenerator(seed: 4)
    let code = try ErasureCode(blockCount: blockCount, blockBytes: 2)
    let data = bytes(2 * blockCount, &generator)
    let size = code.largestRepairCount
    let repair = try code.repairBlocks(of: data, count: size)
    for number in 0..<size {
      var value: UInt16 = 0
      for block in 0..<blockCount {
        var term = UInt16(data[2 * block]) << 8 | UInt16(data[2 * block + 1])
        for other in 0..<size where other != block {
          term = field.product(term, UInt16(size + number) ^ UInt16(other))
          term = field.product(term, field.reciprocal(UInt16(block) ^ UInt16(other)))
        }
        value ^= term
      }
      #expect(repair[2 * number] == value >> 8)
      #expect(repair[2 * number + 1] == value & 255)
    }
  }

  /// Any k blocks are enough, and one less is not.
  @Test(arguments: [(1, 6), (2, 2), (3, 4), (16, 48), (17, 2), (100, 10), (257, 4), (1000, 2)])
  func restoresUpToTheLimit(blockCount: Int, blockBytes: Int) throws {
    let seed: UInt64 = 21
    var generator = SeededGenerator(seed: seed)
    let code = try ErasureCode(blockCount: blockCount, blockBytes: blockBytes)
    let data = bytes(blockCount * blockBytes, &generator)
    let repairCount = min(code.largestRepairCount, blockCount + 3)
    let repair = try code.repairBlocks(of: data, count: repairCount)
    for round in 0..<12 {
      var numbers = Array(0..<blockCount + repairCount).shuffled(using: &generator)
      // All data lost, then some, then what chance brings.
      if round == 0 { numbers = Array((0..<blockCount + repairCount).reversed()) }
      let came = numbers.prefix(blockCount + (round % 3 == 2 ? 2 : 0))
      var (damaged, isPresent, repairs) = split(came, data, repair, code, &generator)
      try code.restore(&damaged, isPresent: isPresent, repair: repairs)
      #expect(damaged == data, "seed \(seed), round \(round)")
      (damaged, isPresent, repairs) = split(
        numbers.prefix(blockCount - 1), data, repair, code, &generator)
      let before = damaged
      #expect(
        throws: ErasureCodeError.tooFewBlocks(received: blockCount - 1, needed: blockCount)
      ) {
        try code.restore(&damaged, isPresent: isPresent, repair: repairs)
      }
      #expect(damaged == before)
    }
  }

  /// What a receiver has of the blocks that came, rubbish in place of the others.
  private func split(
    _ came: ArraySlice<Int>, _ data: [UInt8], _ repair: [UInt8], _ code: ErasureCode,
    _ generator: inout SeededGenerator
  ) -> ([UInt8], [Bool], [(number: Int, bytes: [UInt8])]) {
    var damaged = bytes(data.count, &generator)
    var isPresent = [Bool](repeating: false, count: code.blockCount)
    var repairs: [(number: Int, bytes: [UInt8])] = []
    for number in came {
      if number < code.blockCount {
        let place = number * code.blockBytes..<(number + 1) * code.blockBytes
        damaged.replaceSubrange(place, with: data[place])
        isPresent[number] = true
      } else {
        let start = (number - code.blockCount) * code.blockBytes
        repairs.append(
          (number - code.blockCount, Array(repair[start..<start + code.blockBytes])))
      }
    }
    return (damaged, isPresent, repairs)
  }

  /// A megabyte in blocks of 256 bytes and of 48, a fifth of them lost.
  @Test(arguments: [(4098, 256), (21852, 48)])
  func restoresAMegabyte(blockCount: Int, blockBytes: Int) throws {
    let seed: UInt64 = 8
    var generator = SeededGenerator(seed: seed)
    let code = try ErasureCode(blockCount: blockCount, blockBytes: blockBytes)
    let data = bytes(blockCount * blockBytes, &generator)
    let repairCount = (blockCount + 4) / 5
    let repair = try code.repairBlocks(of: data, count: repairCount)
    let numbers = Array(0..<blockCount + repairCount).shuffled(using: &generator)
    var (damaged, isPresent, repairs) = split(
      numbers.prefix(blockCount), data, repair, code, &generator)
    try code.restore(&damaged, isPresent: isPresent, repair: repairs)
    #expect(damaged == data, "seed \(seed)")
  }

  @Test func refusesWrongCalls() throws {
    for (count, size) in [(0, 2), (32769, 2), (1, 0), (1, 3), (1, 65538)] {
      #expect(throws: ErasureCodeError.geometry(blockCount: count, blockBytes: size)) {
        try ErasureCode(blockCount: count, blockBytes: size)
      }
    }
    let code = try ErasureCode(blockCount: 3, blockBytes: 2)
    #expect(throws: ErasureCodeError.length(5, expected: 6)) {
      try code.repairBlocks(of: [0, 0, 0, 0, 0], count: 1)
    }
    var data = [UInt8](repeating: 0, count: 6)
    #expect(throws: ErasureCodeError.repairBlock(4, allowed: 0..<4)) {
      try code.repairBlocks(of: data, count: 5)
    }
    for (number, size, error) in [
      (4, 2, ErasureCodeError.repairBlock(4, allowed: 0..<4)),
      (-1, 2, .repairBlock(-1, allowed: 0..<4)), (0, 3, .length(3, expected: 2)),
    ] {
      #expect(throws: error) {
        try code.restore(
          &data, isPresent: [true, true, false],
          repair: [(number, [UInt8](repeating: 0, count: size))])
      }
    }
    #expect(throws: ErasureCodeError.repairBlock(0, allowed: 0..<4)) {
      try code.restore(
        &data, isPresent: [true, false, false], repair: [(0, [0, 0]), (0, [0, 0])])
    }
    #expect(throws: ErasureCodeError.length(2, expected: 3)) {
      try code.restore(&data, isPresent: [true, true], repair: [])
    }
  }
}

import Testing

@testable import HandShakeCoding

struct ReedSolomonTests {
  @Test func gf97IsAField() {
    let field = GF97()
    #expect(Set((0..<96).map { field.power($0) }).count == 96)
    for a in UInt8(1)..<97 {
      #expect(field.product(a, field.reciprocal(a)) == 1)
      for b in UInt8(0)..<97 {
        #expect(Int(field.product(a, b)) == Int(a) * Int(b) % 97)
        #expect(Int(field.sum(a, b)) == (Int(a) + Int(b)) % 97)
        #expect(field.sum(field.difference(a, b), b) == a)
      }
    }
    #expect(field.product(field.power(-3), field.power(3)) == 1)
  }

  @Test func gf256IsAField() {
    let field = GF256()
    #expect(Set((0..<255).map { field.power($0) }).count == 255)
    for a in UInt8(1)...255 {
      #expect(field.product(a, field.reciprocal(a)) == 1)
      for b in UInt8(0)...255 where b & (b &- 1) == 0 {
        // Distributivity over x = b ^ 29 pins multiplication to the addition.
        #expect(field.product(a, b ^ 29) == field.product(a, b) ^ field.product(a, 29))
      }
    }
    #expect(field.product(0x80, 2) == 0x1D)
  }

  /// ISO/IEC 18004: the check bytes of "HELLO WORLD" in a version 1-M QR code.
  @Test func qrCodeVector() throws {
    let code = try ReedSolomon(field: GF256(), parityCount: 10, firstRootExponent: 0)
    let message: [UInt8] = [
      32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17,
    ]
    let parity: [UInt8] = [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]
    #expect(try code.encode(message) == message + parity)
  }

  @Test(arguments: [0, 1, 7]) func codewordsAreDivisibleByTheGenerator(firstRoot: Int) throws {
    let code = try ReedSolomon(field: GF97(), parityCount: 12, firstRootExponent: firstRoot)
    var generator = SeededGenerator(seed: 3)
    let message = (0..<50).map { _ in UInt8.random(in: 0..<97, using: &generator) }
    let word = try code.encode(message)
    #expect(word.count == 62)
    for exponent in firstRoot..<(firstRoot + 12) {
      var value: UInt8 = 0
      let root = code.field.power(exponent)
      for symbol in word { value = code.field.sum(code.field.product(value, root), symbol) }
      #expect(value == 0)
    }
  }

  @Test(arguments: [(32, 12, 0), (32, 12, 4), (96, 40, 4), (13, 12, 4), (20, 5, 0), (60, 1, 0)])
  func restoresUpToTheLimitOverGF97(length: Int, parity: Int, check: Int) throws {
    for firstRoot in [0, 1] {
      try restoresUpToTheLimit(
        ReedSolomon(field: GF97(), parityCount: parity, firstRootExponent: firstRoot),
        length: length, check: check)
    }
  }

  @Test(arguments: [(255, 32, 0), (40, 16, 4), (9, 8, 0)])
  func restoresUpToTheLimitOverGF256(length: Int, parity: Int, check: Int) throws {
    try restoresUpToTheLimit(
      ReedSolomon(field: GF256(), parityCount: parity, firstRootExponent: 0),
      length: length, check: check)
  }

  private func restoresUpToTheLimit<Field: FiniteField>(
    _ code: ReedSolomon<Field>, length: Int, check: Int
  ) throws {
    let seed: UInt64 = 11
    var generator = SeededGenerator(seed: seed)
    let budget = code.parityCount - check
    for round in 0..<200 {
      let erasureCount = min(round % (budget + 1), length)
      let errorCount = (budget - erasureCount) / 2
      let sent = try randomWord(of: code, length: length, using: &generator)
      let (word, erasures) = damage(
        sent, code, errors: errorCount, erasures: erasureCount, using: &generator)
      let corrected = code.correct(word, erasures: erasures, budget: budget)
      #expect(corrected == sent, "seed \(seed), round \(round)")
    }
  }

  /// One error more never gives the word that was sent, and what it may give instead keeps the
  /// distance promised; with symbols reserved it gives nothing.
  @Test(arguments: [0, 2, 4, 6]) func refusesOnePastTheLimit(check: Int) throws {
    let seed: UInt64 = 5
    var generator = SeededGenerator(seed: seed)
    let code = try ReedSolomon(field: GF97(), parityCount: 12, firstRootExponent: 1)
    let budget = 12 - check
    for round in 0..<300 {
      let erasureCount = round % (budget + 1)
      let errorCount = (budget - erasureCount) / 2 + 1
      let sent = try randomWord(of: code, length: 40, using: &generator)
      let (word, erasures) = damage(
        sent, code, errors: errorCount, erasures: erasureCount, using: &generator)
      guard let corrected = code.correct(word, erasures: erasures, budget: budget) else { continue }
      #expect(corrected != sent, "seed \(seed), round \(round)")
      let errors = word.indices.count { word[$0] != corrected[$0] && !erasures.contains($0) }
      #expect(2 * errors + erasureCount <= budget)
      #expect(check < 4, "seed \(seed), round \(round)")
    }
  }

  @Test func refusesWrongCalls() throws {
    let field = GF97()
    #expect(throws: ReedSolomonError.parityCount(96, allowed: 1...95)) {
      try ReedSolomon(field: field, parityCount: 96, firstRootExponent: 1)
    }
    let code = try ReedSolomon(field: field, parityCount: 10, firstRootExponent: 1)
    #expect(throws: ReedSolomonError.length(87, allowed: 1...86)) {
      try code.encode([UInt8](repeating: 0, count: 87))
    }
    #expect(throws: ReedSolomonError.length(0, allowed: 1...86)) { try code.encode([]) }
    #expect(throws: ReedSolomonError.symbol(97, position: 1)) { try code.encode([0, 97]) }
  }
}

func randomWord<Field: FiniteField>(
  of code: ReedSolomon<Field>, length: Int, using generator: inout SeededGenerator
) throws -> [UInt8] {
  try code.encode(
    (0..<(length - code.parityCount)).map { _ in
      UInt8(Int.random(in: 0..<code.field.order, using: &generator))
    })
}

/// `word` with that many symbols replaced by others and that many replaced by anything.
func damage<Field: FiniteField>(
  _ word: [UInt8], _ code: ReedSolomon<Field>, errors: Int, erasures: Int,
  using generator: inout SeededGenerator
) -> (word: [UInt8], erasures: [Int]) {
  var word = word
  let positions = Array(0..<word.count).shuffled(using: &generator)
  for position in positions.prefix(errors) {
    word[position] = code.field.sum(
      word[position], UInt8(Int.random(in: 1..<code.field.order, using: &generator)))
  }
  let erased = Array(positions.dropFirst(errors).prefix(erasures))
  for position in erased {
    word[position] = UInt8(Int.random(in: 0..<code.field.order, using: &generator))
  }
  return (word, erased)
}

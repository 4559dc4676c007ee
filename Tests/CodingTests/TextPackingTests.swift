import Testing

@testable import HandShakeCoding

@Suite struct TextPackingTests {
  private func bits(_ text: String) -> [UInt8] { TextPacking.bits(of: Array(text.utf8)) }

  @Test func takesTheShortestWay() {
    #expect(bits("hello, world 42")[..<2] == [0, 0])
    #expect(bits("HELLO WORLD")[..<2] == [0, 1])
    #expect(bits("[a]")[..<2] == [0, 1])
    #expect(bits("naïve")[..<2] == [1, 0])
    #expect(bits("ab") == [0, 0] + [0, 0, 0, 0, 1, 0] + [0, 0, 0, 0, 1, 1])
    #expect(bits("A") == [0, 1] + [1, 0, 0, 0, 0, 0, 1])
    #expect(bits("é") == [1, 0] + Bits.unpack([2, 0xC3, 0xA9]))
  }

  @Test func everyTextComesBack() {
    var random = SeededGenerator(seed: 1)
    let alphabets: [[UInt8]] = [
      TextPacking.sixBitCharacters, Array(1...127), Array(0...255), Array("aB1 ".utf8),
    ]
    for number in 0..<2000 {
      let alphabet = alphabets[number % alphabets.count]
      let count = Int.random(in: 1...TextPacking.mostBytes, using: &random)
      let text = (0..<count).map { _ in alphabet.randomElement(using: &random)! }
      let filling = [UInt8](repeating: 0, count: Int.random(in: 0...20, using: &random))
      #expect(TextPacking.text(in: (TextPacking.bits(of: text) + filling)[...]) == text)
    }
  }

  /// Whatever bits come, they are refused or packed again to themselves.
  @Test func onlyCanonicalBitsAreRead() {
    var random = SeededGenerator(seed: 2)
    var accepted = 0
    for _ in 0..<40_000 {
      let count = Int.random(in: 0...60, using: &random)
      let random = (0..<count).map { _ in UInt8.random(in: 0...1, using: &random) }
      guard let text = TextPacking.text(in: random[...]) else { continue }
      accepted += 1
      let again = TextPacking.bits(of: text)
      #expect(!text.isEmpty && random.starts(with: again))
      #expect(random.dropFirst(again.count).allSatisfy { $0 == 0 })
    }
    #expect(accepted > 1000)
  }

  @Test func refusesWhatNoTextGives() {
    // Nothing, an empty text of each kind, a kind that isn't there, a count beyond the end.
    #expect(TextPacking.text(in: []) == nil)
    for kind: [UInt8] in [[0, 0], [0, 1], [1, 0]] {
      #expect(TextPacking.text(in: (kind + [UInt8](repeating: 0, count: 16))[...]) == nil)
    }
    #expect(TextPacking.text(in: ([1, 1] + bits("a"))[...]) == nil)
    #expect(TextPacking.text(in: bits("é").dropLast()) == nil)
    // Something behind the zeros.
    #expect(TextPacking.text(in: (bits("a") + [0, 0, 0, 0, 0, 0, 1])[...]) == nil)
  }
}

import HandShakeChannelModel
import HandShakeCoding
import Testing

@testable import HandShakeModem

@Suite struct HopTextTests {
  private func expectRoundTrip(_ text: HopText, filling: Int = 0) {
    let bits = text.bits
    #expect(HopText(bits: bits + [UInt8](repeating: 0, count: filling)) == text, "\(text)")
  }

  private func kind(_ text: String) -> [UInt8] {
    Array(HopText(bytes: Array(text.utf8)).bits[..<2])
  }

  @Test func takesTheShortestWay() {
    #expect(kind("hello, world 42") == [0, 0])
    #expect(kind("Hello, World") == [0, 0])
    #expect(kind("HELLO WORLD") == [0, 1])
    #expect(kind("[a]") == [0, 1])
    #expect(kind("naïve") == [1, 0])
    #expect(HopText(bytes: Array("platform 4".utf8)).bits.count == 2 + 6 * 10)
    #expect(HopText(bytes: Array("A".utf8)).bits.count == 2 + 7)
    #expect(HopText(bytes: Array("é".utf8)).bits.count == 2 + 8 + 16)
  }

  @Test func everyByteComesBack() {
    for value in UInt8.min ... .max {
      for bytes in [[value], [97, value], [value, 97, 98, 99], [value, value]] {
        for filling in [0, 1, 5, 6, 7, 40] {
          expectRoundTrip(HopText(bytes: bytes), filling: filling)
        }
      }
    }
    expectRoundTrip(HopText(bytes: (0..<255).map { UInt8($0) }))
  }

  @Test(arguments: [UInt64(1), 2, 3]) func randomTextsComeBack(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let alphabets: [[UInt8]] = [
      TextPacking.sixBitCharacters, Array(1...127), Array(0...255), Array("aB1 ".utf8),
    ]
    for _ in 0..<300 {
      let alphabet = alphabets.randomElement(using: &random)!
      let count = Int.random(in: 1...255, using: &random)
      let last = UInt8.random(in: 0...255, using: &random)
      var part: HopText.Part? = HopText.Part(
        identity: .random(in: 0 ... .max, using: &random),
        number: .random(in: 0...last, using: &random),
        last: last)
      if part!.carriesCheck { part!.check = .random(in: 0..<1 << 24, using: &random) }
      if Bool.random(using: &random) { part = nil }
      let text = HopText(
        bytes: (0..<count).map { _ in alphabet.randomElement(using: &random)! }, part: part)
      expectRoundTrip(text, filling: Int.random(in: 0...9, using: &random))
    }
  }

  /// What is read must be exactly what would have been sent: whatever bits come, they are refused
  /// or packed again to themselves.
  @Test(arguments: [UInt64(4), 5]) func onlyCanonicalBitsAreRead(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var accepted = 0
    for _ in 0..<40_000 {
      let count = Int.random(in: 0...60, using: &random)
      var bits = (0..<count).map { _ in UInt8.random(in: 0...1, using: &random) }
      bits += [UInt8](repeating: 0, count: Int.random(in: 0...30, using: &random))
      guard let text = HopText(bits: bits) else { continue }
      accepted += 1
      let again = text.bits
      #expect(Array(bits.prefix(again.count)) == again)
      #expect(bits.dropFirst(again.count).allSatisfy { $0 == 0 })
      #expect(!text.bytes.isEmpty)
    }
    #expect(accepted > 1000, "seed \(seed)")
  }

  /// The bits of numbers, one after the other, each as wide as its count.
  private func bits(_ fields: [(value: Int, count: Int)]) -> [UInt8] {
    fields.flatMap { field in
      (0..<field.count).map { UInt8(field.value >> (field.count - 1 - $0) & 1) }
    }
  }

  @Test func refusesWhatIsNotCanonical() {
    // Seven bits where six do, eight where seven do.
    #expect(HopText(bits: bits([(1, 2), (97, 7), (98, 7)])) == nil)
    #expect(HopText(bits: bits([(2, 2), (1, 8), (91, 8)])) == nil)
    // A capital of what is no letter, a capital of nothing, one of a capital.
    #expect(HopText(bits: bits([(0, 2), (1, 6), (28, 6)])) == nil)
    #expect(HopText(bits: bits([(0, 2), (2, 6), (1, 6)])) == nil)
    #expect(HopText(bits: bits([(0, 2), (1, 6), (1, 6), (2, 6)])) == nil)
    // Filling that is not zero, no text at all, a count beyond the end.
    #expect(HopText(bits: bits([(0, 2), (2, 6), (0, 6), (3, 6)])) == nil)
    #expect(HopText(bits: bits([(0, 2), (0, 6)])) == nil)
    #expect(HopText(bits: []) == nil)
    #expect(HopText(bits: bits([(2, 2), (0, 8)])) == nil)
    #expect(HopText(bits: bits([(2, 2), (9, 8), (200, 8)])) == nil)
    // A part beyond the last, a part of a part.
    #expect(HopText(bits: bits([(3, 2), (7, 16), (2, 8), (1, 8), (0, 2), (2, 6)])) == nil)
    #expect(
      HopText(bits: bits([(3, 2), (7, 16), (0, 8), (1, 8), (3, 2), (7, 16), (0, 8), (1, 8)])) == nil
    )
    #expect(HopText(bits: bits([(3, 2), (7, 16), (0, 8), (1, 8), (0, 2), (2, 6)])) != nil)
  }

  @Test func sealedContentFillsItsFrame() {
    var random = SeededRandom(seed: 4)
    let parts = [
      nil, HopText.Part(identity: 513, number: 0, last: 0),
      HopText.Part(identity: 65_535, number: 2, last: 2, check: 0xABCDEF),
    ]
    for part in parts {
      for bitCount in 90...400 {
        let count = HopText.bodyByteCount(bitCount: bitCount, part: part)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = HopText(bytes: bytes, part: part, content: .sealed)
        let left = bitCount - text.bits.count
        #expect((0..<8).contains(left))
        #expect(HopText(bits: text.bits + [UInt8](repeating: 0, count: left)) == text)
        if left > 0 {
          #expect(HopText(bits: text.bits + [UInt8](repeating: 1, count: left)) == nil)
        }
      }
    }
    // A text that calls itself content, and content without a byte.
    #expect(HopText(bits: bits([(2, 2), (0, 8), (0, 6), (97, 8)])) == nil)
    #expect(HopText(bits: bits([(2, 2), (0, 8), (2, 6), (3, 4)])) == nil)
    let unknown = HopText(bits: bits([(2, 2), (0, 8), (63, 6), (97, 8)]))
    #expect(unknown?.content == ContentNumber(rawValue: 63) && unknown?.bytes == [97])
  }

  /// Before the packing of a text whose sender wants an answer.
  private var wish: [UInt8] { bits([(2, 2), (0, 8), (16, 6)]) }

  @Test func textsThatWantAnAnswer() throws {
    let content = ContentNumber(.text, wantsAnswer: true)
    let alone = HopText(bytes: Array("ok".utf8), content: content, identity: 0xA5)
    #expect(alone.bits == wish + bits([(0xA5, 8)]) + HopText(bytes: alone.bytes).bits)
    #expect(alone.answer?.identity == 0xA5 && alone.answer?.number == nil)
    let part = HopText.Part(identity: 513, number: 2, last: 2, check: 0xABCDEF)
    let last = HopText(bytes: Array("ok".utf8), part: part, content: content)
    #expect(Array(last.bits.suffix(16 + 14)) == wish + HopText(bytes: last.bytes).bits)
    #expect(last.answer?.identity == 513)
    let sealed = HopText(bytes: [1, 2, 3], content: ContentNumber(.sealed, wantsAnswer: true))
    #expect(sealed.content.rawValue == 18 && sealed.content.kind == .sealed)
    #expect(Array(sealed.bits.prefix(16)) == bits([(2, 2), (0, 8), (18, 6)]))
    #expect(sealed.answer?.identity == 0)
    for text in [alone, last] {
      for filling in [0, 1, 7, 40] { expectRoundTrip(text, filling: filling) }
    }
    expectRoundTrip(sealed)
    #expect(HopText(bytes: Array("ok".utf8)).answer == nil)
    // Receipts want no answer, and what nobody has defined wants none either.
    for number in [3, 15, 19, 63] as [UInt8] {
      #expect(!ContentNumber(rawValue: number).wantsAnswer)
    }
  }

  @Test func wishesThatAreNotCanonicalAreRefused() {
    // Without identity, without a text, with one that takes too many bits, with filling that is not
    // zero.
    #expect(HopText(bits: wish + bits([(9, 7)])) == nil)
    #expect(HopText(bits: wish + bits([(9, 8)])) == nil)
    #expect(HopText(bits: wish + bits([(9, 8), (0, 2), (0, 6)])) == nil)
    #expect(HopText(bits: wish + bits([(9, 8), (1, 2), (97, 7)])) == nil)
    #expect(HopText(bits: wish + bits([(9, 8), (0, 2), (2, 6), (0, 6), (3, 6)])) == nil)
    // A wish within a wish, and a part within one.
    #expect(HopText(bits: wish + bits([(9, 8)]) + wish + bits([(9, 8), (0, 2), (2, 6)])) == nil)
    #expect(HopText(bits: wish + bits([(9, 8), (3, 2), (7, 16), (0, 8), (1, 8), (0, 2)])) == nil)
    #expect(HopText(bits: wish + bits([(9, 8), (0, 2), (2, 6)])) != nil)
  }

  @Test(arguments: [UInt64(6)]) func onlyCanonicalWishesAreRead(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var accepted = 0
    for _ in 0..<20_000 {
      var bits =
        wish
        + (0..<Int.random(in: 8...60, using: &random)).map { _ in
          UInt8.random(in: 0...1, using: &random)
        }
      bits += [UInt8](repeating: 0, count: Int.random(in: 0...30, using: &random))
      guard let text = HopText(bits: bits) else { continue }
      accepted += 1
      let again = text.bits
      #expect(Array(bits.prefix(again.count)) == again)
      #expect(bits.dropFirst(again.count).allSatisfy { $0 == 0 })
    }
    #expect(accepted > 500, "seed \(seed)")
  }
}

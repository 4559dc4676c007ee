import HandShakeCatalog
import Testing

@testable import HandShakeModem

/// The framing of a built-in hop protocol.
func hopFraming(_ name: String) throws -> HopFraming {
  HopFraming(try #require(try ProtocolCatalog.find(name).family as? HopParameters))
}

@Suite struct HopSplittingTests {
  private static let names = ["hop", "hop-quick", "hop-deep"]

  @Test(arguments: names) func shortTextsGoAlone(name: String) throws {
    let bytes = Array("ok".utf8)
    let framing = try hopFraming(name)
    #expect(try framing.texts(bytes, identity: 9, isRepeated: false) == [HopText(bytes: bytes)])
    let part = HopText.Part(identity: 9, number: 0, last: 0)
    #expect(
      try framing.texts(bytes, identity: 9, isRepeated: true) == [HopText(bytes: bytes, part: part)]
    )
    #expect(throws: TransmitterError.emptyText) {
      try framing.texts([], identity: 9, isRepeated: false)
    }
  }

  @Test(arguments: names) func partsAreTheTextInOrder(name: String) throws {
    let framing = try hopFraming(name)
    for unit in ["lower case. ", "Mixed Case [ASCII] ", "ütf-8 — 漢字 🙂 ", "\u{0}\u{1}ÿ"] {
      for count in [1, 3, 30, 100, 300] {
        let bytes = Array(String(repeating: unit, count: count).utf8)
        let texts = try framing.texts(bytes, identity: 77, isRepeated: false)
        #expect(texts.flatMap(\.bytes) == bytes)
        for (number, text) in texts.enumerated() {
          #expect(framing.sizeClass(text) <= framing.largestSizeClass)
          // Cut between characters.
          #expect(String(validating: text.bytes, as: UTF8.self) != nil)
          guard texts.count > 1 else { continue }
          #expect(text.part?.identity == 77)
          #expect(text.part?.number == UInt8(number))
          #expect(text.part?.last == UInt8(texts.count - 1))
        }
      }
    }
  }

  @Test(arguments: names) func bytesThatAreNoTextAreRefused(name: String) throws {
    let modem = try ProtocolCatalog.find(name)
    let long = [UInt8](repeating: 0x61, count: 1000)
    for (bytes, position) in [
      ([65, 66, 0xFF], 2), ([65, 0xC3], 1), ([0x80], 0), (long + [0xED, 0xA0, 0x80] + long, 1000),
    ] as [([UInt8], Int)] {
      for isRepeated in [false, true] {
        #expect(throws: TransmitterError.notText(position: position)) {
          try EncodedMessage(.text(bytes), protocol: modem, isRepeated: isRepeated)
        }
      }
    }
  }

  @Test(arguments: names) func theLongestTextOfAFrameFits(name: String) throws {
    let framing = try hopFraming(name)
    let bytes = [UInt8](repeating: 97, count: framing.parameters.longestTextBytes)
    #expect(try framing.texts(bytes, identity: 1, isRepeated: false).count == 1)
    #expect(try framing.texts(bytes + [97], identity: 1, isRepeated: false).count == 2)
  }

  @Test func theLimitIsWhatFits() throws {
    let framing = try hopFraming("hop-deep")
    let limit = 256 * 64
    let longest = [UInt8](repeating: 97, count: limit)
    let texts = try framing.texts(longest, identity: 5, isRepeated: false)
    #expect(texts.count == 256)
    #expect(texts.last?.part?.last == 255)
    #expect(throws: TransmitterError.textTooLong(count: limit + 1, limit: limit)) {
      try framing.texts(longest + [97], identity: 5, isRepeated: false)
    }
  }

  @Test(arguments: names, [false, true])
  func sealedContentFillsItsFrames(name: String, isRepeated: Bool) throws {
    let framing = try hopFraming(name)
    for least in Array(1...300) + [1000, 5000, 10_000] {
      let sealed = SealedBytes(leastByteCount: least) { count in
        (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
      }
      let texts = try framing.texts(sealed, identity: 9, isRepeated: isRepeated)
      let bytes = texts.flatMap(\.bytes)
      #expect(bytes == sealed.bytes(bytes.count))
      // No frame could be shorter: the next smaller one holds a few bytes less.
      #expect((least...least + 12).contains(bytes.count), "\(least)")
      for text in texts {
        let (information, _) = framing.information(text)
        #expect(HopText(bits: Array(information.dropLast(HopFraming.check.width))) == text)
        #expect((text.part == nil) == (texts.count == 1 && !isRepeated))
      }
    }
    let tooMuch = SealedBytes(leastByteCount: 100_000) { [UInt8](repeating: 0, count: $0) }
    #expect(throws: TransmitterError.self) {
      try framing.texts(tooMuch, identity: 9, isRepeated: isRepeated)
    }
  }

  @Test(arguments: names) func textsThatWantAnAnswer(name: String) throws {
    let framing = try hopFraming(name)
    let content = ContentNumber(.text, wantsAnswer: true)
    let short = Array("ok".utf8)
    #expect(
      try framing.texts(short, identity: 0x1234, isRepeated: false, wantsAnswer: true)
        == [HopText(bytes: short, content: content, identity: 0x34)])
    for count in 1...80 {
      let bytes = Array(String(repeating: "lower Case 漢 ", count: count).utf8)
      let texts = try framing.texts(bytes, identity: 0x1234, isRepeated: false, wantsAnswer: true)
      #expect(texts.flatMap(\.bytes) == bytes)
      for text in texts {
        let (information, _) = framing.information(text)
        #expect(HopText(bits: Array(information.dropLast(HopFraming.check.width))) == text)
        #expect(framing.sizeClass(text) <= framing.largestSizeClass && text.content == content)
        #expect(text.part == nil || text.answer?.identity == 0x1234)
      }
    }
  }

  @Test(arguments: names) func sealedContentThatWantsAnAnswerIsNoLonger(name: String) throws {
    let framing = try hopFraming(name)
    for least in [16, 100, 1000] {
      let sealed = SealedBytes(leastByteCount: least) { [UInt8](repeating: 7, count: $0) }
      let without = try framing.texts(sealed, identity: 9, isRepeated: false)
      let with = try framing.texts(sealed, identity: 9, isRepeated: false, wantsAnswer: true)
      #expect(with.map(\.bytes) == without.map(\.bytes) && with.map(\.part) == without.map(\.part))
      #expect(with.allSatisfy { $0.content.rawValue == 18 })
    }
  }
}

import HandShakeChannelModel
import HandShakeCoding
import HandShakeTestKit
import Testing

@testable import HandShakeSealing

@Suite struct EnvelopeTests {
  private let time = SealingTime(secondsSince1970: 1_767_225_600)
  private let text = SealedContent.text(Array("Gate 7, 18:40".utf8))
  private let file = SealedContent.file([8] + "note.txt".utf8 + [UInt8](repeating: 7, count: 60))

  @Test func everyFlippedBitIsRefused() throws {
    let secret = try secret("platform four")
    for content in [text, file] {
      let sent = try secret.seal(content, at: time, contentNumber: 2)
      #expect(secret.open(sent, contentNumber: 2) != nil)
      for bit in 0..<8 * sent.count {
        var flipped = sent
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(secret.open(flipped, contentNumber: 2) == nil, "bit \(bit)")
      }
    }
  }

  @Test func cutExtendedAndJoinedOnesAreRefused() throws {
    let secret = try secret("platform four")
    for content in [text, file] {
      let sent = try secret.seal(content, at: time, contentNumber: 2)
      let other = try secret.seal(.text(Array("no".utf8)), at: time, contentNumber: 2)
      for count in 1..<sent.count {
        #expect(secret.open(Array(sent[..<count]), contentNumber: 2) == nil)
        #expect(secret.open(Array(sent[..<count]) + other, contentNumber: 2) == nil)
        #expect(secret.open(Array(sent[..<10]) + other.dropFirst(10), contentNumber: 2) == nil)
      }
      #expect(secret.open(sent + [0], contentNumber: 2) == nil)
      #expect(secret.open(sent + other, contentNumber: 2) == nil)
      #expect(secret.open([0] + sent, contentNumber: 2) == nil)
      for number: UInt8 in 0...255 where number != 2 {
        #expect(secret.open(sent, contentNumber: number) == nil)
      }
    }
  }

  @Test func randomBodiesOpenNothing() throws {
    let keyring = try Keyring([
      .init(name: "a", secret: secret("platform four")),
      .init(name: "b", secret: secret("platform five")),
    ])
    var random = SeededRandom(seed: 1)
    for _ in 0..<100_000 {
      let body = random.bytes(Int.random(in: 0...60, using: &random))
      #expect(keyring.open(body, contentNumber: 2) == nil)
    }
  }

  @Test func anotherSecretOpensNothing() throws {
    let sent = try secret("platform four").seal(text, at: time, contentNumber: 2)
    #expect(try secret("platform five").open(sent, contentNumber: 2) == nil)
    #expect(try secret("platform four") != secret("platform five"))
    #expect(try secret("platform four").fingerprint != secret("platform five").fingerprint)
  }

  @Test func sixteenSecretsAndNoMore() throws {
    // Each takes a tenth of a second to derive.
    let count = extent(16, usually: 3)
    let rooms = try (0...count).map { number in
      Keyring.Room(name: "room \(number)", secret: try secret("a passphrase, number \(number)"))
    }
    let keyring = try Keyring(Array(rooms[..<count]))
    for room in rooms[..<count] {
      let sent = try room.secret.seal(text, at: time, contentNumber: 2)
      let opened = try #require(keyring.open(sent, contentNumber: 2))
      #expect(opened.room == room && opened.message.content == text)
    }
    let stranger = try rooms[count].secret.seal(text, at: time, contentNumber: 2)
    #expect(keyring.open(stranger, contentNumber: 2) == nil)
    _ = try Keyring(Array(repeating: rooms[0], count: 16))
    #expect(throws: KeyringError.tooManyRooms(count: 17, limit: 16)) {
      try Keyring(Array(repeating: rooms[0], count: 17))
    }
    #expect(try Keyring([]).open(stranger, contentNumber: 2) == nil)
  }

  /// What another packing, or a mistake of the sender, would have sealed.
  @Test func onePackingIsReadOnly() throws {
    func plain(_ content: SealedContent, _ count: Int = 0) -> [UInt8] {
      Envelope.plain(content, time, byteCount: count)
    }
    let head = Array(time.bytes)
    let x256 = [UInt8](repeating: 120, count: 256)
    let refused: [[UInt8]] = [
      // Nothing, an empty text, an empty file, a set bit of the five.
      [], [0], [0] + head, [0] + head + [0], [0xE0] + head + [0, 0, 0, 0],
      [1] + plain(text).dropFirst(),
      // Seven bits where six do, a file of another kind than 3, a short text of kind 3.
      [0x40] + head + Bits.pack(Bits.unpack(97, count: 7)), [0x20] + plain(text).dropFirst(),
      [0xC0] + head + [0, 0, 1, 97], [0xC0] + head + [0, 0, 255] + x256.dropLast(),
      // A count beyond the end, something behind it, 256 characters of kind 0.
      [0xC0] + head + [0, 1, 1] + x256, [0xE0] + head + [0, 0, 1, 5, 0, 1],
      [0] + head + Bits.pack(x256.flatMap { _ in Bits.unpack(25, count: 6) }),
      // Something behind the zeros, near and far.
      plain(text, 40).dropLast() + [1], plain(text, 400).dropLast() + [1],
    ]
    for plain in refused { #expect(Envelope.content(of: plain) == nil, "\(plain)") }
    let read = [plain(text), plain(text, 400), plain(file), plain(.text(x256)), plain(file, 5000)]
    for plain in read { #expect(Envelope.content(of: plain) != nil) }
  }

  @Test func whateverIsReadIsPackedSoAgain() throws {
    var random = SeededRandom(seed: 2)
    var readCount = 0
    for _ in 0..<100_000 {
      var plain = random.bytes(Int.random(in: 0...30, using: &random))
      if let first = plain.first { plain[0] = first & 0xC0 }
      guard let (content, time) = Envelope.content(of: plain) else { continue }
      readCount += 1
      #expect(Envelope.plain(content, time, byteCount: plain.count) == plain)
    }
    #expect(readCount > 100)
  }

  @Test func everyLengthComesBack() throws {
    let secret = try secret("platform four")
    var random = SeededRandom(seed: 3)
    for count in Array(1...300) + [65_536, 1 << 20] {
      let bytes = random.bytes(count)
      let letters = bytes.map { UInt8(ascii: "a") + $0 % 26 }
      for content in [SealedContent.text(bytes), .text(letters), .file(bytes)] {
        let filling = Int.random(in: 0...400, using: &random)
        let sent = try secret.seal(content, at: time, contentNumber: 2, filling: filling)
        #expect(sent.count == max(filling, content.leastEnvelopeBytes))
        #expect(secret.open(sent, contentNumber: 2)?.content == content)
      }
    }
  }

  @Test func nothingAndTooMuchAreNotSealed() throws {
    let secret = try secret("platform four")
    for content in [SealedContent.text([]), .file([])] {
      #expect(throws: SealingError.emptyContent) {
        try secret.seal(content, at: time, contentNumber: 2)
      }
    }
    let long = [UInt8](repeating: 0, count: 1 << 24)
    #expect(throws: SealingError.contentTooLong(byteCount: 1 << 24, limit: 1 << 24 - 1)) {
      try secret.seal(.file(long), at: time, contentNumber: 2)
    }
  }

  /// A message's number is that of all its copies; another time, another content or another kind of
  /// content makes another message.
  @Test func numbersTellMessagesApart() throws {
    let secret = try secret("platform four")
    func number(
      _ content: SealedContent, _ time: SealingTime, _ contentNumber: UInt8, _ filling: Int
    ) throws -> UInt64 {
      let sent = try secret.seal(
        content, at: time, contentNumber: contentNumber, filling: filling)
      return try #require(secret.open(sent, contentNumber: contentNumber)).number
    }
    let first = try number(text, time, 2, 0)
    #expect(try number(text, time, 18, 90) == first)
    #expect(try number(text, SealingTime(eighths: time.eighths + 1), 2, 0) != first)
    #expect(try number(.file(text.bytes), time, 2, 0) != first)
    #expect(try number(.text(Array("Gate 8, 18:40".utf8)), time, 2, 0) != first)
  }
}

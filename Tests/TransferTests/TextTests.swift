import HandShakeChannelModel
import HandShakeModem
import HandShakeTestKit
import Testing

/// Every kind of text through a channel that does nothing.
@Suite struct TextTests {
  private let air = Channel()

  @Test(arguments: Mode.some)
  func textsOfAllKindsArrive(mode: Mode) throws {
    let texts = [
      "hello", "x", "0123456789abcdef", "ll", "aaaaaaaaaaaaaaaa", "\n", "two\nlines\n", " ",
      "  blanks  at  both  ends  ", "~~~   !!!", "                ",
    ]
    for text in texts.sample {
      try transfer(text, as: mode, through: air, expecting: .delivered)
    }
  }

  @Test(arguments: Mode.some)
  func everyPrintableCharacterArrives(mode: Mode) throws {
    let printable = String(String.UnicodeScalarView((0x20...0x7E).map { Unicode.Scalar($0)! }))
    let text = printable + "\n"
    #expect(text.count == 96)
    try transfer(text, as: mode, through: air, expecting: .delivered)
    try transfer(String(text.reversed()), as: mode, through: air, expecting: .delivered)
    for character in printable where Int(character.asciiValue!) % extent(8, usually: 32) == 0 {
      try transfer(String(character), as: mode, through: air, expecting: .delivered)
    }
  }

  /// A block of `classic` holds 84 characters, 80 where the length stands in it as well.
  @Test(arguments: Mode.some)
  func textsAroundBlockBordersArrive(mode: Mode) throws {
    let counts = [79, 80, 81, 82, 83, 84, 85, 164, 165, 168, 169, 252]
    let some = mode.modem.name == "classic" ? counts : [85]
    for count in extent(some, usually: [85]) {
      let text = words(count, seed: UInt64(count))
      guard try mode.carries(text) else { continue }
      try transfer(text, as: mode, through: air, expecting: .delivered)
      try transfer(
        String(repeating: "q", count: count), as: mode, through: air, expecting: .delivered)
    }
  }

  @Test func classicCarriesThousandsOfCharacters() throws {
    let mode = Mode.all.first { $0.modem.name == "classic" }!
    let longest = words(10_000, seed: 1)
    let text = String(longest.prefix(extent(10_000, usually: 2000)))
    var transmitter = try Transmitter(
      .text(Array(text.utf8)), protocol: mode.modem, placement: mode.placement,
      sampleRateHertz: 48000)
    var receiver = try Receiver(protocols: [mode.modem], sampleRateHertz: 48000)
    var reception = Reception()
    var block = [Float](repeating: 0, count: 48000)
    while true {
      let count = block.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
      guard count > 0 else { break }
      block[..<count].withUnsafeBufferPointer { reception.add(receiver.push($0)) }
    }
    reception.add(receiver.finish())
    #expect(reception.texts == [text])
    #expect(reception.failures.isEmpty)
    #expect(reception.corrections == 0)
    #expect(try mode.carries(longest) && !mode.carries(longest + "x"))
  }

  @Test(arguments: Mode.all)
  func emptyAndInvalidTextsAreNotSent(mode: Mode) {
    func encoded(_ bytes: [UInt8]) throws(TransmitterError) -> EncodedMessage {
      try EncodedMessage(.text(bytes), protocol: mode.modem)
    }
    #expect(throws: TransmitterError.emptyText) { try encoded([]) }
    #expect(throws: TransmitterError.rateTooLow(highestToneHertz: mode.placement.highestToneHertz))
    {
      _ = try Transmitter(
        .text([0x61]), protocol: mode.modem, placement: mode.placement,
        sampleRateHertz: 2 * mode.placement.highestToneHertz)
    }
  }

  @Test func classicNamesTheCharacterItCannotSend() {
    let mode = Mode.all.first { $0.modem.name == "classic" }!
    func encoded(_ bytes: [UInt8]) throws(TransmitterError) -> EncodedMessage {
      try EncodedMessage(.text(bytes), protocol: mode.modem)
    }
    for (text, character, position) in [
      ("na\u{ef}ve", "\u{ef}", 3), ("a\tb", "\t", 2), ("\u{1F980}", "\u{1F980}", 1),
      ("end\u{7f}", "\u{7f}", 4), ("\r\n", "\r", 1),
    ] as [(String, Unicode.Scalar, Int)] {
      #expect(throws: TransmitterError.unsupportedCharacter(character, position: position)) {
        try encoded(Array(text.utf8))
      }
    }
    #expect(throws: TransmitterError.notText(position: 2)) { try encoded([0x61, 0x62, 0xFF]) }
    #expect(throws: TransmitterError.textTooLong(count: 10_001, limit: 10_000)) {
      try encoded([UInt8](repeating: 0x61, count: 10_001))
    }
  }
}

import HandShakeCatalog
import HandShakeChannelModel
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// What receivers answer.
@Suite struct ReceiptTests {
  private func receipt(_ status: Receipt.Status, rung: Int?, _ decibels: Double) -> Receipt {
    Receipt(status, rung: rung, signalToNoiseDecibels: decibels) { $0 + [7, 9] }
  }

  @Test func bytesComeBack() throws {
    for status in [Receipt.Status.delivered, .wrongTime, .notKept] {
      for rung in [nil, 0, 9, 14] {
        for decibels in [-128.0, -19, 0, 98, 127] {
          let sent = receipt(status, rung: rung, decibels)
          let read = try #require(Receipt(bytes: sent.bytes + [0, 0, 0]))
          #expect(read == sent && read.status == status && read.rung == rung)
          #expect(read.signalToNoiseDecibels == Int(decibels))
          #expect(read.proof == read.head + [7, 9] && read.missing == nil)
        }
      }
    }
    let sent = Receipt(missing: 300, of: 0xBEEF, rung: nil, signalToNoiseDecibels: 12)
    let read = try #require(Receipt(bytes: sent.bytes))
    #expect(read == sent && read.proof == nil)
    let missing = try #require(read.missing)
    #expect(missing == (0xBEEF, 300))
  }

  @Test func theBytesAreThoseOfTheFormat() {
    let delivered = Receipt(.delivered, rung: 9, signalToNoiseDecibels: -5) { _ in [1, 2, 3, 4] }
    #expect(delivered.bytes == [0x09, 0xFB, 1, 2, 3, 4])
    #expect(receipt(.notKept, rung: nil, 20).bytes == [0x3F, 20, 0x3F, 20, 7, 9])
    #expect(
      Receipt(missing: 300, of: 0xBEEF, rung: nil, signalToNoiseDecibels: 12).bytes
        == [0x1F, 12, 0xBE, 0xEF, 0x01, 0x2C])
  }

  @Test func figuresThatHaveNoRoomAreClamped() {
    #expect(receipt(.delivered, rung: 20, 0).rung == 14)
    #expect(receipt(.delivered, rung: -1, 0).rung == 0)
    for (decibels, kept) in [
      (1000, 127), (-1000, -128), (1e300, 127), (-1e300, -128), (Double.nan, 0), (.infinity, 0),
      (0.6, 1),
    ] {
      #expect(receipt(.delivered, rung: nil, decibels).signalToNoiseDecibels == kept)
    }
    for (count, kept) in [(-1, 0), (0, 0), (65_535, 65_535), (1 << 20, 65_535)] {
      let receipt = Receipt(missing: count, of: 0, rung: nil, signalToNoiseDecibels: 0)
      #expect(receipt.missing?.blockCount == kept)
    }
  }

  @Test func whatIsNoReceiptIsRefused() {
    let bytes = receipt(.delivered, rung: 3, 10).bytes
    for count in 0..<6 { #expect(Receipt(bytes: Array(bytes[..<count])) == nil) }
    #expect(Receipt(bytes: bytes + [0, 1]) == nil)
    for status in UInt8(4)...15 {
      #expect(Receipt(bytes: [status << 4 | 3] + bytes.dropFirst()) == nil)
    }
  }

  /// One receiver of all three, as senders have.
  @Test(arguments: ["hop", "hop-quick", "hop-deep"])
  func comesThroughNoiseOnce(name: String) throws {
    let modem = try ProtocolCatalog.find(name)
    let sent = receipt(.delivered, rung: 6, 11)
    var transmitter = try Transmitter(
      .receipt(sent), protocol: modem, placement: modem.placements[0], sampleRateHertz: 48_000)
    var random = SeededRandom(seed: 8)
    let recording = Channel(signalToNoiseDecibels: -8)
      .capture(transmitter.samples(), random: &random)
    var receiver = try Receiver(
      protocols: ["hop", "hop-quick", "hop-deep"].map { try ProtocolCatalog.find($0) },
      sampleRateHertz: 48_000)
    let ends = receiver.listen(to: recording).filter { event in
      switch event {
      case .level, .detected, .progress: false
      default: true
      }
    }
    guard ends.count == 1, case .receipt(let frame, let read) = ends[0] else {
      Issue.record("\(ends)")
      return
    }
    #expect(read == sent && frame.protocolName == name && frame.answer == nil)
  }

  /// A frame of content 3 whose checks hold and that holds no receipt.
  @Test func framesOfOtherBytesAreRefused() {
    let frame = Frame(
      number: 1, protocolName: "hop",
      placement: Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000), startSeconds: 0,
      endSeconds: 1, signalToNoiseDecibels: 20, dilationPartsPerMillion: 0)
    var session = Session()
    session.tell([0xF0, 1, 2, 3, 4, 5], of: .receipt, frame, correctedSymbols: 0)
    let events = session.takeEvents(now: 0, isOver: true, ClippingRecord())
    guard case .failed(let failure)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1 && failure.stage == .check)
  }

  private let text = TransmittedContent.text(Array("ok".utf8))

  @Test(arguments: ["classic", "ggwave-ultrasound-fast"])
  func protocolsWithoutContentNumbersHaveNoAnswers(name: String) throws {
    let modem = try ProtocolCatalog.find(name)
    #expect(throws: TransmitterError.noAnswers) {
      try EncodedMessage(text, protocol: modem, wantsAnswer: true)
    }
    #expect(throws: TransmitterError.noReceipts) {
      try EncodedMessage(.receipt(receipt(.delivered, rung: nil, 0)), protocol: modem)
    }
    #expect(throws: TransmitterError.noAnswers) {
      try MessageRounds(text, protocol: modem, identity: 1, run: 0)
    }
  }

  @Test func burstsAreAnsweredAndAnswerNothing() throws {
    let modem = try ProtocolCatalog.find("burst")
    _ = try EncodedMessage(text, protocol: modem, wantsAnswer: true)
    let receipt = TransmittedContent.receipt(receipt(.delivered, rung: nil, 0))
    #expect(throws: TransmitterError.noReceipts) {
      try EncodedMessage(receipt, protocol: modem)
    }
    #expect(throws: TransmitterError.noReceipts) {
      try MessageRounds(receipt, protocol: modem, identity: 1, run: 0)
    }
  }
}

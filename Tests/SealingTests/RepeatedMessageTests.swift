import Testing

@testable import HandShakeModem
@testable import HandShakeSealing

/// Messages whose senders want an answer, and send them again until they have it.
@Suite struct RepeatedMessageTests {
  private func frame(at seconds: Double, wish: UInt16?) -> Frame {
    var frame = Frame(
      number: 1, protocolName: "hop",
      placement: Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000),
      startSeconds: seconds - 1, endSeconds: seconds, signalToNoiseDecibels: 20,
      dilationPartsPerMillion: 0)
    frame.answer = wish.map { AnswerRequest(identity: $0) }
    return frame
  }

  private func message(_ text: String, at seconds: Double, wish: UInt16?) -> ReceiverEvent {
    .message(
      Message(
        frame: frame(at: seconds, wish: wish), bytes: Array(text.utf8), correctedSymbols: 0))
  }

  private func sealed(
    _ content: TransmittedContent, at seconds: Double, wish: UInt16? = 0
  ) throws -> ReceiverEvent {
    guard case .sealed(let sealed) = content else { throw SecretError.empty }
    return .sealed(
      SealedMessage(
        frame: frame(at: seconds, wish: wish), bytes: sealed.bytes(sealed.leastByteCount),
        correctedSymbols: 0))
  }

  private func keyring() throws -> Keyring {
    try Keyring([.init(name: nil, secret: secret("platform four"))])
  }

  /// What becomes of an event: its name, and the number that a receipt answers.
  private func outcome(
    _ event: ReceiverEvent, _ unsealing: inout Unsealing
  ) -> (name: String, number: UInt64?) {
    switch unsealing.opened([event], at: SealedClock.seconds).first {
    case .message(let message): ("message", message.frame.answer?.number)
    case .file(let file): ("file", file.frame.answer?.number)
    case .repeated(let frame): ("repeated", frame.answer?.number)
    case .failed(let failure): ("\(failure.stage)", failure.frame.answer?.number)
    default: ("nothing", nil)
    }
  }

  @Test(arguments: [true, false]) func inClear(isLive: Bool) throws {
    var unsealing = Unsealing(nil, isLive: isLive)
    let number = ReceiptProof(of: .text(Array("gate 7".utf8)), identity: 9).number
    #expect(outcome(message("gate 7", at: 1, wish: 9), &unsealing) == ("message", number))
    for seconds in [7.0, 100, 390] {
      #expect(outcome(message("gate 7", at: seconds, wish: 9), &unsealing) == ("repeated", number))
    }
    // Other messages: another identity, another text, no wish, and the same five minutes later.
    #expect(outcome(message("gate 7", at: 391, wish: 10), &unsealing).name == "message")
    #expect(outcome(message("gate 8", at: 392, wish: 9), &unsealing).name == "message")
    for seconds in [393.0, 394] {
      let (name, number) = outcome(message("gate 7", at: seconds, wish: nil), &unsealing)
      #expect(name == "message" && number == nil)
    }
    #expect(outcome(message("gate 7", at: 691, wish: 9), &unsealing) == ("message", number))
  }

  @Test func aFileInClear() throws {
    let file = try #require(
      CarriedFile(
        name: Array("a.txt".utf8), digest: [UInt8](repeating: 5, count: 32), bytes: [1, 2, 3]))
    var unsealing = Unsealing()
    let number = ReceiptProof(of: .file(file.packed), identity: 1286).number
    for (seconds, name) in [(1.0, "file"), (20, "repeated")] {
      let event = ReceiverEvent.file(
        ReceivedFile(frame: frame(at: seconds, wish: 1286), file: file, correctedSymbols: 0))
      #expect(outcome(event, &unsealing) == (name, number))
    }
  }

  @Test(arguments: [true, false]) func sealed(isLive: Bool) throws {
    let secret = try secret("platform four")
    let time = SealedClock.now
    let content = try TransmittedContent.text(Array("gate 7".utf8)).sealed(with: secret, at: time)
    let proof = ReceiptProof(of: .text(Array("gate 7".utf8)), sealedAt: time, with: secret)
    var unsealing = Unsealing(try keyring(), isLive: isLive)
    #expect(try outcome(sealed(content, at: 1), &unsealing) == ("message", proof.number))
    for seconds in [7.0, 100, 390] {
      #expect(try outcome(sealed(content, at: seconds), &unsealing) == ("repeated", proof.number))
    }
    guard
      case .repeated(let frame)? = unsealing.opened(
        [try sealed(content, at: 391)], at: SealedClock.seconds
      ).first
    else {
      Issue.record("not repeated")
      return
    }
    let prove = try #require(frame.answer?.prove)
    #expect(prove(3, [0x0F, 9]) == proof.bytes(run: 3, [0x0F, 9]))
    // Of a recording nothing is refused for having come before.
    let late = try outcome(sealed(content, at: 700), &unsealing)
    #expect(
      late == (
        isLive ? "seal(HandShakeModem.SealRefusal.replayed)" : "message",
        isLive ? nil : proof.number
      )
    )
  }

  /// A recording that is played again answers nobody, however often.
  @Test func replayedMessagesAreNotAnswered() throws {
    let secret = try secret("platform four")
    let content = try TransmittedContent.text(Array("gate 7".utf8)).sealed(with: secret)
    var without = Unsealing(try keyring(), isLive: true)
    #expect(try outcome(sealed(content, at: 1, wish: nil), &without).name == "message")
    var late = Unsealing(try keyring(), isLive: true)
    #expect(try outcome(sealed(content, at: 1), &late).name == "message")
    for seconds in [302.0, 305, 308] {
      // The wish may be of whoever plays it: the seal does not cover that.
      for wish in [nil, 0, 77] as [UInt16?] {
        let name = "seal(HandShakeModem.SealRefusal.replayed)"
        #expect(try outcome(sealed(content, at: seconds, wish: wish), &without) == (name, nil))
        #expect(try outcome(sealed(content, at: seconds, wish: wish), &late) == (name, nil))
      }
    }
  }

  @Test func whoIsTooLateIsToldSo() throws {
    let secret = try secret("platform four")
    let time = SealingTime(secondsSince1970: Int64(SealedClock.seconds) - 700)
    let content = try TransmittedContent.text(Array("gate 7".utf8)).sealed(with: secret, at: time)
    var unsealing = Unsealing(try keyring(), isLive: true)
    let (name, number) = try outcome(sealed(content, at: 1), &unsealing)
    #expect(name.hasPrefix("seal(HandShakeModem.SealRefusal.tooOld"))
    #expect(
      number
        == ReceiptProof(of: .text(Array("gate 7".utf8)), sealedAt: time, with: secret).number)
  }

  @Test func whoMayNotSendOrHasAnotherSecretIsNotAnswered() throws {
    var unsealing = Unsealing(try keyring(), isLive: true)
    #expect(
      outcome(message("gate 7", at: 1, wish: 9), &unsealing)
        == ("seal(HandShakeModem.SealRefusal.notSealed)", nil))
    let content = try TransmittedContent.text(Array("gate 7".utf8))
      .sealed(with: secret("platform five"))
    #expect(
      try outcome(sealed(content, at: 1), &unsealing)
        == ("seal(HandShakeModem.SealRefusal.otherSecret)", nil))
    var none = Unsealing()
    #expect(
      try outcome(sealed(content, at: 1), &none) == (
        "seal(HandShakeModem.SealRefusal.noSecret)", nil
      ))
  }

  /// Strangers who want answers to many messages drive out the oldest, and no more.
  @Test func floodsAreBounded() throws {
    var unsealing = Unsealing()
    for number in 0..<300 {
      #expect(outcome(message("\(number)", at: 1, wish: 9), &unsealing).name == "message")
    }
    #expect(outcome(message("299", at: 2, wish: 9), &unsealing).name == "repeated")
    #expect(outcome(message("45", at: 2, wish: 9), &unsealing).name == "repeated")
    #expect(outcome(message("0", at: 2, wish: 9), &unsealing).name == "message")
  }
}

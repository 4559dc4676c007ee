import Testing

@testable import HandShakeModem
@testable import HandShakeSealing

/// What is shown of the events of a receiver.
@Suite struct UnsealingTests {
  private let frame = Frame(
    number: 1, protocolName: "hop",
    placement: Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000),
    startSeconds: 0, endSeconds: 1, signalToNoiseDecibels: 20, dilationPartsPerMillion: 0)
  private let text = TransmittedContent.text(Array("gate 7".utf8))

  /// The event of `content` that came as it was sent.
  private func event(_ content: TransmittedContent) throws -> ReceiverEvent {
    guard case .sealed(let sealed) = content else {
      return .message(Message(frame: frame, bytes: content.text, correctedSymbols: 0))
    }
    return .sealed(
      SealedMessage(
        frame: frame, bytes: sealed.bytes(sealed.leastByteCount + 3), correctedSymbols: 0))
  }

  private func keyring() throws -> Keyring {
    try Keyring([
      .init(name: "lab", secret: secret("platform five")),
      .init(name: "home", secret: secret("platform four")),
    ])
  }

  /// The time so many seconds ago.
  private func time(secondsAgo: Int64) -> SealingTime {
    SealingTime(secondsSince1970: Int64(SealedClock.seconds) - secondsAgo)
  }

  @Test func aTextIsOpenedAndItsSealTold() throws {
    let sealed = try text.sealed(with: secret("platform four"), at: time(secondsAgo: 60))
    for isLive in [true, false] {
      var unsealing = Unsealing(try keyring(), isLive: isLive)
      let opened = unsealing.opened([try event(sealed)], at: SealedClock.seconds)
      guard case .message(let message) = opened.first else {
        Issue.record("\(opened)")
        continue
      }
      let seal = try #require(message.seal)
      #expect(message.bytes == Array("gate 7".utf8) && seal.room == "home")
      #expect(abs(SealedClock.seconds - 60 - seal.unixSeconds) < 10)
      #expect((seal.ageSeconds != nil) == isLive)
    }
  }

  @Test func aFileIsOpened() throws {
    let file = try #require(
      CarriedFile(
        name: Array("a.txt".utf8), digest: [UInt8](repeating: 5, count: 32), bytes: [1, 2, 3]))
    var unsealing = Unsealing(try keyring(), isLive: true)
    let sealed = try TransmittedContent.file(file).sealed(
      with: secret("platform four"), at: time(secondsAgo: 3600))
    guard
      case .file(let received) = unsealing.opened([try event(sealed)], at: SealedClock.seconds)
        .first
    else {
      Issue.record("no file")
      return
    }
    #expect(received.file == file && received.seal?.room == "home")
  }

  @Test func whatIsRefused() throws {
    func refusal(_ content: TransmittedContent, _ unsealing: inout Unsealing) throws -> SealRefusal?
    {
      guard
        case .failed(let failure) = unsealing.opened([try event(content)], at: SealedClock.seconds)
          .first,
        case .seal(let refusal) = failure.stage
      else { return nil }
      return refusal
    }
    func isTooOld(_ refusal: SealRefusal?) -> Bool {
      if case .tooOld = refusal { true } else { false }
    }
    let now = try text.sealed(with: secret("platform four"))
    let old = try text.sealed(with: secret("platform four"), at: time(secondsAgo: 700))
    let ahead = try text.sealed(with: secret("platform four"), at: time(secondsAgo: -700))
    var none = Unsealing()
    #expect(try refusal(now, &none) == .noSecret)
    #expect(try refusal(text, &none) == nil)
    var live = Unsealing(try keyring(), isLive: true)
    #expect(try refusal(text, &live) == .notSealed)
    #expect(try refusal(text.sealed(with: secret("platform six")), &live) == .otherSecret)
    #expect(try isTooOld(refusal(old, &live)))
    #expect(try isTooOld(refusal(ahead, &live)))
    #expect(try refusal(now, &live) == nil)
    #expect(try refusal(now, &live) == .replayed)
    var patient = Unsealing(
      try keyring(), isLive: true, alsoUnsealed: true, greatestAge: .seconds(1000))
    #expect(try refusal(text, &patient) == nil)
    #expect(try refusal(old, &patient) == nil)
    #expect(try isTooOld(refusal(ahead, &patient)))
    var recorded = Unsealing(try keyring(), isLive: false)
    for _ in 0..<2 {
      for content in [now, old, ahead] { #expect(try refusal(content, &recorded) == nil) }
    }
  }

  @Test func whatCannotBeSealed() throws {
    let secret = try secret("platform four")
    #expect(throws: TransmitterError.emptyText) {
      try TransmittedContent.text([]).sealed(with: secret)
    }
    let limit = SealedContent.mostBytes
    #expect(throws: TransmitterError.textTooLong(count: limit + 1, limit: limit)) {
      try TransmittedContent.text([UInt8](repeating: 97, count: limit + 1)).sealed(with: secret)
    }
  }
}

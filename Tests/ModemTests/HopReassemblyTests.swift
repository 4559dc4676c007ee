import HandShakeChannelModel
import Testing

@testable import HandShakeModem

/// What becomes of texts that arrive one a second.
private struct Arrival {
  var messages = Reassembly<HopStream>(patienceSeconds: 100, memorySeconds: 100)
  var seconds = 0.0
  var printed: [String] = []
  /// Times on air of what was printed.
  var soundSeconds: [Double] = []
  var failures: [Failure.Stage] = []

  mutating func take(_ text: HopText, placementIndex: Int = 0, variant: Int = 0) {
    seconds += 1
    var session = Session()
    let frame = Frame(
      number: Int(seconds), protocolName: "hop",
      placement: Placement(lowestToneHertz: 17000, highestToneHertz: 19000),
      startSeconds: seconds - 1, endSeconds: seconds, signalToNoiseDecibels: 0,
      dilationPartsPerMillion: 0)
    let outcome = messages.take(
      text, frame, placementIndex: placementIndex, variant: variant, &session)
    if case .whole(let bytes, let whole, _) = outcome {
      printed.append(String(decoding: bytes, as: UTF8.self))
      soundSeconds.append(whole.soundSeconds)
    }
    add(session.takeEvents(now: 0, isOver: true, ClippingRecord()))
  }

  mutating func wait(_ waited: Double) {
    seconds += waited
    var session = Session()
    messages.expire(at: seconds, &session)
    add(session.takeEvents(now: 0, isOver: true, ClippingRecord()))
  }

  mutating func finish() {
    var session = Session()
    messages.expire(at: .infinity, &session)
    add(session.takeEvents(now: 0, isOver: true, ClippingRecord()))
  }

  private mutating func add(_ events: [ReceiverEvent]) {
    for event in events { if case .failed(let failure) = event { failures.append(failure.stage) } }
  }
}

@Suite struct HopReassemblyTests {
  private let text = String(repeating: "the quick brown fox jumps over the lazy dog. ", count: 34)
  private let other = String(repeating: "pack my box with five dozen liquor jugs! ", count: 37)

  private func parts(_ text: String, identity: UInt16) throws -> [HopText] {
    try hopFraming("hop").texts(Array(text.utf8), identity: identity, isRepeated: false)
  }

  private func copy(_ text: String, identity: UInt16) throws -> HopText {
    try hopFraming("hop").texts(Array(text.utf8), identity: identity, isRepeated: true)[0]
  }

  @Test func partsAreJoinedInAnyOrder() throws {
    for seed in UInt64(1)...20 {
      var random = SeededRandom(seed: seed)
      var arrival = Arrival()
      let parts = try parts(text, identity: 7)
      for part in parts.shuffled(using: &random) { arrival.take(part) }
      arrival.finish()
      #expect(arrival.printed == [text], "seed \(seed)")
      #expect(arrival.failures.isEmpty)
    }
  }

  @Test func missingPartsAreNamed() throws {
    var arrival = Arrival()
    for (index, part) in try parts(text, identity: 7).enumerated() where ![1, 4].contains(index) {
      arrival.take(part)
    }
    arrival.wait(99)
    #expect(arrival.failures.isEmpty)
    arrival.wait(2)
    #expect(arrival.failures == [.parts(missing: [2, 5], count: 6)])
    arrival.finish()
    #expect(arrival.failures.count == 1)
    #expect(arrival.printed.isEmpty)
  }

  @Test func missingPartsAreNamedAtTheEnd() throws {
    var arrival = Arrival()
    for part in try parts(text, identity: 7).dropLast() { arrival.take(part) }
    arrival.finish()
    #expect(arrival.failures == [.parts(missing: [6], count: 6)])
    #expect(arrival.printed.isEmpty)
  }

  @Test func laterCopiesFillInWhatIsMissing() throws {
    var arrival = Arrival()
    let parts = try parts(text, identity: 7)
    for part in parts where part.part?.number != 2 { arrival.take(part) }
    for part in parts { arrival.take(part) }
    arrival.finish()
    #expect(arrival.printed == [text])
    #expect(arrival.failures.isEmpty)
  }

  @Test func duplicatedPartsCountOnce() throws {
    var arrival = Arrival()
    for part in try parts(text, identity: 7) { for _ in 0..<3 { arrival.take(part) } }
    for part in try parts(text, identity: 7) { arrival.take(part) }
    arrival.finish()
    #expect(arrival.printed == [text])
    #expect(arrival.failures.isEmpty)
  }

  /// Whoever replays a known part keeps nothing alive.
  @Test func knownPartsExtendNoLife() throws {
    var arrival = Arrival()
    let parts = try parts(text, identity: 7)
    for part in parts.dropLast() { arrival.take(part) }
    for _ in 0..<5 {
      arrival.wait(40)
      arrival.take(parts[0])
    }
    arrival.take(try #require(parts.last))
    #expect(arrival.printed.isEmpty)
    #expect(arrival.failures.first == .parts(missing: [parts.count], count: parts.count))
  }

  /// The time on air counts each part once, and no pause.
  @Test func theTimeOnAirCountsNewPartsAlone() throws {
    var arrival = Arrival()
    let parts = try parts(text, identity: 7)
    for part in parts {
      arrival.take(part)
      arrival.wait(20)
      arrival.take(part)
    }
    #expect(arrival.printed == [text])
    #expect(arrival.soundSeconds == [Double(parts.count)])
  }

  @Test func interleavedSendersStayApart() throws {
    var arrival = Arrival()
    for (one, two) in zip(try parts(text, identity: 7), try parts(other, identity: 8)) {
      arrival.take(one)
      arrival.take(two)
    }
    arrival.finish()
    #expect(arrival.printed == [text, other])
    #expect(arrival.failures.isEmpty)
  }

  @Test func partsAreNeverJoinedAcrossSenders() throws {
    // Another identity, placement or variant.
    let mine = try parts(text, identity: 7)
    let theirs = try parts(other, identity: 8)
    #expect(mine.count == theirs.count)
    var arrival = Arrival()
    for (index, part) in mine.enumerated() { arrival.take(index == 3 ? theirs[3] : part) }
    for (index, part) in mine.enumerated() {
      arrival.take(part, placementIndex: 1, variant: index == 3 ? 1 : 0)
    }
    arrival.finish()
    #expect(arrival.printed.isEmpty)
    #expect(arrival.failures.count == 4)
  }

  @Test func oneIdentityDrawnTwice() throws {
    // The other sender's parts come where the first one's are missing.
    var arrival = Arrival()
    let mine = try parts(text, identity: 7)
    let theirs = try parts(other, identity: 7)
    for index in [0, 1, 2] { arrival.take(mine[index]) }
    for index in [3, 4, 5] { arrival.take(theirs[index]) }
    arrival.finish()
    #expect(arrival.printed.isEmpty && arrival.failures == [.check])
    // The first never ends; the other one's contradict it.
    arrival = Arrival()
    for index in [0, 1, 2] { arrival.take(mine[index]) }
    for part in theirs { arrival.take(part) }
    arrival.finish()
    #expect(arrival.printed == [other])
    #expect(arrival.failures == [.parts(missing: [4, 5, 6], count: 6)])
  }

  @Test func copiesPrintOnceAndSendingsEachTime() throws {
    var arrival = Arrival()
    for identity in [UInt16(3), 4, 5] {
      for _ in 0..<3 { arrival.take(try copy("ok", identity: identity)) }
    }
    #expect(arrival.printed == ["ok", "ok", "ok"])
    for _ in 0..<3 { arrival.take(HopText(bytes: Array("ok".utf8))) }
    #expect(arrival.printed.count == 6)
    // The same identity, drawn again for another text.
    arrival.take(try copy("no", identity: 3))
    arrival.take(try copy("no", identity: 3))
    #expect(arrival.printed.suffix(1) == ["no"])
    #expect(arrival.printed.count == 7)
    #expect(arrival.failures.isEmpty)
  }

  @Test func identitiesAreForgotten() throws {
    var arrival = Arrival()
    arrival.take(try copy("ok", identity: 3))
    for _ in 0..<5 {
      arrival.wait(90)
      arrival.take(try copy("ok", identity: 3))
    }
    #expect(arrival.printed == ["ok"])
    arrival.wait(101)
    arrival.take(try copy("ok", identity: 3))
    #expect(arrival.printed == ["ok", "ok"])
  }

  @Test func memoryIsBounded() throws {
    var arrival = Arrival()
    for identity in UInt16(1)...20 { arrival.take(try parts(text, identity: identity)[0]) }
    #expect(arrival.failures.count == 4)
    arrival.finish()
    #expect(arrival.failures.count == 20)
    for identity in UInt16(1)...200 { arrival.take(try copy("ok", identity: identity)) }
    #expect(arrival.printed.count == 200)
  }

  /// Whoever had no answer sends again, and is to be answered again.
  @Test func whatWantsAnAnswerIsDeliveredEachTime() throws {
    var arrival = Arrival()
    let parts = try hopFraming("hop").texts(
      Array(text.utf8), identity: 7, isRepeated: false, wantsAnswer: true)
    #expect(parts.count > 1)
    for _ in 0..<2 { for part in parts { arrival.take(part) } }
    // The end of it is enough.
    arrival.take(try #require(parts.last))
    #expect(arrival.printed == [text, text, text])
    #expect(arrival.soundSeconds == Array(repeating: Double(parts.count), count: 3))
    // The same without the wish is another message.
    for part in try self.parts(text, identity: 7) { arrival.take(part) }
    arrival.finish()
    #expect(arrival.printed.count == 4 && arrival.failures.isEmpty)
  }

  /// A message whose sender wants an answer is told each time that it comes whole, and one more
  /// part of it is no message that lacks parts.
  @Test func aPartOfAnAnsweredMessageLacksNothing() throws {
    let parts = try hopFraming("hop").texts(
      Array(text.utf8), identity: 7, isRepeated: false, wantsAnswer: true)
    var arrival = Arrival()
    for part in parts { arrival.take(part) }
    arrival.take(parts[0])
    arrival.wait(200)
    #expect(arrival.printed == [text] && arrival.failures.isEmpty)
    for part in parts { arrival.take(part) }
    for part in parts { arrival.take(part) }
    arrival.finish()
    #expect(arrival.printed == [text, text, text] && arrival.failures.isEmpty)
  }

  /// Nor does it after so many messages that nobody knows any more that it is out.
  @Test func aPartOfAForgottenMessageLacksNothing() throws {
    let parts = try hopFraming("hop").texts(
      Array(text.utf8), identity: 7, isRepeated: false, wantsAnswer: true)
    var arrival = Arrival()
    for part in parts { arrival.take(part) }
    arrival.take(parts[0])
    for identity in UInt16(100)..<164 { arrival.take(try copy("ok", identity: identity)) }
    arrival.wait(200)
    #expect(arrival.printed.count == 65 && arrival.failures.isEmpty, "\(arrival.failures)")
  }

  /// Parts of many messages that never end take nothing from one of which much is there.
  @Test func aFloodOfIdentitiesTakesNothing() throws {
    var arrival = Arrival()
    let parts = try parts(text, identity: 7)
    for part in parts.dropLast() { arrival.take(part) }
    for identity in UInt16(100)..<140 { arrival.take(try self.parts(other, identity: identity)[0]) }
    arrival.take(try #require(parts.last))
    #expect(arrival.printed == [text])
  }

  /// A forged message that shares most parts with the true one does not keep it away.
  @Test func aForgeryThatSharesPartsKeepsNothingAway() throws {
    let forged = try parts("T" + text.dropFirst(), identity: 7)
    let parts = try parts(text, identity: 7)
    #expect(forged[1...4] == parts[1...4] && forged[0] != parts[0] && forged[5] != parts[5])
    var arrival = Arrival()
    for part in parts[..<1] + forged + parts[1...] { arrival.take(part) }
    #expect(arrival.printed == ["T" + text.dropFirst(), text])
  }
}

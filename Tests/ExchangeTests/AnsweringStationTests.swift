import HandShakeSealing
import Testing

@testable import HandShakeExchange
@testable import HandShakeModem

/// Who answers, when, and who does not, without sound.
@Suite struct AnsweringStationTests {
  private typealias Given = (answer: AnsweringStation.Answer, seconds: Double)

  /// A station, and the time, in steps of a block.
  private struct Desk {
    var station: AnsweringStation
    var sense = ChannelSense()
    var seconds = 0.0
    /// The level that is heard while it waits, in dB; nil for none.
    var heardDecibels: Double?

    init(slot: Int? = nil, limitSecondsPerHour: Double = 600, seed: UInt32 = 1) {
      station = AnsweringStation(
        slot: slot, limitSecondsPerHour: limitSecondsPerHour, seed: seed)
      // Silence so far.
      sense.take(level(-60, at: 10))
    }

    mutating func take(_ event: ReceiverEvent, isKept: Bool = true) {
      sense.take(event)
      station.take(event, isKept: isKept, at: seconds, sense)
    }

    /// The answers of so many seconds, each of which sounds for one.
    mutating func wait(_ waited: Double) -> [Given] {
      let end = seconds + waited
      var given: [Given] = []
      while seconds < end {
        seconds += 0.05
        if let heardDecibels { take(level(heardDecibels, at: seconds)) }
        guard let answer = station.next(at: seconds, sense) else { continue }
        given.append((answer, seconds))
        station.beginSpeaking(at: seconds)
        sense.speak(true, at: seconds)
        seconds += 1
        station.endSpeaking(at: seconds)
        sense.speak(false, at: seconds)
      }
      return given
    }

    /// Hears `text` now.
    mutating func hear(
      _ message: AnswerableMessage, by name: String = "hop", marginDecibels: Double? = nil,
      again: Bool = false
    ) {
      let frame = frame(
        endedAt: seconds, by: name, marginDecibels: marginDecibels, answer: message.answer)
      take(
        again
          ? .repeated(frame)
          : .message(Message(frame: frame, bytes: message.text, correctedSymbols: 0)))
    }
  }

  private let message = AnswerableMessage("meet at 7", identity: 77)

  @Test(arguments: 0...7) func aSlotIsItsOwn(slot: Int) throws {
    var desk = Desk(slot: slot)
    desk.seconds = 10
    for again in [false, true] {
      desk.hear(message, again: again)
      let start = desk.seconds
      let given = desk.wait(8)
      try #require(given.count == 1)
      let waited = given[0].seconds - start - 0.15
      #expect((-0.01...0.06).contains(waited - 0.4 * Double(slot)), "\(waited) s")
      #expect(message.proof.isProven(by: given[0].answer.receipt))
    }
  }

  @Test(arguments: [(0.1, 1), (60, 0)])
  func lostSoundTakesAnswersAlongThatNobodyWaitsFor(lostSeconds: Double, count: Int) {
    var desk = Desk()
    desk.hear(message)
    desk.seconds += lostSeconds
    desk.station.interrupt(at: desk.seconds)
    #expect(desk.wait(8).count == count)
    desk.hear(message, again: true)
    #expect(desk.wait(8).count == 1)
  }

  @Test func withoutASlotItIsDrawn() {
    var slots: Set<Int> = []
    for seed in UInt32(1)...40 {
      // Seeds next to each other begin alike.
      var desk = Desk(seed: seed &* 2_654_435_761)
      desk.hear(message)
      for given in desk.wait(3) { slots.insert(Int(((given.seconds - 0.15) / 0.4).rounded(.down))) }
    }
    #expect(slots == [0, 1, 2, 3])
  }

  /// Seconds from the ends of messages to their answers; some are asked for again, and some another
  /// answers first.
  private func waits(
    _ desk: inout Desk, _ count: Int, isAskedAgain: Bool = false, isAnswered: Bool = false
  ) -> [Double] {
    (0..<count).flatMap { number -> [Double] in
      let wish = AnswerableMessage("\(desk.seconds) \(number)", identity: 1)
      desk.hear(wish)
      if isAnswered { desk.take(.receipt(frame(endedAt: desk.seconds), wish.receipt())) }
      let start = desk.seconds
      let given = desk.wait(8)
      if isAskedAgain {
        desk.hear(wish, again: true)
        _ = desk.wait(8)
      }
      return given.map { $0.seconds - start }
    }
  }

  @Test func aStationThatIsAloneAnswersAtOnce() {
    for seed in UInt32(1)...40 {
      var desk = Desk(seed: seed &* 2_654_435_761)
      #expect(waits(&desk, 3).count == 3)
      #expect(waits(&desk, 10).allSatisfy { $0 < 0.3 }, "\(seed)")
    }
  }

  @Test func theFirstAnswerIsLeftToTheStationThatHadIt() {
    for seed in UInt32(1)...40 {
      var desk = Desk(seed: seed &* 2_654_435_761)
      #expect(waits(&desk, 1, isAnswered: true).isEmpty)
      #expect(waits(&desk, 1).allSatisfy { $0 > 0.5 }, "\(seed)")
      // The other is gone.
      _ = waits(&desk, 4)
      #expect(waits(&desk, 10).allSatisfy { $0 < 0.3 }, "\(seed)")
    }
  }

  /// Two that answer together hear no other, and sometimes one that heard neither.
  @Test func whoIsAnsweredOverIsNotAlone() {
    for seed in UInt32(1)...40 {
      var desk = Desk(seed: seed &* 2_654_435_761)
      _ = waits(&desk, 4)
      let wish = AnswerableMessage("both", identity: 1)
      desk.hear(wish)
      #expect(desk.wait(2).count == 1)
      desk.take(.receipt(frame(endedAt: desk.seconds), wish.receipt()))
      #expect(waits(&desk, 1).allSatisfy { $0 > 0.5 }, "\(seed)")
    }
  }

  /// Two that do not hear each other answer together: whoever is asked again draws again.
  @Test func whoIsAskedAgainMayNotBeAlone() {
    var late = 0
    for seed in UInt32(1)...40 {
      var desk = Desk(seed: seed &* 2_654_435_761)
      _ = waits(&desk, 4)
      late += waits(&desk, 4, isAskedAgain: true).dropFirst().count { $0 > 0.5 }
    }
    #expect(late > 30)
  }

  @Test func fiveAnswersAtMostAndANoteAfterThree() throws {
    var desk = Desk()
    var given: [Given] = []
    var notes: [[AnsweringStation.Note]] = []
    for time in 0..<8 {
      desk.hear(message, marginDecibels: 20, again: time > 0)
      given += desk.wait(8)
      notes.append(desk.station.takeNotes())
      #expect(!desk.station.isOwing)
    }
    #expect(given.map(\.answer.count) == [1, 2, 3, 4, 5])
    #expect(given.map(\.answer.robustness) == [.quick, .usual, .deep, .deep, .deep])
    #expect(notes == [[], [], [], [.notHeard(count: 3)], [], [], [], []])
    // Another message has answers of its own.
    desk.hear(AnswerableMessage("meet at 8", identity: 77))
    #expect(desk.wait(3).count == 1)
  }

  @Test func asRobustAsTheMessage() throws {
    for (name, margin, robustness) in [
      ("hop", nil, .usual), ("hop", 5, .usual), ("hop", 6, .quick), ("burst", 20, .quick),
      ("hop-deep", 20, .deep),
    ] as [(String, Double?, AnsweringStation.Robustness)] {
      var desk = Desk()
      desk.hear(message, by: name, marginDecibels: margin)
      #expect(desk.wait(3).map(\.answer.robustness) == [robustness])
    }
  }

  @Test func anotherStationsReceiptIsEnough() {
    let other = AnswerableMessage("meet at 8", identity: 77)
    let cases: [(receipt: Receipt, answers: Int)] = [
      (message.receipt(), 0), (other.receipt(), 1), (message.receipt(.notKept), 1),
      (Receipt(missing: 0, of: 77, rung: nil, signalToNoiseDecibels: 0), 1),
    ]
    for (receipt, answers) in cases {
      var desk = Desk(slot: 7)
      desk.hear(message)
      #expect(desk.wait(1).isEmpty)
      desk.take(.receipt(frame(endedAt: desk.seconds), receipt))
      #expect(desk.wait(8).count == answers)
      // The sender did not hear that one: now it is this station's turn.
      desk.hear(message, again: true)
      #expect(desk.wait(8).count == 1)
    }
  }

  @Test func receiptsAreNotAnswered() {
    var desk = Desk()
    let receipts = [
      message.receipt(), message.receipt(.wrongTime),
      Receipt(missing: 4, of: 77, rung: 3, signalToNoiseDecibels: 0),
    ]
    for receipt in receipts { desk.take(.receipt(frame(endedAt: desk.seconds), receipt)) }
    #expect(!desk.station.isOwing && desk.wait(10).isEmpty)
    // Its own, as it hears it.
    desk.hear(message)
    let own = desk.wait(3)
    for given in own { desk.take(.receipt(frame(endedAt: desk.seconds), given.answer.receipt)) }
    #expect(own.count == 1 && !desk.station.isOwing && desk.wait(10).isEmpty)
  }

  @Test func whatWantsNoAnswerHasNone() {
    var desk = Desk()
    desk.take(
      .message(Message(frame: frame(endedAt: 0), bytes: message.text, correctedSymbols: 0)))
    // What nobody could open.
    let wish = frame(endedAt: 0, answer: AnswerRequest(identity: 7))
    desk.take(.refused(wish, .otherSecret))
    desk.take(.refused(wish, .replayed))
    desk.take(.repeated(wish))
    desk.take(.detected(wish))
    #expect(!desk.station.isOwing && desk.wait(10).isEmpty)
  }

  @Test func aWrongClockAndAFullDiskAreToldTheSender() throws {
    var desk = Desk()
    let wish = frame(endedAt: 0, answer: message.answer)
    desk.take(.refused(wish, .tooOld(seconds: 700)))
    let late = try #require(desk.wait(3).first).answer.receipt
    #expect(late.status == .wrongTime && message.proof.isProven(by: late))
    let file = try #require(
      CarriedFile(name: [97], digest: [UInt8](repeating: 5, count: 32), bytes: [1]))
    desk = Desk()
    desk.take(.file(ReceivedFile(frame: wish, file: file, correctedSymbols: 0)), isKept: false)
    #expect(try #require(desk.wait(3).first).answer.receipt.status == .notKept)
  }

  // MARK: Reports

  private func blocks(
    _ received: Int, at seconds: Double, identity: UInt16 = 77, isSealed: Bool = false
  ) -> ReceiverEvent {
    .blocks(
      frame(
        endedAt: seconds, by: "burst",
        answer: AnswerRequest(identity: identity, isSealed: isSealed)),
      received: received, count: 10)
  }

  /// The level of a message falls a little after its end, which holds up nobody whose slot is the
  /// first.
  @Test func theEchoOfAMessageCostsNoSlot() {
    var early = 0
    for seed in UInt32(1)...100 {
      var desk = Desk(seed: seed &* 2_654_435_761)
      desk.seconds = 2
      desk.take(level(-60, at: 1))
      desk.take(level(-30, at: 2.1))
      desk.hear(message)
      desk.heardDecibels = -60
      desk.seconds = 2.1
      if let first = desk.wait(4).first, first.seconds < 2.4 { early += 1 }
    }
    // 55 of 100 slots are the first.
    #expect((40...70).contains(early), "\(early)")
  }

  @Test func aRoundIsReportedOnceItIsOver() throws {
    for hearsEnds in [false, true] {
      var desk = Desk()
      if hearsEnds {
        desk.take(level(-60, at: 0.1))
        desk.take(level(-30, at: 0.2))
        desk.seconds = 0.2
      }
      for received in 1...3 {
        desk.take(blocks(received, at: desk.seconds))
        #expect(desk.wait(0.3).isEmpty)
      }
      let end = desk.seconds - 0.3
      if hearsEnds { desk.heardDecibels = -60 }
      let given = desk.wait(4)
      try #require(given.count == 1)
      let missing = try #require(given[0].answer.receipt.missing)
      #expect(missing == (77, 7))
      #expect((0...0.1).contains(given[0].seconds - end - (hearsEnds ? 0.4 : 2)))
    }
  }

  @Test func theLastBlockNeedsNoReport() {
    var desk = Desk()
    desk.take(blocks(9, at: 0))
    desk.take(blocks(10, at: 0))
    #expect(!desk.station.isOwing)
    // Its message is answered, and again where its blocks come again.
    desk.hear(message, by: "burst")
    #expect(desk.wait(4).count == 1)
    for _ in 0..<16 { desk.take(blocks(10, at: desk.seconds)) }
    let again = desk.wait(8)
    #expect(again.map(\.answer.count) == [2] && again[0].answer.receipt.status == .delivered)
  }

  @Test func whoReportsTheSameForEverFallsSilent() {
    var desk = Desk()
    var answers = 0
    for _ in 0..<10 {
      desk.take(blocks(4, at: desk.seconds))
      answers += desk.wait(4).count
    }
    #expect(answers == 5)
  }

  // MARK: Bounds

  @Test func anHoursAnswersAreBounded() {
    var desk = Desk(limitSecondsPerHour: 3)
    var answers = 0
    for number in 0..<10 {
      desk.hear(AnswerableMessage("\(number)", identity: 1))
      answers += desk.wait(10).count
    }
    #expect(answers == 3)
    #expect(desk.station.takeNotes() == [.exhausted(secondsPerHour: 3)])
    desk.seconds += 3600
    desk.hear(message)
    #expect(desk.wait(10).count == 1)
  }

  /// Anybody can send frames that say that they are sealed: reports of them leave most answers to
  /// messages that were opened.
  @Test func strangersUseUpATenthOfTheAnswers() {
    var desk = Desk(limitSecondsPerHour: 30)
    desk.station.opensMessages = true
    var reports = 0
    for identity in UInt16(0)..<40 {
      desk.take(blocks(1, at: desk.seconds, identity: identity, isSealed: true))
      reports += desk.wait(4).count
    }
    #expect(reports == 3)
    var answers = 0
    for number in 0..<40 {
      desk.hear(AnswerableMessage("\(number)", identity: 1, isSealed: true))
      answers += desk.wait(10).count
    }
    #expect(answers == 27)
  }

  /// A flood of reports does not drive out the answer to a message that waits.
  @Test func reportsDriveOutNoAnswer() {
    var desk = Desk()
    desk.hear(message)
    for identity in UInt16(0)..<100 { desk.take(blocks(1, at: 0, identity: identity)) }
    let given = desk.wait(60)
    #expect(given.contains { $0.answer.receipt.status == .delivered })
  }

  @Test func floodsAreBounded() {
    var desk = Desk()
    for number in 0..<1000 { desk.hear(AnswerableMessage("\(number)", identity: 1)) }
    for identity in UInt16(0)..<1000 { desk.take(blocks(1, at: 0, identity: identity)) }
    #expect(desk.wait(60).count == 4)
  }
}

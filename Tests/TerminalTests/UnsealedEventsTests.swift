import HandShake
import HandShakeCatalog
import HandShakeTestKit
import Synchronization
import Testing

@testable import HandShakeModem
@testable import HandShakeSealing
@testable import HandShakeTerminal

/// What is shown of what comes, and what is refused.
@Suite struct UnsealedEventsTests {
  private static let secret = makeSecret("seven quiet otters fold maps")
  private static let other = makeSecret("nine loud geese lose letters")
  /// 2027-01-15T08:00Z.
  private static let sealedAt = 1_800_000_000.0

  private static func makeSecret(_ words: String) -> Secret {
    guard let secret = try? Secret(passphrase: Array(words.utf8)) else {
      preconditionFailure("\(words) is a passphrase")
    }
    return secret
  }

  /// A time of day that tests set.
  private final class Clock: Sendable {
    let seconds = Mutex(sealedAt)
    func set(_ time: Double) { seconds.withLock { $0 = time } }
  }

  private let clock = Clock()

  private func unsealing(
    _ words: String..., isLive: Bool = true, rooms: [(String?, Secret)]? = [(nil, secret)]
  ) throws -> ClockedUnsealing {
    let options = try ReceiveOptions(
      try OptionsParser.parse(words.map { Array($0.utf8) }, of: .hrecv))
    let keyring = try rooms.map { rooms in
      try Keyring(rooms.map { Keyring.Room(name: $0.0, secret: $0.1) })
    }
    return ClockedUnsealing(
      unsealing: Unsealing(
        keyring, isLive: isLive, alsoUnsealed: options.alsoUnsealed,
        greatestAge: options.greatestAge), clock: clock)
  }

  /// Opens what comes at the time that the clock shows.
  private struct ClockedUnsealing {
    var unsealing: Unsealing
    let clock: Clock

    mutating func opened(_ events: [ReceiverEvent]) -> [ReceiverEvent] {
      unsealing.opened(events, at: clock.seconds.withLock { $0 })
    }
  }

  private func frame(_ number: Int = 1, seconds: Double = 0) -> Frame {
    Frame(
      number: number, protocolName: "burst",
      placement: Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000), startSeconds: 100,
      endSeconds: 100 + seconds, signalToNoiseDecibels: 20, dilationPartsPerMillion: 0)
  }

  private func sealed(
    _ text: String, at seconds: Double = sealedAt, with secret: Secret = secret,
    frame: Frame? = nil, isFile: Bool = false
  ) throws -> ReceiverEvent {
    let content: SealedContent = isFile ? .file(Array(text.utf8)) : .text(Array(text.utf8))
    let bytes = try secret.seal(
      content, at: SealedClock.time(ofSeconds: seconds), contentNumber: SealedBytes.contentNumber)
    return .sealed(SealedMessage(frame: frame ?? self.frame(), bytes: bytes, correctedSymbols: 0))
  }

  /// What is shown, in short: a text, or a refusal's name.
  private func shown(_ events: [ReceiverEvent]) -> [String] {
    events.map { event in
      switch event {
      case .message(let message): String(decoding: message.bytes, as: UTF8.self)
      case .file(let file): "file " + String(decoding: file.file.name, as: UTF8.self)
      case .failed(let failure): failure.cause.name.rawValue
      case .level: "level"
      case .detected: "detected"
      case .progress: "progress"
      case .blocks: "blocks"
      case .sealed: "sealed"
      case .receipt: "receipt"
      case .ranging: "ranging"
      case .pairing: "pairing"
      case .repeated: "repeated"
      }
    }
  }

  @Test func agesOfTexts() throws {
    for (age, result) in [
      (0.0, "a"), (600, "a"), (600.25, "tooOld"), (-600, "a"), (-600.25, "tooOld"),
      (1e6, "tooOld"), (-1e6, "tooOld"), (-Self.sealedAt, "tooOld"),
      (4e9 - Self.sealedAt, "tooOld"),
    ] {
      clock.set(Self.sealedAt + age)
      var live = try unsealing()
      #expect(try shown(live.opened([sealed("a")])) == [result], "\(age)")
      var any = try unsealing("--max-age", "any")
      #expect(try shown(any.opened([sealed("a")])) == ["a"], "\(age)")
      var recording = try unsealing(isLive: false)
      #expect(try shown(recording.opened([sealed("a")])) == ["a"], "\(age)")
    }
    clock.set(Self.sealedAt + 61)
    var short = try unsealing("--max-age", "60", isLive: false)
    #expect(try shown(short.opened([sealed("a")])) == ["tooOld"])
  }

  /// An attacker without the secret holds back a frame, and completes the message hours later: its
  /// age is judged when it is complete, and only its own time on air and short pauses are allowed
  /// for.
  @Test func messagesThatAreCompletedLate() throws {
    var bursts = try unsealing()
    _ = bursts.opened([.detected(frame(7)), .blocks(frame(7), received: 1, count: 9)])
    clock.set(Self.sealedAt + 3 * 3600)
    _ = bursts.opened([.blocks(frame(7, seconds: 1), received: 9, count: 9)])
    #expect(try shown(bursts.opened([sealed("a", frame: frame(7))])) == ["tooOld"])
  }

  /// A message in several frames may take its own time on air, and half a minute of pauses.
  @Test func messagesThatTakeLong() throws {
    for (soundSeconds, age, result) in [
      (900.0, 1529.0, "a"), (900.0, 1531.0, "tooOld"), (1.0, 630.0, "a"), (1.0, 632.0, "tooOld"),
    ] {
      clock.set(Self.sealedAt + age)
      var parts = try unsealing()
      var frame = frame(9, seconds: 3500)
      frame.newSoundSeconds = soundSeconds
      #expect(try shown(parts.opened([sealed("a", frame: frame)])) == [result], "\(age)")
    }
  }

  @Test func replays() throws {
    var live = try unsealing("--max-age", "any")
    #expect(
      try shown(live.opened([sealed("a"), sealed("b"), sealed("a")])) == ["a", "b", "replayed"])
    // The same text again, sealed later.
    #expect(try shown(live.opened([sealed("a", at: Self.sealedAt + 1)])) == ["a"])
    clock.set(Self.sealedAt + 1e6)
    #expect(try shown(live.opened([sealed("a"), sealed("b")])) == ["replayed", "replayed"])
    var recording = try unsealing(isLive: false)
    #expect(try shown(recording.opened([sealed("a"), sealed("a")])) == ["a", "a"])
    // What was refused for its age may come again with a clock that was set.
    var set = try unsealing()
    #expect(try shown(set.opened([sealed("a")])) == ["tooOld"])
    clock.set(Self.sealedAt)
    #expect(try shown(set.opened([sealed("a"), sealed("a")])) == ["a", "replayed"])
  }

  @Test func whatIsNotSealed() throws {
    let text = ReceiverEvent.message(Message(frame: frame(), bytes: [65], correctedSymbols: 0))
    let file = ReceiverEvent.file(
      ReceivedFile(
        frame: frame(),
        file: try #require(
          CarriedFile(name: [97], digest: [UInt8](repeating: 0, count: 32), bytes: [1])),
        correctedSymbols: 0))
    let progress = ReceiverEvent.progress(frame(), text: [65])
    let failed = ReceiverEvent.failed(Failure(frame: frame(), stage: .cutOff))
    let all = [text, file, progress, failed, .blocks(frame(), received: 1, count: 2)]
    var closed = try unsealing()
    #expect(shown(closed.opened(all)) == ["notSealed", "notSealed", "cutOff", "blocks"])
    for words in [["--also-unsealed"], []] {
      let rooms: [(String?, Secret)]? = words.isEmpty ? nil : [(nil, Self.secret)]
      var open = words.isEmpty ? try unsealing(rooms: rooms) : try unsealing(words[0], rooms: rooms)
      #expect(shown(open.opened(all)) == ["A", "file a", "progress", "cutOff", "blocks"])
    }
    var plain = ClockedUnsealing(unsealing: Unsealing(), clock: clock)
    #expect(shown(plain.opened(all)) == ["A", "file a", "progress", "cutOff", "blocks"])
    #expect(try shown(plain.opened([sealed("a")])) == ["noSecret"])
  }

  /// With a secret, blocks of a stream in clear are not answered: what they make will be refused.
  @Test func blocksInClearAreNotAnswered() throws {
    func wishes(_ unsealing: inout ClockedUnsealing) -> [Bool] {
      [false, true].flatMap { isSealed in
        var wish = frame()
        wish.answer = AnswerRequest(identity: 7, isSealed: isSealed)
        return unsealing.opened([.blocks(wish, received: 1, count: 2)]).map { event in
          if case .blocks(let frame, 1, 2) = event { frame.answer != nil } else { false }
        }
      }
    }
    var closed = try unsealing()
    #expect(wishes(&closed) == [false, true])
    var open = try unsealing("--also-unsealed")
    #expect(wishes(&open) == [true, true])
    var plain = ClockedUnsealing(unsealing: Unsealing(), clock: clock)
    #expect(wishes(&plain) == [true, true])
  }

  @Test func rooms() throws {
    var both = try unsealing(rooms: [("home", Self.secret), ("lab", Self.other)])
    let seals = try both.opened([sealed("a"), sealed("a", with: Self.other)]).map {
      event -> Seal? in
      if case .message(let message) = event { message.seal } else { nil }
    }
    #expect(seals.map { $0?.room } == ["home", "lab"])
    #expect(seals.map { $0?.unixSeconds } == [Self.sealedAt, Self.sealedAt])
    #expect(seals.map { $0?.ageSeconds } == [0, 0])
    var lab = try unsealing(rooms: [("lab", Self.other)])
    #expect(try shown(lab.opened([sealed("a")])) == ["otherSecret"])
  }

  /// The sender's time is the same whenever it is looked at.
  @Test func timesOfSealing() throws {
    var recording = try unsealing(isLive: false)
    for seconds in [0.0, 0.06, 0.124, 0.9, 17.3, -3.01] {
      clock.set(Self.sealedAt + seconds)
      guard case .message(let message)? = try recording.opened([sealed("a")]).first else {
        Issue.record("it is not shown")
        continue
      }
      let seal = try #require(message.seal)
      #expect(seal.room == nil && seal.ageSeconds == nil)
      #expect(seal.unixSeconds == Self.sealedAt)
    }
  }

  /// A stream that is no file's is no file, though it was sealed.
  @Test func streamsThatAreNone() throws {
    var live = try unsealing()
    #expect(try !shown(live.opened([sealed("not a file", isFile: true)]))[0].hasPrefix("file"))
  }

  // MARK: Random bytes

  /// Whatever comes with checks that hold, none of it is shown.
  @Test func randomBodies() throws {
    var live = try unsealing(
      "--max-age", "any", "--also-unsealed", rooms: [("home", Self.secret), ("lab", Self.other)])
    var random = SystemRandomNumberGenerator()
    for index in 0..<extent(100_000, usually: 10_000) {
      let count = index % 64
      let bytes = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
      let events = live.opened([
        .sealed(SealedMessage(frame: frame(index), bytes: bytes, correctedSymbols: 0))
      ])
      guard events.count == 1, case .failed(let failure) = events[0],
        failure.cause == .seal(.otherSecret), failure.heard.isEmpty
      else {
        Issue.record("\(bytes) became \(events)")
        return
      }
    }
  }

  /// The same as sound.
  @Test(arguments: ["hop", "burst"]) func randomBodiesAsSound(name: String) throws {
    let modem = try ProtocolCatalog.find(name)
    var station = try Station(hears: [modem], rateHertz: 48_000)
    station.open(
      with: try Keyring([.init(name: nil, secret: Self.secret)]), isLive: true,
      alsoUnsealed: true, greatestAge: .any)
    var feed = ReceiverFeed(station)
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    var results: [String] = []
    let count = extent(400, usually: 20)
    for index in 0..<count {
      let bytes = (0..<400).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
      var transmitter = try Transmitter(
        .sealed(SealedBytes(leastByteCount: 16 + index % 5) { Array(bytes.prefix($0)) }),
        protocol: modem, placement: modem.placements[0], sampleRateHertz: 48_000,
        identity: UInt16(index))
      var samples = [Float](repeating: 0, count: transmitter.sampleCount + 24_000)
      _ = samples.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
      results += shown(samples.withUnsafeBufferPointer { feed.push($0).heard })
    }
    results += shown(feed.finish().heard)
    #expect(results.count { $0 == "otherSecret" } == count, "seed \(seed)")
    // Among so many random tones something else may seem to start, and fails.
    let events = ["otherSecret", "detected", "level", "blocks"]
    let causes = ["otherSender", "disturbed", "tooWeak", "cutOff"]
    #expect(Set(results).isSubset(of: events + causes))
  }
}

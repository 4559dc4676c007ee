import HandShake
import HandShakeChannelModel
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// What always holds, with sound: a sender, listeners, and an attacker who plays again what was
/// overheard.
@Suite struct SoundScheduleTests {
  private static let passphrase = Array("platform four".utf8)
  private static let secret = try? Secret(passphrase: passphrase)

  @Test(arguments: 1...extent(16, usually: 4)) func drawnSchedulesHold(seed: Int) throws {
    let secret = try #require(Self.secret)
    var schedule = try SoundSchedule(seed: UInt64(seed), secret: secret)
    let faults = try schedule.faults()
    #expect(faults.isEmpty, "seed \(seed): \(faults)")
  }
}

/// One schedule: texts that are sent until they are confirmed, recordings that are played again,
/// and restarts.
struct SoundSchedule {
  private struct Sent {
    let text: String
    let isSealed: Bool
    let unixSeconds: Double
    let isConfirmed: Bool
    /// Texts that each listener had printed before.
    let printedBefore: [Int]
  }

  private var random: SeededRandom
  private let secret: Secret
  private let keyring: Keyring
  private let stations: StationAir
  /// Whether each listener has the secret.
  private let knows: [Bool]
  private var sent: [Sent] = []
  /// Whether nothing gets lost, and no listener's clock refuses what is sent.
  private var isCertain = false

  /// The longest that a text may be under way after it was sealed, beside its own sound; and how
  /// far clocks may differ.
  private static let (ageSeconds, toleranceSeconds) = (600.0 + 30, 600.0)
  private static let longestTextSeconds = 30.0

  init(seed: UInt64, secret: Secret) throws {
    var random = SeededRandom(seed: seed)
    self.secret = secret
    keyring = try Keyring([.init(name: nil, secret: secret)])
    let count = Int.random(in: 1...2, using: &random)
    let rooms: [Room?] = [nil, .office, .desk]
    let room = rooms.randomElement(using: &random) ?? nil
    let lost = Double.random(in: 0...1, using: &random) < 0.3 ? 0.3 : 0
    let intruder = count + 1
    var ways = SeededRandom(seed: random.next())
    let people = (0...intruder).map { index in
      AirStation(
        clockPartsPerMillion: index % 2 == 0 ? 60 : -80, playbackSeconds: 0.04,
        captureSeconds: 0.03, noiseDecibels: -50)
    }
    let air = SharedAir(stations: people, blockLength: 1920, seed: random.next()) { from, to in
      if from == to { return AirPath(distanceMetres: 0.1, levelDecibels: -5) }
      // The attacker has the best of places.
      if from == intruder || to == intruder {
        return AirPath(distanceMetres: 1, levelDecibels: -20)
      }
      let losses = AirLosses(utteranceProbability: lost)
      return room.map {
        AirPath(
          room: $0, distanceMetres: 2, levelDecibels: -25, losses: losses, random: &ways)
      } ?? AirPath(distanceMetres: 2, levelDecibels: -25, losses: losses)
    }
    let firstKnows = Double.random(in: 0...1, using: &random) < 0.9
    knows = [firstKnows, true].prefix(count) + []
    stations = try StationAir(air, count: count + 1) { _ in
      try Station(hears: Receipt.protocols, rateHertz: SharedAir.rateHertz, seed: 1)
    }
    self.random = random
    for index in 1...count {
      let clocks: [Double] = [0, 0, 30, -30, 400, -4000]
      stations.members[index].clockSeconds = try #require(
        clocks.randomElement(using: &self.random))
      try start(index)
    }
    isCertain =
      lost == 0 && knows.contains(true)
      && stations.members.allSatisfy { abs($0.clockSeconds) < Self.toleranceSeconds }
  }

  /// Starts a listener, or starts it again with what it remembers.
  private mutating func start(_ index: Int) throws {
    let memory = stations.members[index].station.memory
    var station = try Station(
      hears: Receipt.protocols + [ProtocolCatalog.find("burst")],
      rateHertz: SharedAir.rateHertz, seed: UInt32(truncatingIfNeeded: random.next()))
    station.open(with: knows[index - 1] ? keyring : nil, isLive: true, alsoUnsealed: true)
    station.memory = memory
    try station.answer(AnswerPolicy())
    stations.members[index].station = station
  }

  private var printed: [[String]] { stations.members[1...].map(\.texts) }

  private mutating func send(_ number: Int) throws {
    let name = ["hop", "hop-quick", "burst"].randomElement(using: &random) ?? "hop"
    let isSealed = Double.random(in: 0...1, using: &random) < 0.7
    // The same text may be sealed twice; in clear it could not be told from a repetition.
    let text = isSealed && Bool.random(using: &random) ? "meet at 7" : "meet at \(number)"
    let before = printed.map(\.count)
    let time = stations.unixSeconds
    let outgoing = Outgoing(
      .text(Array(text.utf8)), by: try ProtocolCatalog.find(name),
      secret: isSealed ? secret : nil)
    try stations.members[0].station.confirm(outgoing, at: time)
    let known = stations.members[0].events.count
    let end = stations.seconds + 50
    var isConfirmed = false
    loop: while stations.seconds < end {
      try stations.run(for: 0.2)
      for (_, _, event) in stations.members[0].events[known...] {
        switch event {
        case .confirmed:
          isConfirmed = true
          break loop
        case .unconfirmed: break loop
        default: break
        }
      }
    }
    stations.members[0].station.giveUp()
    sent.append(
      Sent(
        text: text, isSealed: isSealed, unixSeconds: time, isConfirmed: isConfirmed,
        printedBefore: before))
  }

  /// Plays what was overheard between two moments again, so many seconds of the day later.
  private mutating func replay(_ span: ClosedRange<Double>, after seconds: Double) throws {
    stations.unixSeconds += seconds
    let rate = SharedAir.rateHertz
    let samples = stations.overheard
    let (first, last) = (Int(span.lowerBound * rate), Int(span.upperBound * rate))
    stations.intrusion = samples[min(first, samples.count)..<min(last, samples.count)]
    try stations.run(for: span.upperBound - span.lowerBound + 6)
  }

  /// Runs it, and gives what did not hold.
  mutating func faults() throws -> [String] {
    var spans: [ClosedRange<Double>] = []
    for number in 0..<Int.random(in: 1...2, using: &random) {
      let startSeconds = stations.seconds
      try stations.run(for: 0.5)
      try send(number)
      spans.append(startSeconds...stations.seconds)
      try stations.run(for: 0.5)
      if Bool.random(using: &random) {
        try start(Int.random(in: 1...knows.count, using: &random))
      }
      let span = spans.randomElement(using: &random) ?? spans[0]
      let delays: [Double] = [0, 60, 560, 700, 4000, 90_000]
      let later = try #require(delays.randomElement(using: &random))
      try replay(span, after: later)
    }
    return check()
  }

  private func check() -> [String] {
    var faults: [String] = []
    for (index, listener) in stations.members[1...].enumerated() {
      var opened: [UInt64: Int] = [:]
      for (_, unixSeconds, event) in listener.events {
        guard case .heard(.message(let message)) = event else { continue }
        let text = String(decoding: message.bytes, as: UTF8.self)
        guard sent.contains(where: { $0.text == text }) else {
          faults.append("\(index) printed \(text), which nobody sent")
          continue
        }
        guard message.seal != nil else { continue }
        if !knows[index] { faults.append("\(index) opened \(text) without the secret") }
        if let number = message.frame.answer?.number { opened[number, default: 0] += 1 }
        let isInTime = sent.contains { one in
          let age = unixSeconds - one.unixSeconds
          return one.isSealed && one.text == text && age > -Self.toleranceSeconds - 1
            && age < Self.ageSeconds + Self.longestTextSeconds
        }
        if !isInTime { faults.append("\(index) accepted \(text) at a wrong time") }
      }
      // F2: a number is accepted once.
      for (number, count) in opened where count > 1 {
        faults.append("\(index) accepted \(number) \(count) times")
      }
    }
    for one in sent where isCertain && !one.isConfirmed {
      faults.append("\(one.text) was not confirmed")
    }
    // F3: whoever is told that it came can find it printed since.
    for one in sent where one.isConfirmed {
      let isPrinted = zip(printed, one.printedBefore).contains { texts, before in
        texts.dropFirst(before).contains(one.text)
      }
      if !isPrinted { faults.append("\(one.text) was confirmed and not printed") }
    }
    return faults
  }
}

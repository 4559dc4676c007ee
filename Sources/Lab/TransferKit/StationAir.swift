import HandShake
import HandShakeChannelModel
import HandShakeExchange
import HandShakeModem
import HandShakeSealing

/// Stations in one air, faster than real time. They work as the programs do, without devices.
public final class StationAir {
  /// A station with its loudspeaker and its microphone.
  public final class Member {
    /// The station itself.
    public var station: Station
    /// The events of the station, except levels, with their time in the sound and by its clock.
    public private(set) var events: [(seconds: Double, unixSeconds: Double, event: StationEvent)] =
      []
    /// The sounds that the station played, and their start times.
    public private(set) var sounds: [(seconds: Double, reason: StationSound.Reason)] = []
    /// Whether it can keep files.
    public var keepsFiles = true
    /// Offset of its clock from the time of day, in seconds.
    public var clockSeconds = 0.0
    private var transmitter: Transmitter?
    private var isSounding = false
    private var heard: [Float]
    private let blockLength: Int

    /// The gain of every sound.
    private static let gain: Float = 0.7

    fileprivate init(_ station: consuming Station, blockLength: Int) {
      heard = [Float](repeating: 0, count: blockLength * station.channelCount)
      self.blockLength = blockLength
      self.station = station
    }

    /// Takes the heard block and returns the played block.
    fileprivate func advance(at seconds: Double, _ unixSeconds: Double) throws -> [Float] {
      let time = unixSeconds + clockSeconds
      take(heard.withUnsafeBufferPointer { station.hear($0, at: time) }, at: seconds, time)
      if isSounding, transmitter == nil {
        isSounding = false
        station.sounded()
      }
      if let sound = station.nextSound() {
        sounds.append((seconds, sound.reason))
        transmitter = try sound.transmitter(rateHertz: SharedAir.rateHertz)
        isSounding = true
      }
      var block = [Float](repeating: 0, count: blockLength)
      let count = block.withUnsafeMutableBufferPointer { transmitter?.read(into: $0) ?? 0 }
      if count < block.count { transmitter = nil }
      return block.map { Self.gain * $0 }
    }

    private func take(_ told: [StationEvent], at seconds: Double, _ unixSeconds: Double) {
      for event in told {
        if case .heard(.level) = event { continue }
        events.append((seconds, unixSeconds, event))
        if case .heard(.file(let received)) = event, !keepsFiles {
          station.settle(frameNumber: received.frame.number, .notKept)
        }
      }
    }

    fileprivate func hear(_ channels: [[Float]]) {
      heard = (0..<blockLength).flatMap { place in channels.map { $0[place] } }
    }

    /// The texts that the station printed.
    public var texts: [String] {
      events.compactMap { _, _, event in
        guard case .heard(.message(let message)) = event else { return nil }
        return String(decoding: message.bytes, as: UTF8.self)
      }
    }

    /// The files that the station received.
    public var files: [CarriedFile] {
      events.compactMap { _, _, event in
        if case .heard(.file(let received)) = event { received.file } else { nil }
      }
    }

    /// The end of its confirmation or measurement; nil before the end.
    public var ending: StationEvent? {
      events.lazy.map(\.event).first { event in
        switch event {
        case .confirmed, .unconfirmed, .measured, .unmeasured: true
        case .pairing(let event): if case .digits = event { false } else { true }
        case .heard, .note, .missing: false
        }
      }
    }

    /// The pairing digits, and the time at which they appeared; nil before that.
    public var digits: (seconds: Double, number: Int)? {
      events.lazy.compactMap { seconds, _, event in
        if case .pairing(.digits(let number)) = event { (seconds, number) } else { nil }
      }.first
    }

    /// The measured distance to the station that answered; nil without a measurement.
    public var distance: Distance? {
      if case .measured(let distance, _, _) = ending { distance } else { nil }
    }

    /// The number of its answers.
    public var answerCount: Int {
      sounds.count { if case .attempt = $0.reason { false } else { true } }
    }

    /// The rungs of its tries.
    public var rungs: [Int?] {
      sounds.compactMap { _, reason -> Int?? in
        if case .attempt(_, let rung) = reason { .some(rung) } else { nil }
      }
    }
  }

  /// The stations, in the order of the air.
  public let members: [Member]
  /// Seconds of sound so far.
  public private(set) var seconds = 0.0
  /// The time of day, in seconds since 1970. It advances with the sound, and it may be set.
  public var unixSeconds: Double
  /// The sound at a listener beside the members, if `air` has one more station.
  public private(set) var overheard: [Float] = []
  /// The sound that this listener plays from now on.
  public var intrusion: ArraySlice<Float> = []
  private let hasIntruder: Bool
  private let air: SharedAir
  private let channels: Channels

  /// The input channels of a member, one block each, from the blocks of all microphones of the air
  /// and the block that the member plays.
  public typealias Channels = (_ member: Int, _ heard: [[Float]], _ played: [Float]) -> [[Float]]

  /// Stations in `air`, which has at least `count` stations.
  ///
  /// - Parameters:
  ///   - air: carries the sound of the stations.
  ///   - count: the number of stations.
  ///   - unixSeconds: the time of day at the start, in seconds since 1970.
  ///   - channels: the input channels of each member; by default, its own microphone.
  ///   - station: makes the station of an index.
  public init(
    _ air: SharedAir, count: Int = 2, at unixSeconds: Double = 1_800_000_000,
    channels: @escaping Channels = { member, heard, _ in [heard[member]] },
    station: (Int) throws -> Station
  ) rethrows {
    self.air = air
    self.channels = channels
    hasIntruder = air.stationCount > count
    self.unixSeconds = unixSeconds
    members = try (0..<count).map { Member(try station($0), blockLength: air.blockLength) }
  }

  /// Runs until the errand of the first station ends, or for `limitSeconds` of sound.
  public func run(limitSeconds: Double) throws {
    while seconds < limitSeconds, members[0].ending == nil { try advance() }
  }

  /// Pairs the first two stations, whose users accept the digits after `decisionSeconds`. Ends when
  /// both have ended, or after `limitSeconds` of sound.
  public func pair(decisionSeconds: [Double], limitSeconds: Double) throws {
    for (member, part) in zip(members, [PairingPart.first, .second]) {
      try member.station.pair(as: part, keys: PairingKeys())
    }
    var decided = members.map { _ in false }
    while seconds < limitSeconds, members.contains(where: { $0.ending == nil }) {
      try advance()
      for index in members.indices where !decided[index] {
        guard let shown = members[index].digits,
          seconds >= shown.seconds + decisionSeconds[index]
        else { continue }
        decided[index] = true
        members[index].station.decidePairing(isAccepted: true)
      }
    }
  }

  /// Runs for `duration` seconds of sound.
  public func run(for duration: Double) throws {
    let end = seconds + duration
    while seconds < end { try advance() }
  }

  private func advance() throws {
    seconds += Double(air.blockLength) / SharedAir.rateHertz
    unixSeconds += Double(air.blockLength) / SharedAir.rateHertz
    var played = try members.map { try $0.advance(at: seconds, unixSeconds) }
    while played.count < air.stationCount {
      let block = played.count == members.count ? Array(intrusion.prefix(air.blockLength)) : []
      played.append(block + [Float](repeating: 0, count: air.blockLength - block.count))
    }
    intrusion = intrusion.dropFirst(air.blockLength)
    let heard = air.advance(played)
    for index in members.indices { members[index].hear(channels(index, heard, played[index])) }
    if hasIntruder { overheard += heard[members.count] }
  }
}

extension StationAir {
  /// A distance measurement from the first station of `air`. The other stations answer.
  public static func distance(
    in air: SharedAir, listeners count: Int = 1, limitSeconds: Double = 60, seed: UInt32 = 1,
    channelCount: Int = 1,
    channels: @escaping Channels = { member, heard, _ in [heard[member]] }
  ) throws -> StationAir {
    let stations = try StationAir(air, count: count + 1, channels: channels) { index in
      var station = try Station(
        hears: [Receipt.usualProtocol], rateHertz: SharedAir.rateHertz,
        channelCount: channelCount, keepsSamples: true, seed: seed &* 31 &+ UInt32(index))
      if index > 0 {
        try station.answer(AnswerPolicy())
        try station.answerDistances()
      }
      return station
    }
    try stations.members[0].station.measureDistance()
    try stations.run(limitSeconds: limitSeconds)
    return stations
  }
}

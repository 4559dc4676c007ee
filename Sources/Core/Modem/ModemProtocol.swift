/// One protocol as its file in `Protocols/` declares it: frequencies in hertz, times in seconds.
///
/// Values are made by `Catalog`, which checks every field; nothing about a protocol is stated
/// anywhere else.
public struct ModemProtocol: Sendable, Equatable {
  /// What `--protocol` calls it.
  public var name: String
  /// One line for lists and help.
  public var summary: String
  /// Where in the spectrum it may lie, highest first: bands of equal width.
  public var placements: [Placement]
  /// The waveform and code.
  public var family: Family

  /// The waveform families, a folder of `Modem/` each.
  public enum Family: Sendable, Equatable {
    /// A character is a tone.
    case alphabet(AlphabetParameters)
    /// 64 tones that hop, coded.
    case hop(HopParameters)
    /// A single carrier with a ladder of rungs, for receivers that invert the room.
    case burst(BurstParameters)
    /// The protocols of the ggwave library.
    case ggwave(GGWaveParameters)
  }

  /// Whether it carries files, has rungs and repair blocks.
  public var isBurst: Bool {
    if case .burst = family { true } else { false }
  }

  /// Where every placement must lie: what the receiver listens to, less the shift of a signal in
  /// motion.
  public static let listeningBandHertz = 13700.0...20300.0

  /// Where a placement of ggwave's may lie as well: what is listened to only where such a protocol asks.
  public static let lowBandHertz = 600.0...7400.0

  /// The band in which every placement lies that most adults do not hear.
  public static let nearUltrasonicBandHertz = 13_300.0...20_700.0

  /// Whether every placement lies in the near-ultrasonic band.
  public var isNearUltrasonic: Bool {
    placements.allSatisfy { $0.lowestToneHertz >= Self.nearUltrasonicBandHertz.lowerBound }
  }

  /// Whether a receiver hears it as it is, without more that the sender would have to tell.
  public var isHeard: Bool {
    guard case .ggwave(let parameters) = family else { return true }
    return parameters.fixedLength != nil || !parameters.needsFixedLength
  }

  package init(name: String, summary: String, placements: [Placement], family: Family) {
    self.name = name
    self.summary = summary
    self.placements = placements
    self.family = family
  }

  /// The highest placement whose every tone lies below `ceilingHertz`, nil where none does.
  public func placement(belowHertz ceilingHertz: Double) -> Placement? {
    placements.first { $0.highestToneHertz < ceilingHertz }
  }

  /// The ceiling of loudspeakers of which nothing is known, in hertz.
  public static let usualCeilingHertz = 20_000.0

  /// The ceiling that counts where nobody states one, in hertz, for `sampleRateHertz` samples a second.
  ///
  /// What sounds down into the audible is for a cable, which has no ceiling of its own.
  public func assumedCeilingHertz(sampleRateHertz: Double) -> Double {
    isNearUltrasonic ? Self.usualCeilingHertz : sampleRateHertz / 2
  }

  /// The highest tone that `sampleRateHertz` samples a second hold, with a margin for the
  /// device's own filters just below half of it.
  public static func highestHertz(sampleRateHertz: Double) -> Double { sampleRateHertz / 2.1 }
}

/// The band one transmission occupies, from its lowest tone to its highest.
public struct Placement: Sendable, Equatable {
  /// Centre frequency of the lowest tone.
  public var lowestToneHertz: Double
  /// Centre frequency of the highest tone.
  public var highestToneHertz: Double

  package init(lowestToneHertz: Double, highestToneHertz: Double) {
    self.lowestToneHertz = lowestToneHertz
    self.highestToneHertz = highestToneHertz
  }

  /// Whether a frequency lies in both.
  func overlaps(_ other: Placement) -> Bool {
    lowestToneHertz < other.highestToneHertz && highestToneHertz > other.lowestToneHertz
  }
}

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

/// A protocol of single-carrier bursts: what its file declares.
///
/// All durations follow from `basebandRateHertz`, and the roll-off of the pulse from that and the
/// band of the placements.
public struct BurstParameters: Sendable, Equatable {
  /// The rate of the complex baseband in which a frame is laid out, fb: four samples to three
  /// symbols.
  public var basebandRateHertz: Double
  /// Silence between the frames of one message.
  public var gapSeconds: Double
  /// What the sender may choose from, the fastest first.
  public var steps: [BurstStep]
  /// The signal-to-noise ratio that the sender counts on where the user states none, as in
  /// `BurstStep.leastSNRDecibels`.
  public var assumedSNRDecibels: Double

  package init(
    basebandRateHertz: Double, gapSeconds: Double, steps: [BurstStep], assumedSNRDecibels: Double
  ) {
    self.basebandRateHertz = basebandRateHertz
    self.gapSeconds = gapSeconds
    self.steps = steps
    self.assumedSNRDecibels = assumedSNRDecibels
  }

  /// The highest rung of the ladder; the lowest is 0.
  public static let highestRung = BurstRung.ladder.count - 1
  /// Most bytes of a message.
  public static let largestMessageBytes = 1 << 20

  /// Symbols a second, 3/4 of the baseband rate.
  public var symbolRateHertz: Double { 0.75 * basebandRateHertz }

  /// Whether frames of both are alike on the air, so that one search finds both.
  func isSameWaveform(as other: BurstParameters) -> Bool {
    basebandRateHertz == other.basebandRateHertz
  }

  /// Occupied bandwidth in units of the baseband rate: 0.875 for a roll-off of 1/6.
  func bandwidthRatio(of placement: Placement) -> Double {
    (placement.highestToneHertz - placement.lowestToneHertz) / basebandRateHertz
  }

  /// The middle of the band.
  static func carrierHertz(of placement: Placement) -> Double {
    0.5 * (placement.lowestToneHertz + placement.highestToneHertz)
  }

  /// The roll-off of the root-raised-cosine pulse that fills a band of `bandwidthRatio` exactly.
  static func rollOff(bandwidthRatio: Double) -> Double { bandwidthRatio / 0.75 - 1 }
}

/// A choice of the sender: how to send messages up to a length, from some signal-to-noise ratio on.
public struct BurstStep: Sendable, Equatable {
  /// A rung of `BurstRung.ladder`.
  public var rung: Int
  /// What the frame starts with.
  public var sounder: BurstSounder
  /// From where on the step is taken: a sine of full scale against the noise in 0 to 24 kHz.
  public var leastSNRDecibels: Double
  /// The longest message it is meant for, in bytes.
  public var longestBytes: Int

  package init(rung: Int, sounder: BurstSounder, leastSNRDecibels: Double, longestBytes: Int) {
    self.rung = rung
    self.sounder = sounder
    self.leastSNRDecibels = leastSNRDecibels
    self.longestBytes = longestBytes
  }
}

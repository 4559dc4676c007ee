/// What a probe showed of a path, from the loudspeaker's samples to the microphone's.
///
/// Levels are in dB relative to a sine of full scale in the recording, or to the probe as it was
/// sent.
public struct ProbeReport: Sendable, Equatable {
  /// A hundred hertz of the band.
  public struct Cell: Sendable, Equatable {
    /// The middle of it.
    public var hertz: Double
    /// At what level a sine of full scale arrives.
    public var responseDecibels: Double
    /// Whether noise hides it: `responseDecibels` is then the most that it can be.
    public var isHidden: Bool
    /// The level of the noise in these 100 Hz.
    public var noiseDecibels: Double
    /// How much of the response was the same 2.35 s later, 0 to 1: its coherence over two
    /// kilohertz.
    public var steadiness: Double

    /// Power of a sine of full scale over the density of the noise, in dB for a hertz.
    public var densityRatioDecibels: Double { responseDecibels - noiseDecibels + 20 }
  }

  /// Two tones at one level.
  public struct Step: Sendable, Equatable {
    /// Their common peak, relative to full scale at the sender.
    public var levelDecibels: Double
    /// Their level as it arrived.
    public var toneDecibels: Double
    /// The products of third order relative to the tones, nil where noise hides them.
    public var distortionDecibels: Double?
  }

  /// Seconds from the first sample to the start of the probe.
  public var startSeconds: Double
  /// The peak at which it was sent, relative to full scale.
  public var sentLevelDecibels: Double
  /// 14.0 to 22.0 kHz, rising.
  public var cells: [Cell]
  /// Root mean square of the delays of the echoes about their mean, weighted by power.
  public var delaySpreadSeconds: Double
  /// How long after the first sound 99 % of the energy has come.
  public var echoSeconds: Double
  /// Speed-up of the received sound, clocks and motion together, in parts per million.
  public var dilationPartsPerMillion: Double
  /// By how much that changed from the first half to the second, as a speed in m/s: motion.
  public var speedChangeMetresPerSecond: Double
  /// Width of a received tone: motion of what it is reflected by too. Root mean square, hertz; nil
  /// where noise hides it.
  public var dopplerSpreadHertz: Double?
  /// The levels that were tried, rising.
  public var steps: [Step]
  /// By how much the loud sweep arrived fainter, all over the band, than the faint one promised.
  public var compressionDecibels: Double
  /// This part of the probe's samples was clipped in the recording.
  public var clippedShare: Double

  /// The lowest level, relative to full scale at the sender, at which the distortion is more than 3
  /// %; nil where there is none.
  public var clippingStartDecibels: Double? {
    steps.first { $0.distortionDecibels ?? -.infinity > Self.largestDistortionDecibels }?
      .levelDecibels
  }

  /// Distortion that is taken for clipping: 3 %.
  static let largestDistortionDecibels = -30.0
}

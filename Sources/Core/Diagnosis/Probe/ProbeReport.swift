/// The measured path of a probe, from the loudspeaker's samples to the microphone's samples.
///
/// Levels are in dB relative to a sine of full scale in the recording, or to the probe as it was
/// sent.
public struct ProbeReport: Sendable, Equatable {
  /// A part of the band, 100 Hz wide.
  public struct Cell: Sendable, Equatable {
    /// The middle frequency.
    public var hertz: Double
    /// The level at which a sine of full scale arrives.
    public var responseDecibels: Double
    /// Whether noise hides the response: `responseDecibels` is then an upper bound.
    public var isHidden: Bool
    /// The level of the noise in these 100 Hz.
    public var noiseDecibels: Double
    /// The share of the response that was the same 2.35 s later, 0 to 1: its coherence over two
    /// kilohertz.
    public var steadiness: Double

    /// Power of a sine of full scale over the noise density, in dB for a hertz.
    public var densityRatioDecibels: Double { responseDecibels - noiseDecibels + 20 }
  }

  /// Two tones at a common level.
  public struct Step: Sendable, Equatable {
    /// Their common peak, relative to full scale at the sender.
    public var levelDecibels: Double
    /// Their level as received.
    public var toneDecibels: Double
    /// The third-order products relative to the tones; nil if noise hides them.
    public var distortionDecibels: Double?
  }

  /// Seconds from the first sample to the start of the probe.
  public var startSeconds: Double
  /// The peak at which it was sent, relative to full scale.
  public var sentLevelDecibels: Double
  /// 14.0 to 22.0 kHz, ascending.
  public var cells: [Cell]
  /// Root mean square of the echo delays about their mean, weighted by power.
  public var delaySpreadSeconds: Double
  /// Seconds from the first sound until 99 % of the energy have arrived.
  public var echoSeconds: Double
  /// Speed-up of the received sound from clocks and motion, in parts per million.
  public var dilationPartsPerMillion: Double
  /// The change of the speed-up from the first half to the second, as a speed in m/s: motion.
  public var speedChangeMetresPerSecond: Double
  /// Root mean square width of a received tone, in hertz; it includes motion of reflectors. Nil if
  /// noise hides it.
  public var dopplerSpreadHertz: Double?
  /// The tested levels, ascending.
  public var steps: [Step]
  /// The loss of the loud sweep over the whole band, compared with the faint sweep.
  public var compressionDecibels: Double
  /// The share of the probe's samples that was clipped in the recording.
  public var clippedShare: Double

  /// The lowest level, relative to full scale at the sender, with a distortion above 3 %; nil if no
  /// level has it.
  public var clippingStartDecibels: Double? {
    steps.first { $0.distortionDecibels ?? -.infinity > Self.largestDistortionDecibels }?
      .levelDecibels
  }

  /// Distortion that counts as clipping: 3 %.
  static let largestDistortionDecibels = -30.0
}

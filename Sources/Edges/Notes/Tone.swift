import Signal

/// A steady tone: `amplitude` · sine or cosine of (2π · `frequencyHertz` · t + `phaseRadians`).
public struct Tone: Sendable, Equatable {
  /// What it is at phase 0.
  public enum Waveform: Sendable, Equatable {
    /// 0, rising.
    case sine
    /// Its peak.
    case cosine
  }

  /// Sine or cosine.
  public var waveform: Waveform
  /// Frequency in hertz.
  public var frequencyHertz: Double
  /// Peak, full scale 1.
  public var amplitude: Float
  /// Phase of the first sample in radians.
  public var phaseRadians: Double

  /// Peak amplitude unless another is asked for: 1.4 dB below full scale, which leaves room for the
  /// overshoot of a converter's filter.
  public static let baseAmplitude: Float = 0.85

  /// A tone of that frequency, a sine from phase 0 unless said otherwise.
  public init(
    _ waveform: Waveform = .sine, frequencyHertz: Double, amplitude: Float = baseAmplitude,
    phaseRadians: Double = 0
  ) {
    self.waveform = waveform
    self.frequencyHertz = frequencyHertz
    self.amplitude = amplitude
    self.phaseRadians = phaseRadians
  }
}

extension Oscillator {
  /// An oscillator that gives `tone` by `renderSine`: a cosine is a quarter of a turn ahead.
  public init(_ tone: Tone, rateHertz: Double) {
    self.init(
      frequencyHertz: tone.frequencyHertz, amplitude: tone.amplitude,
      phaseRadians: tone.phaseRadians + (tone.waveform == .cosine ? .pi / 2 : 0),
      rateHertz: rateHertz)
  }
}

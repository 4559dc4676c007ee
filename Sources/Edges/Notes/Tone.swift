import HandShakeSignal

/// A steady tone: `amplitude` · sine or cosine of (2π · `frequencyHertz` · t + `phaseRadians`).
public struct Tone: Sendable, Equatable {
  /// The value of the wave at phase 0.
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

  /// The usual level of every program, in dB of full scale. With a loudspeaker that is linear up to
  /// half its power, the audible band gets less than -60 dB. A less linear loudspeaker gives 2 dB
  /// less than at full scale: see the page Measurements.
  public static let baseLevelDecibels = -3.0
  /// The peak amplitude at that level.
  public static let baseAmplitude = Float(amplitudeRatio(decibels: baseLevelDecibels))

  /// A tone with this frequency, by default a sine from phase 0.
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
  /// An oscillator for `tone` by `renderSine`: a cosine is a quarter turn ahead.
  public init(_ tone: Tone, rateHertz: Double) {
    self.init(
      frequencyHertz: tone.frequencyHertz, amplitude: tone.amplitude,
      phaseRadians: tone.phaseRadians + (tone.waveform == .cosine ? .pi / 2 : 0),
      rateHertz: rateHertz)
  }
}

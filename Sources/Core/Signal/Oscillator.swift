/// A sine with continuous phase from block to block, even if its settings change.
///
/// The phase is counted in turns, in double precision, and wrapped once a block, so its precision
/// does not fall over a day. A new frequency takes effect from the next sample on.
public struct Oscillator: Sendable {
  /// Samples a second.
  public let rateHertz: Double

  /// Frequency of the next samples; a negative frequency turns backwards.
  public var frequencyHertz: Double {
    didSet { precondition(frequencyHertz.isFinite) }
  }

  /// The rise of the frequency in hertz a second, initially 0: a linear chirp.
  public var glideHertzPerSecond = 0.0 {
    didSet { precondition(glideHertzPerSecond.isFinite) }
  }

  /// Peak of the next samples.
  public var amplitude: Float

  private var turns: Double

  /// An oscillator at a rate above 0; its phase does not change before the first block.
  public init(
    frequencyHertz: Double, amplitude: Float = 1, phaseRadians: Double = 0, rateHertz: Double
  ) {
    precondition(rateHertz > 0 && rateHertz.isFinite && frequencyHertz.isFinite)
    self.rateHertz = rateHertz
    self.frequencyHertz = frequencyHertz
    self.amplitude = amplitude
    turns = Self.wrap(phaseRadians / (2 * .pi))
  }

  /// Fills `samples` with the next samples of amplitude · sin(phase).
  public mutating func renderSine(into samples: UnsafeMutableBufferPointer<Float>) {
    let amplitude = Double(amplitude)
    rotate(count: samples.count) { samples[$0] = Float(amplitude * $1.imaginary) }
  }

  /// Fills `samples` with the next samples of amplitude · exp(i · phase): cosine and sine.
  public mutating func render(into samples: UnsafeMutableBufferPointer<Complex>) {
    let amplitude = Double(amplitude)
    rotate(count: samples.count) { samples[$0] = Complex($1.scaled(by: amplitude)) }
  }

  /// Skips `count` samples without output.
  public mutating func skip(_ count: Int) {
    let samples = Double(count)
    turns = Self.wrap(turns + samples * (frequencyHertz / rateHertz))
    guard glideHertzPerSecond != 0 else { return }
    let gain = samples * glideHertzPerSecond / rateHertz
    turns = Self.wrap(turns + samples * (gain / 2 / rateHertz))
    frequencyHertz += gain
  }

  /// Calls `body` with the index of each of the next `count` samples and its cosine and sine.
  ///
  /// A rotation by one sample needs two multiplications for each part. A restart from the exact
  /// phase every 64 samples keeps its error near 1e-14, far below a `Float`. Sine and cosine of
  /// every sample would be four times slower and no better. In a glide the rotation itself rotates:
  /// the phase is quadratic in time, and the difference of squares is linear.
  @inline(__always)
  private mutating func rotate(
    count: Int, _ body: (_ index: Int, _ phasor: DoubleComplex) -> Void
  ) {
    let bend = 2 * .pi * glideHertzPerSecond / (rateHertz * rateHertz)
    let stepBend = DoubleComplex.phasor(bend)
    var step = DoubleComplex.phasor(2 * .pi * Self.wrap(frequencyHertz / rateHertz))
    var index = 0
    while index < count {
      let end = min(index + 64, count)
      if bend != 0 { step = .phasor(2 * .pi * Self.wrap(frequencyHertz / rateHertz) + bend / 2) }
      var phasor = DoubleComplex.phasor(2 * .pi * turns)
      skip(end - index)
      while index < end {
        body(index, phasor)
        phasor = phasor * step
        if bend != 0 { step = step * stepBend }
        index += 1
      }
    }
  }

  private static func wrap(_ turns: Double) -> Double {
    // A value just below a whole number rounds up to 1, which is 0.
    let part = turns - turns.rounded(.down)
    return part < 1 ? part : 0
  }
}

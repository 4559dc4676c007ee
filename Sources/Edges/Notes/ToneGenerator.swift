import HandShakeSignal

/// An endless tone that can be switched on and off and changed without a click.
///
/// `play` and `stop` only change the state. The caller requests block after block, and gets silence
/// from an idle generator. An interrupted fade reverses at its current gain:
///
///     idle --play--> fadingIn --> sustaining --stop--> fadingOut --> idle
///                       |  ^-----------play---------------^ |
///                       +--------------stop-----------------+
///
/// A new frequency is reached at a constant slope and a new amplitude along half a cosine, both
/// within `glideSeconds`; the phase never jumps. An example:
///
///     var generator = ToneGenerator(Tone(frequencyHertz: 440), rateHertz: 48_000)
///     var block = [Float](repeating: 0, count: 960)
///     generator.play()
///     for step in 0..<100 {
///       if step == 50 { generator.frequencyHertz = 880 }
///       if step == 90 { generator.stop() }
///       block.withUnsafeMutableBufferPointer { generator.render(into: $0) }
///       // Play the block.
///     }
public struct ToneGenerator: Sendable {
  /// The state of the generator.
  public enum State: Sendable, Equatable {
    /// Silent until `play`.
    case idle
    /// Rising to full gain.
    case fadingIn
    /// At full gain until `stop`.
    case sustaining
    /// Falling to silence.
    case fadingOut
  }

  /// The time to reach a new frequency or amplitude, in seconds.
  public static let glideSeconds = 0.02

  /// The state of the next sample.
  public var state: State {
    switch (gate.isMoving, gate.target > 0) {
    case (false, false): .idle
    case (true, true): .fadingIn
    case (false, true): .sustaining
    case (true, false): .fadingOut
    }
  }

  /// The current or the next frequency, in hertz.
  public var frequencyHertz: Double {
    didSet { beginGlide() }
  }

  /// The current or the next peak.
  public var amplitude: Float {
    get { level.target }
    set { if state == .idle { level.jump(to: newValue) } else { level.move(to: newValue) } }
  }

  private var oscillator: Oscillator
  private var level: GlidingGain
  private var gate: GlidingGain
  /// Samples until the frequency is reached.
  private var glideLeft = 0

  /// An idle generator.
  ///
  /// - Parameters:
  ///   - tone: The tone; its phase is the phase of the first sample, silent or not.
  ///   - timing: The course of the fade-in; the fade-out is its reverse.
  ///   - fadeSeconds: The duration of each fade, at least 0.
  ///   - rateHertz: The sampling rate, above 0.
  public init(
    _ tone: Tone, timing: TimingFunction = .raisedCosine,
    fadeSeconds: Double = Fade.defaultSeconds, rateHertz: Double
  ) {
    frequencyHertz = tone.frequencyHertz
    oscillator = Oscillator(tone, rateHertz: rateHertz)
    oscillator.amplitude = 1
    level = GlidingGain(
      tone.amplitude, course: Fade(.raisedCosine, seconds: Self.glideSeconds, rateHertz: rateHertz))
    gate = GlidingGain(0, course: Fade(timing, seconds: fadeSeconds, rateHertz: rateHertz))
  }

  /// Starts a fade-in, from silence or from the current gain of a fade-out.
  public mutating func play() { gate.move(to: 1) }

  /// Starts a fade-out, from full gain or from the current gain of a fade-in.
  public mutating func stop() { gate.move(to: 0) }

  /// Fills `samples` with the next samples: silence, tone, or a fade.
  public mutating func render(into samples: UnsafeMutableBufferPointer<Float>) {
    if state == .idle {
      // The phase advances in silence, so the next tone does not depend on the number of calls.
      oscillator.skip(samples.count)
      samples.update(repeating: 0)
      return
    }
    let gliding = min(glideLeft, samples.count)
    oscillator.renderSine(into: UnsafeMutableBufferPointer(rebasing: samples[..<gliding]))
    glideLeft -= gliding
    if gliding > 0, glideLeft == 0 { arrive() }
    oscillator.renderSine(into: UnsafeMutableBufferPointer(rebasing: samples[gliding...]))
    level.apply(to: samples)
    gate.apply(to: samples)
    if state == .idle {
      arrive()
      level.jump(to: level.target)
    }
  }

  private mutating func beginGlide() {
    guard state != .idle else { return arrive() }
    glideLeft = max(1, Int((Self.glideSeconds * oscillator.rateHertz).rounded()))
    oscillator.glideHertzPerSecond =
      (frequencyHertz - oscillator.frequencyHertz) / (Double(glideLeft) / oscillator.rateHertz)
  }

  private mutating func arrive() {
    glideLeft = 0
    oscillator.glideHertzPerSecond = 0
    oscillator.frequencyHertz = frequencyHertz
  }
}

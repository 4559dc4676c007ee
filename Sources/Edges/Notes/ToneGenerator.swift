import HandShakeSignal

/// A tone that is switched on and off and steered without a click while rendering goes on for ever.
///
/// `play` and `stop` only change the state; whoever feeds the device asks for block after block and
/// gets silence while the generator is idle. A fade that is interrupted turns round at the gain it
/// has reached:
///
///     idle --play--> fadingIn --> sustaining --stop--> fadingOut --> idle
///                       |  ^-----------play---------------^ |
///                       +--------------stop-----------------+
///
/// A new frequency is reached at a constant slope and a new amplitude along half a cosine, both
/// within `glideSeconds`; the phase never jumps. In ten lines:
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
  /// What the generator is doing.
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

  /// How long a new frequency or amplitude takes to be reached, in seconds.
  public static let glideSeconds = 0.02

  /// What the next sample belongs to.
  public var state: State {
    switch (gate.isMoving, gate.target > 0) {
    case (false, false): .idle
    case (true, true): .fadingIn
    case (false, true): .sustaining
    case (true, false): .fadingOut
    }
  }

  /// The frequency that the tone has or glides to, in hertz.
  public var frequencyHertz: Double {
    didSet { beginGlide() }
  }

  /// The peak that the tone has or glides to.
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
  ///   - tone: What it plays; the phase is that of the first sample, silent or not.
  ///   - timing: Course of the fade-in; the fade-out is the same backwards.
  ///   - fadeSeconds: Duration of each fade, at least 0.
  ///   - rateHertz: Sample rate, above 0.
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

  /// Lets the tone rise, from silence or from where a fade-out has come to.
  public mutating func play() { gate.move(to: 1) }

  /// Lets the tone fall to silence, from full gain or from where a fade-in has come to.
  public mutating func stop() { gate.move(to: 0) }

  /// Fills `samples` with what comes next: silence, tone, or the way from one to the other.
  public mutating func render(into samples: UnsafeMutableBufferPointer<Float>) {
    if state == .idle {
      // The phase runs on, so the tone that comes next does not depend on how often it is played.
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

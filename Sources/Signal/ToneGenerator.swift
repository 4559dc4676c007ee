/// A tone that is switched on and off without a click while rendering goes on for ever.
///
/// `play` and `stop` only change the state; whoever feeds the device asks for block after block and
/// gets silence while the generator is idle. A fade that is interrupted turns round at the gain it
/// has reached:
///
///     idle --play--> fadingIn --> sustaining --stop--> fadingOut --> idle
///                       |  ^-----------play---------------^ |
///                       +--------------stop-----------------+
public struct ToneGenerator: Sendable {
  /// Peak amplitude of the sustained tone unless another is asked for: 1.4 dB below full scale,
  /// which leaves room for the overshoot of a converter's filter.
  public static let baseAmplitude: Float = 0.85

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

  /// What the next sample belongs to.
  public private(set) var state = State.idle

  /// Frequency of the samples that come next; the phase never jumps.
  public var frequencyHertz: Double {
    get { oscillator.frequencyHertz }
    set { oscillator.frequencyHertz = newValue }
  }

  private var oscillator: Oscillator
  private let fade: Fade
  /// Samples of the present fade already rendered.
  private var elapsed = 0
  /// Gain when the present fade began, and of the last sample rendered.
  private var startGain: Float = 0
  private var gain: Float = 0

  /// An idle generator.
  ///
  /// - Parameters:
  ///   - frequencyHertz: Frequency of the tone.
  ///   - amplitude: Peak of the sustained tone.
  ///   - timing: Course of the fade-in; the fade-out is the same backwards.
  ///   - fadeSeconds: Duration of each fade, at least 0.
  ///   - rateHertz: Sample rate, above 0.
  public init(
    frequencyHertz: Double, amplitude: Float = ToneGenerator.baseAmplitude,
    timing: TimingFunction = .raisedCosine, fadeSeconds: Double, rateHertz: Double
  ) {
    oscillator = Oscillator(
      frequencyHertz: frequencyHertz, amplitude: amplitude, rateHertz: rateHertz)
    fade = Fade(timing, seconds: fadeSeconds, rateHertz: rateHertz)
  }

  /// Lets the tone rise, from silence or from where a fade-out has come to.
  public mutating func play() {
    guard state == .idle || state == .fadingOut else { return }
    begin(.fadingIn)
  }

  /// Lets the tone fall to silence, from full gain or from where a fade-in has come to.
  public mutating func stop() {
    guard state == .fadingIn || state == .sustaining else { return }
    begin(.fadingOut)
  }

  /// Fills `samples` with what comes next: silence, tone, or the way from one to the other.
  public mutating func render(into samples: UnsafeMutableBufferPointer<Float>) {
    var index = 0
    while index < samples.count {
      let rest = UnsafeMutableBufferPointer(rebasing: samples[index...])
      switch state {
      case .idle:
        // The phase runs on, so the tone that comes next does not depend on how often it is played.
        oscillator.skip(rest.count)
        rest.update(repeating: 0)
        return
      case .sustaining:
        oscillator.renderSine(into: rest)
        return
      case .fadingIn, .fadingOut:
        index += renderFade(into: rest)
      }
    }
  }

  private mutating func begin(_ fading: State) {
    state = fading
    elapsed = 0
    startGain = gain
    if fade.gains.isEmpty { finishFade() }
  }

  private mutating func finishFade() {
    gain = state == .fadingIn ? 1 : 0
    state = state == .fadingIn ? .sustaining : .idle
  }

  /// Renders the present fade as far as it or the block goes, and gives the samples rendered.
  private mutating func renderFade(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
    let length = fade.gains.count
    let count = min(length - elapsed, samples.count)
    let block = UnsafeMutableBufferPointer(rebasing: samples[..<count])
    oscillator.renderSine(into: block)
    fade.gains.withUnsafeBufferPointer { gains in
      for index in 0..<count {
        // Rising covers what is missing to 1, falling what there is: both from `startGain`.
        gain =
          state == .fadingIn
          ? startGain + (1 - startGain) * gains[elapsed + index]
          : startGain * gains[length - 1 - elapsed - index]
        block[index] *= gain
      }
    }
    elapsed += count
    if elapsed == length { finishFade() }
    return count
  }
}

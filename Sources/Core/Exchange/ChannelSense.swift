import HandShakeModem
import HandShakeSignal

/// Whether anybody else is sounding, by the levels that a receiver tells. Starts of frames say
/// less: every loud sound has some that turn out to be none. A station has one.
public struct ChannelSense: Sendable {
  /// Levels of tenths of a second, in dB, the oldest first; those of one's own sound are not among
  /// them.
  private var levels: [Double] = []
  /// The end of the last tenth of a second.
  private var heardSeconds = 0.0
  /// The same of the last in which somebody sounded. Before the first nobody knows.
  private var busySeconds = 0.0
  /// The end of one's own last sound, and of its echo.
  private var deafSeconds = -Double.infinity
  private var isSpeaking = false

  /// So many levels are remembered: a minute.
  private static let mostLevels = 600
  /// What is so much above the softest level is somebody's sound.
  private static let contrastDecibels = 10.0
  /// How long after its end one's own sound may still be heard: the microphone may be half a second
  /// late.
  private static let ownEchoSeconds = 0.7
  /// A free channel is one in which nobody was heard for so long: the shortest that levels tell.
  package static let freeSeconds = 0.1

  /// One that heard nothing: to it the channel is not free yet.
  public init() {}

  /// Takes what a receiver said.
  public mutating func take(_ event: ReceiverEvent) {
    guard case .level(let level) = event else { return }
    heardSeconds = level.seconds
    guard !isSpeaking, level.seconds > deafSeconds else { return }
    let decibels = decibels(amplitudeRatio: Double(max(level.bandRootMeanSquare, 1e-9)))
    if levels.count == Self.mostLevels { levels.removeFirst() }
    levels.append(decibels)
    if decibels > (levels.min() ?? decibels) + Self.contrastDecibels { busySeconds = level.seconds }
  }

  /// Tells that one's own sound begins or has ended at `now`.
  public mutating func speak(_ isSpeaking: Bool, at now: Double) {
    if self.isSpeaking { deafSeconds = now + Self.ownEchoSeconds }
    self.isSpeaking = isSpeaking
  }

  /// Whether sounds stand out so much that their end is heard.
  var hearsEnds: Bool { (levels.max() ?? 0) - (levels.min() ?? 0) >= 1.5 * Self.contrastDecibels }

  /// Whether the microphone may hear one's own sound at `now`.
  func isDeaf(at now: Double) -> Bool { isSpeaking || now <= deafSeconds }

  /// Whether somebody has been heard since then.
  func isBusy(since seconds: Double) -> Bool { busySeconds > seconds }

  /// Whether nobody has been heard for `seconds`, up to the last whole tenth of a second.
  package func isFree(for seconds: Double = freeSeconds) -> Bool {
    !isSpeaking && heardSeconds - busySeconds > seconds - 0.01
  }
}

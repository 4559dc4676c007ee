import Modem
import Signal

/// Whether anybody else is sounding, by what a receiver says: its levels, and the frames that arrive.
struct ChannelSense {
  /// Levels of tenths of a second, in dB, the oldest first; those of one's own sound are not among them.
  private var levels: [Double] = []
  /// The end of the last tenth of a second in which somebody sounded.
  private var busySeconds = -Double.infinity
  /// The end of one's own last sound, and of its echo.
  private var deafSeconds = -Double.infinity
  private var isSpeaking = false
  /// The frames that were found and of which nothing has become.
  private var arriving: [(number: Int, seconds: Double)] = []

  /// So many levels are remembered: ten seconds.
  private static let mostLevels = 100
  /// What is so much above the softest level, and not so much below the loudest, is somebody's sound.
  private static let contrastDecibels = 10.0
  /// How long one's own sound goes on after its end, in the room and in the devices.
  private static let ownEchoSeconds = 0.2
  /// After so long a frame of which nothing became is given up.
  private static let longestFrameSeconds = 8.0

  /// Takes what a receiver said at `now`, in seconds of what was captured.
  mutating func take(_ event: ReceiverEvent, at now: Double) {
    switch event {
    case .level(let level): take(level)
    case .detected(let frame):
      // What seems to start in one's own sound, or its echo, is that.
      if !isSpeaking, frame.startSeconds > deafSeconds { arriving.append((frame.number, now)) }
    case .blocks(let frame, _, _), .receipt(let frame, _), .repeated(let frame): end(frame)
    case .message(let message): end(message.frame)
    case .file(let file): end(file.frame)
    case .sealed(let sealed): end(sealed.frame)
    case .failed(let failure): end(failure.frame)
    case .progress: break
    }
  }

  private mutating func end(_ frame: Frame) { arriving.removeAll { $0.number == frame.number } }

  private mutating func take(_ level: Level) {
    guard !isSpeaking, level.seconds > deafSeconds else { return }
    let decibels = decibels(
      amplitudeRatio: Double(max(level.bandRootMeanSquare, 1e-9)))
    if levels.count == Self.mostLevels { levels.removeFirst() }
    levels.append(decibels)
    let floor = levels.min() ?? decibels
    let most = levels.max() ?? decibels
    // One that never pauses has no floor of its own; it is heard to end by its fall.
    if decibels > floor + Self.contrastDecibels, decibels > most - Self.contrastDecibels {
      busySeconds = level.seconds
    }
  }

  /// Tells that one's own sound begins or has ended at `now`.
  mutating func speak(_ isSpeaking: Bool, at now: Double) {
    if self.isSpeaking { deafSeconds = now + Self.ownEchoSeconds }
    self.isSpeaking = isSpeaking
    arriving = []
  }

  /// Whether sounds stand out so much that their end is heard.
  var hearsEnds: Bool {
    (levels.max() ?? 0) - (levels.min() ?? 0) >= 1.5 * Self.contrastDecibels
  }

  /// Whether nobody has been heard for `seconds`.
  mutating func isFree(for seconds: Double, at now: Double) -> Bool {
    arriving.removeAll { $0.seconds < now - Self.longestFrameSeconds }
    return !isSpeaking && arriving.isEmpty && now - busySeconds >= seconds
  }
}

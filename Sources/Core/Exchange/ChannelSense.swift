import HandShakeModem
import HandShakeSignal

/// Whether another station is sounding, from the levels that a receiver reports. Detected frame
/// starts are less reliable: every loud sound causes false starts. Each station has one instance.
public struct ChannelSense: Sendable {
  /// Levels of tenths of a second, in dB, the oldest first; without the levels of the station's own
  /// sound.
  private var levels: [Double] = []
  /// The end of the last tenth of a second.
  private var heardSeconds = 0.0
  /// The end of the last tenth in which a station sounded; initially 0.
  private var busySeconds = 0.0
  /// The end of the station's own last sound, including its echo.
  private var deafSeconds = -Double.infinity
  private var isSpeaking = false

  /// Levels to remember: a minute.
  private static let mostLevels = 600
  /// A level this far above the lowest level is a sound of another station.
  private static let contrastDecibels = 10.0
  /// Time after its end in which the own sound may still be heard: the microphone may be half a
  /// second late.
  private static let ownEchoSeconds = 0.7
  /// A channel is free after this much silence: the shortest time that levels show.
  package static let freeSeconds = 0.1

  /// A sense that has heard nothing: the channel does not count as free yet.
  public init() {}

  /// Takes an event of the receiver.
  public mutating func take(_ event: ReceiverEvent) {
    guard case .level(let level) = event else { return }
    heardSeconds = level.seconds
    guard !isSpeaking, level.seconds > deafSeconds else { return }
    let decibels = decibels(amplitudeRatio: Double(max(level.bandRootMeanSquare, 1e-9)))
    if levels.count == Self.mostLevels { levels.removeFirst() }
    levels.append(decibels)
    if decibels > (levels.min() ?? decibels) + Self.contrastDecibels { busySeconds = level.seconds }
  }

  /// Reports that the station's own sound begins or has ended at `now`.
  public mutating func speak(_ isSpeaking: Bool, at now: Double) {
    if self.isSpeaking { deafSeconds = now + Self.ownEchoSeconds }
    self.isSpeaking = isSpeaking
  }

  /// Whether sounds stand out enough that their end is audible.
  var hearsEnds: Bool { (levels.max() ?? 0) - (levels.min() ?? 0) >= 1.5 * Self.contrastDecibels }

  /// Whether the microphone may hear the station's own sound at `now`.
  func isDeaf(at now: Double) -> Bool { isSpeaking || now <= deafSeconds }

  /// Whether another station has sounded after `seconds`.
  func isBusy(since seconds: Double) -> Bool { busySeconds > seconds }

  /// Whether the channel has been silent for `seconds`, up to the last whole tenth of a second.
  package func isFree(for seconds: Double = freeSeconds) -> Bool {
    !isSpeaking && heardSeconds - busySeconds > seconds - 0.01
  }
}

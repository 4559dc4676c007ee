import HandShakeModem

/// The sound at each microphone from one second to another, as far as it is still stored, and the
/// capture time of the first sample.
public typealias CapturedSound = (_ from: Double, _ to: Double) -> (
  channels: [[Float]], startSeconds: Double
)

/// The station's own sound, from its handover to the player until its end.
struct OwnSound {
  let message: RangingMessage
  let placement: Placement
  let startSeconds: Double
  var endSeconds: Double
  /// Its frame, if the station's own microphone heard it well.
  var frame: Frame?

  /// Time after the end of a sound, to capture its echoes too.
  static let echoSeconds = 0.2
  /// The largest delay from a loudspeaker's sound to its captured samples.
  static let latencySeconds = 1.0

  /// Whether its echoes are captured by `now`, or it is too late for them.
  func isCaptured(at now: Double) -> Bool {
    now >= endSeconds + Self.latencySeconds
      || frame.map { now >= $0.endSeconds + Self.echoSeconds } ?? false
  }
}

/// Finds arrivals of the frames of a distance measurement, which all use the same protocol.
struct RangingFrames {
  let modemProtocol: ModemProtocol
  let rateHertz: Double

  /// Margin around a frame, because its start is known to some milliseconds.
  private static let marginSeconds = 0.1

  /// The arrival of `frame`, which carries `message`, at each microphone; nil if not found.
  func arrivals(
    _ frame: Frame, _ message: RangingMessage, in sound: CapturedSound
  ) -> [Arrival?] {
    arrivals(
      message, frame.placement, from: frame.startSeconds - Self.marginSeconds,
      to: frame.endSeconds + OwnSound.echoSeconds, dilation: frame.dilationPartsPerMillion,
      in: sound)
  }

  /// The arrival of the station's own sound at each microphone.
  func arrivals(_ own: OwnSound, in sound: CapturedSound) -> [Arrival?] {
    if let frame = own.frame { return arrivals(frame, own.message, in: sound) }
    return arrivals(
      own.message, own.placement, from: own.startSeconds - Self.marginSeconds,
      to: own.endSeconds + OwnSound.latencySeconds, dilation: 0, in: sound)
  }

  /// Two arrivals at the microphone with the smallest uncertainty. Times of different microphones
  /// cannot be compared.
  static func clearest(
    _ first: [Arrival?], _ second: [Arrival?]
  ) -> (first: Arrival, second: Arrival)? {
    zip(first, second).compactMap { first, second -> (first: Arrival, second: Arrival)? in
      guard let first, let second else { return nil }
      return (first, second)
    }.min {
      $0.first.uncertaintyMetres + $0.second.uncertaintyMetres
        < $1.first.uncertaintyMetres + $1.second.uncertaintyMetres
    }
  }

  private func arrivals(
    _ message: RangingMessage, _ placement: Placement, from start: Double, to end: Double,
    dilation: Double, in sound: CapturedSound
  ) -> [Arrival?] {
    guard let search = ArrivalSearch(message, modemProtocol, placement) else { return [] }
    let captured = sound(start, end)
    return captured.channels.map {
      search.arrival(
        in: $0, from: captured.startSeconds, rateHertz: rateHertz, expectedDilation: dilation)
    }
  }
}

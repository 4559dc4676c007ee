import HandShakeModem

/// What each microphone captured from one second to another, as far as it is known still, and when
/// the first of the samples was.
public typealias CapturedSound = (_ from: Double, _ to: Double) -> (
  channels: [[Float]], startSeconds: Double
)

/// One's own sound, from when it was handed over to when it had ended.
struct OwnSound {
  let message: RangingMessage
  let placement: Placement
  let startSeconds: Double
  var endSeconds: Double
  /// Its frame, where one's own microphone heard it well.
  var frame: Frame?

  /// After the end of a sound, for its echoes to be captured too.
  static let echoSeconds = 0.2
  /// How late a microphone may bring what a loudspeaker plays.
  static let latencySeconds = 1.0

  /// Whether its echoes are captured by `now`, or it is too late for them.
  func isCaptured(at now: Double) -> Bool {
    now >= endSeconds + Self.latencySeconds
      || frame.map { now >= $0.endSeconds + Self.echoSeconds } ?? false
  }
}

/// Finds arrivals of the frames by which a distance is measured, which all go by one protocol.
struct RangingFrames {
  let modemProtocol: ModemProtocol
  let rateHertz: Double

  /// Around a frame, since its start is known to some milliseconds.
  private static let marginSeconds = 0.1

  /// When `frame`, which carries `message`, arrived at each microphone; nil where it was not found.
  func arrivals(
    _ frame: Frame, _ message: RangingMessage, in sound: CapturedSound
  ) -> [Arrival?] {
    arrivals(
      message, frame.placement, from: frame.startSeconds - Self.marginSeconds,
      to: frame.endSeconds + OwnSound.echoSeconds, dilation: frame.dilationPartsPerMillion,
      in: sound)
  }

  /// When one's own sound arrived at each microphone.
  func arrivals(_ own: OwnSound, in sound: CapturedSound) -> [Arrival?] {
    if let frame = own.frame { return arrivals(frame, own.message, in: sound) }
    return arrivals(
      own.message, own.placement, from: own.startSeconds - Self.marginSeconds,
      to: own.endSeconds + OwnSound.latencySeconds, dilation: 0, in: sound)
  }

  /// Two arrivals at the microphone that tells them best: the times of two microphones are not to
  /// be compared.
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

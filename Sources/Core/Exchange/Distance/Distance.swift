import HandShakeModem
import HandShakeSignal

/// How far two stations are from each other.
///
/// Each hears the other and itself. With the times at which A's microphone heard both sounds, and
/// B's, all latencies cancel: D = c / 2 ((tA(reply) - tA(request)) - (tB(reply) - tB(request))) +
/// (dA + dB) / 2, where dA and dB are the ways from each loudspeaker to its own microphone (C. Peng
/// et al., "BeepBeep: a high accuracy acoustic ranging system using COTS mobile devices", SenSys
/// 2007). What the clocks differ by is taken out of B's interval by the dilations of the sounds.
public struct Distance: Sendable {
  /// From between one station's loudspeaker and microphone to between the other's, at 343 m/s.
  public let metres: Double
  /// Within how much of that the distance lies in nine of ten measurements: arrivals, the ways from
  /// each loudspeaker to its own microphone, and 10 degrees around 20 °C.
  public let uncertaintyMetres: Double
  /// Whether both sounds came on a direct path.
  public let hasDirectPath: Bool

  /// Taken for the way from a loudspeaker to its own microphone, and how far the mean of two may be
  /// from it.
  static let (ownMetres, ownUncertaintyMetres) = (0.1, 0.05)
  /// What 10 degrees change the speed of sound by: 0.61 m/s each.
  static let temperatureShare = 6.1 / soundMetresPerSecond
  /// Bounds of a measured distance. It is outside them if captured sound was lost in between.
  private static let (mostMetres, leastMetres) = (200.0, -0.5)

  /// The distance of A, who heard its own `request` and B's `reply`, from B, who sent `report`; nil
  /// if it is out of bounds.
  public init?(request: Arrival, reply: Arrival, report: RangingReport) {
    // A frame of B arrives at A faster by B's clock and slower by A's; at B itself by the
    // difference of its loudspeaker's and its microphone's clock, if they are two. Motion adds to
    // both ways alike, and cancels.
    let clock =
      0.5e-6
      * (reply.dilationPartsPerMillion + request.dilationPartsPerMillion
        - report.dilationPartsPerMillion)
    let elapsed = reply.seconds - request.seconds
    let way = (elapsed - report.elapsedSeconds / (1 + clock)) * soundMetresPerSecond
    let metres = way / 2 + Self.ownMetres
    guard metres > Self.leastMetres, metres < Self.mostMetres else { return nil }
    self.metres = max(0, metres)
    let arrivals =
      0.5 * (reply.uncertaintyMetres + request.ownUncertaintyMetres + report.uncertaintyMetres)
    let temperature = Self.temperatureShare * self.metres
    uncertaintyMetres =
      (arrivals * arrivals + Self.ownUncertaintyMetres * Self.ownUncertaintyMetres
      + temperature * temperature).squareRoot()
    // At one's own microphone the own loudspeaker always comes first.
    hasDirectPath = reply.hasDirectPath && report.hasDirectPath
  }
}

extension RangingReport {
  /// What a station reports that heard `request`, and its own `reply`; nil where the reply came
  /// first.
  init?(request: Arrival, reply: Arrival) {
    guard reply.seconds > request.seconds else { return nil }
    self.init(
      elapsedSeconds: reply.seconds - request.seconds,
      dilationPartsPerMillion: request.dilationPartsPerMillion + reply.dilationPartsPerMillion,
      uncertaintyMetres: request.uncertaintyMetres + reply.ownUncertaintyMetres,
      hasDirectPath: request.hasDirectPath)
  }
}

extension Arrival {
  /// The uncertainty of the station's own sound. It is 0 if the first path stands out, for the way
  /// is short and free of echoes.
  fileprivate var ownUncertaintyMetres: Double { hasDirectPath ? 0 : uncertaintyMetres }
}

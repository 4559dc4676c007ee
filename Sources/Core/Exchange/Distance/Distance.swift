import HandShakeModem
import HandShakeSignal

/// The distance between two stations.
///
/// Each station hears the other and itself. All latencies cancel in the times at which the
/// microphones of A and B heard both sounds: D = c / 2 ((tA(reply) - tA(request)) - (tB(reply) -
/// tB(request))) + (dA + dB) / 2. Here dA and dB are the paths from each loudspeaker to its own
/// microphone (C. Peng et al., "BeepBeep: a high accuracy acoustic ranging system using COTS mobile
/// devices", SenSys 2007). The dilations of the sounds correct B's interval for the clock
/// difference.
public struct Distance: Sendable {
  /// Between the midpoints of each station's loudspeaker and microphone, at 343 m/s.
  public let metres: Double
  /// The error bound in nine of ten measurements: from arrivals, the paths from each loudspeaker to
  /// its own microphone, and 10 degrees around 20 °C.
  public let uncertaintyMetres: Double
  /// Whether both sounds came on a direct path.
  public let hasDirectPath: Bool

  /// The assumed path from a loudspeaker to its own microphone, and the uncertainty of the mean of
  /// both stations' paths.
  static let (ownMetres, ownUncertaintyMetres) = (0.1, 0.05)
  /// The relative change of the speed of sound for 10 degrees: 0.61 m/s each.
  static let temperatureShare = 6.1 / soundMetresPerSecond
  /// Bounds of a distance. A value outside them means that captured sound was lost in between.
  private static let (mostMetres, leastMetres) = (200.0, -0.5)

  /// The distance between A, who heard its own `request` and B's `reply`, and B, who sent `report`;
  /// nil if it is out of bounds.
  public init?(request: Arrival, reply: Arrival, report: RangingReport) {
    // At A, a frame of B is faster by B's clock and slower by A's clock. At B, it differs by B's
    // loudspeaker and microphone clocks, if these are two. Motion affects both paths equally and
    // cancels.
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
    // At a station's own microphone the first path is always from its own loudspeaker.
    hasDirectPath = reply.hasDirectPath && report.hasDirectPath
  }
}

extension RangingReport {
  /// The report of a station that heard `request` and its own `reply`; nil if the reply came first.
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
  /// The uncertainty of the station's own sound. It is 0 if the first path stands out, because the
  /// path is short and free of echoes.
  fileprivate var ownUncertaintyMetres: Double { hasDirectPath ? 0 : uncertaintyMetres }
}

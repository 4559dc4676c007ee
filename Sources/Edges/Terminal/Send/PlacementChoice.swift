import HandShakeDiagnosis
import HandShakeModem

extension ModemProtocol {
  /// The highest placement that the loudspeaker and the sampling rate allow.
  ///
  /// - Parameters:
  ///   - declaredCeiling: in hertz, nil for the usual ceiling.
  ///   - rateHertz: sampling rate of the file or device.
  package func placement(
    declaredCeiling: Setting<Double?>, rateHertz: Double
  ) throws(CommandFailure) -> Placement {
    let half = rateHertz / 2
    // A configured ceiling belongs to the loudspeaker and may exceed half the rate.
    if let stated = declaredCeiling.value, stated > half, declaredCeiling.origin == .option {
      throw .ceilingAboveHalfRate(ceilingHertz: stated, rateHertz: rateHertz)
    }
    let held = Self.highestHertz(sampleRateHertz: rateHertz)
    let ceiling = declaredCeiling.value ?? assumedCeilingHertz(sampleRateHertz: rateHertz)
    if let placement = placement(belowHertz: min(ceiling, held)) { return placement }
    if placement(belowHertz: ceiling) != nil {
      throw .rateTooLow(rateHertz: rateHertz, protocolName: name, lowest: lowestPlacement)
    }
    throw declaredCeiling.blamed(
      for: .ceilingTooLow(
        ceilingHertz: ceiling, protocolName: name, lowest: lowestPlacement))
  }

  /// The listeners and the range of `placement` and each lower placement, in a line for each.
  func audibility(from placement: Placement) -> String {
    let columns = Audibility.listeners.map { padded($0, -10) }.joined()
    return "who hears it at 1 m, about\(columns)   reaches\n"
      + placements.drop { $0 != placement }.map { lower in
        let shares = Audibility.shares(of: lower).map { padded("\(decimals(100 * $0, 0))%", -10) }
        let reach = Audibility.reach(of: lower, against: placement)
        let isIt = lower == placement
        return padded(isIt ? lower.wording : "--ceiling \(lower.sufficientCeiling)", 25)
          + shares.joined() + (isIt ? "" : "   up to \(decimals(reach, 0)) times as far") + "\n"
      }.joined()
  }

  /// The placement with the least demand on a loudspeaker, nil for a protocol without placements.
  var lowestPlacement: Placement? {
    placements.min { $0.highestToneHertz < $1.highestToneHertz }
  }
}

extension Placement {
  /// A ceiling just above and a floor just below, as option values: `18480` and `15520`.
  var sufficientCeiling: String { decimals((highestToneHertz / 10).rounded(.up) * 10, 0) }
  var sufficientFloor: String { decimals((lowestToneHertz / 10).rounded(.down) * 10, 0) }
}

import HandShakeModem

extension ModemProtocol {
  /// The highest placement that the loudspeaker and the sampling rate allow.
  ///
  /// - Parameters:
  ///   - declaredCeiling: in hertz, nil for the usual one.
  ///   - rateHertz: samples a second of the file or device.
  package func placement(
    declaredCeiling: Setting<Double?>, rateHertz: Double
  ) throws(CommandFailure) -> Placement {
    let half = rateHertz / 2
    // A configured ceiling is the loudspeaker's, whatever the rate holds.
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

  /// The placement that needs least of a loudspeaker, nil where none is declared.
  var lowestPlacement: Placement? {
    placements.min { $0.highestToneHertz < $1.highestToneHertz }
  }
}

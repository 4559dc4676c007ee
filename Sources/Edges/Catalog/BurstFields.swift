import Modem

extension ProtocolParser {
  /// The fields of a burst protocol.
  static func burst(
    _ fields: inout CheckedFields, placements: [Placement]
  ) throws(CatalogError) -> BurstParameters {
    let rate = try fields.number("basebandRateHertz", in: 1000...24_000)
    let ratio = (placements[0].highestToneHertz - placements[0].lowestToneHertz) / rate
    // The roll-off of the pulse is what the band holds beyond the symbol rate, 3/4 of this rate.
    guard ratio >= 0.81, ratio <= 0.95 else {
      throw fields.error(
        "basebandRateHertz",
        "must be 1.06 to 1.23 times the width of a placement, so that the pulse has its slope")
    }
    let gap = try fields.number("gapSeconds", in: 0.02...2)
    let assumed = try fields.number("assumedSNRDecibels", in: -30...80)
    var steps: [BurstStep] = []
    for var entry in try fields.objects("steps", count: 1...32) {
      let rung = try entry.integer("rung", in: 0...BurstParameters.highestRung)
      let sounderName = try entry.string("sounder", limit: 40)
      guard let sounder = BurstSounder(rawValue: sounderName) else {
        throw entry.error(
          "sounder",
          "must be one of \(BurstSounder.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      let snr = try entry.number("leastSNRDecibels", in: -30...80)
      let longest = try entry.integer("longestBytes", in: 1...BurstParameters.largestMessageBytes)
      try entry.requireNoOthers()
      steps.append(
        BurstStep(rung: rung, sounder: sounder, leastSNRDecibels: snr, longestBytes: longest))
    }
    guard steps.contains(where: { $0.longestBytes == BurstParameters.largestMessageBytes }) else {
      throw fields.error(
        "steps", "must have one with longestBytes \(BurstParameters.largestMessageBytes)")
    }
    return BurstParameters(
      basebandRateHertz: rate, gapSeconds: gap, steps: steps,
      assumedSNRDecibels: assumed)
  }
}

import HandShakeSignal

/// The parameters of a protocol of single-carrier bursts, from its file.
///
/// All durations follow from `basebandRateHertz`. The roll-off of the pulse follows from that rate
/// and the band of the placements.
final class BurstParameters: Family {
  static let name = "burst"
  /// A placement outside the shared band has its own band.
  static let bandHertz = 100.0...22_000.0

  /// Rate of the complex baseband of a frame, fb: four samples for three symbols.
  let basebandRateHertz: Double
  /// Silence between the frames of one message.
  let gapSeconds: Double
  /// The sender's choices, the fastest first.
  let steps: [BurstStep]
  /// The signal-to-noise ratio that the sender assumes if the user states no ratio, defined as in
  /// `BurstStep.leastSNRDecibels`.
  let assumedSNRDecibels: Double
  /// The assumed ratio of the robust pace, for noise and losses.
  var robustSNRDecibels: Double { assumedSNRDecibels - 12 }
  /// The assumed ratio of the fast pace, for a quiet room.
  var fastSNRDecibels: Double { assumedSNRDecibels + 6 }

  /// The largest number of bytes of a message.
  static let largestMessageBytes = 1 << 20

  /// Symbols a second, 3/4 of the baseband rate.
  var symbolRateHertz: Double { 0.75 * basebandRateHertz }

  /// Samples of the baseband from the start of a frame to the start of the next of its stream.
  func sampleCount(toFrameAfter layout: BurstFrameLayout) -> Double {
    Double(layout.sampleCount + 2 * BurstShaper.marginCount) + gapSeconds * basebandRateHertz
  }

  /// Occupied bandwidth in units of the baseband rate: 0.875 for a roll-off of 1/6.
  func bandwidthRatio(of placement: Placement) -> Double {
    (placement.highestToneHertz - placement.lowestToneHertz) / basebandRateHertz
  }

  /// The middle of the band.
  static func carrierHertz(of placement: Placement) -> Double {
    0.5 * (placement.lowestToneHertz + placement.highestToneHertz)
  }

  /// The roll-off of the root-raised-cosine pulse that fills a band of `bandwidthRatio` exactly.
  static func rollOff(bandwidthRatio: Double) -> Double { bandwidthRatio / 0.75 - 1 }

  init(_ fields: any FieldSource, placements: [Placement]) throws(FieldError) {
    basebandRateHertz = try fields.number("basebandRateHertz", in: 1000...24_000)
    let ratio = placements[0].widthHertz / basebandRateHertz
    // The roll-off is the excess of the band over the symbol rate, 3/4 of this rate.
    guard ratio >= 0.81, ratio <= 0.95 else {
      throw fields.error(
        "basebandRateHertz",
        "must be 1.06 to 1.23 times the width of a placement, so that the pulse has its slope")
    }
    gapSeconds = try fields.number("gapSeconds", in: 0.02...2)
    assumedSNRDecibels = try fields.number("assumedSNRDecibels", in: -30...80)
    var steps: [BurstStep] = []
    for entry in try fields.objects("steps", count: 1...32) {
      let rung = try entry.integer("rung", in: 0...Ladder.highestRung)
      let sounderName = try entry.string("sounder", limit: 40)
      guard let sounder = BurstSounder(rawValue: sounderName) else {
        let names = BurstSounder.allCases.map { $0.rawValue }
        throw entry.error("sounder", "must be one of \(names.joined(separator: ", "))")
      }
      let snr = try entry.number("leastSNRDecibels", in: -30...80)
      let longest = try entry.integer("longestBytes", in: 1...Self.largestMessageBytes)
      try entry.requireNoOthers()
      steps.append(
        BurstStep(rung: rung, sounder: sounder, leastSNRDecibels: snr, longestBytes: longest))
    }
    guard steps.contains(where: { $0.longestBytes == Self.largestMessageBytes }) else {
      throw fields.error("steps", "must have one with longestBytes \(Self.largestMessageBytes)")
    }
    self.steps = steps
  }

  static func listeners(
    for protocols: [Listened<BurstParameters>], sampleRateHertz: Double
  ) -> [PlacedListener] {
    let groups = SearchGroup.groups(of: protocols) {
      $0.basebandRateHertz == $1.basebandRateHertz && $0.gapSeconds == $1.gapSeconds
    }
    return groups.map { group in
      let filter: ComplexDecimator? =
        DownConverter.holds(group.placements)
        ? nil
        : ComplexDecimator(
          lowestHertz: group.placements.map { $0.lowestToneHertz }.min()!,
          highestHertz: group.placements.map { $0.highestToneHertz }.max()!,
          rateHertz: sampleRateHertz)
      return PlacedListener(
        place: filter.map { .own($0) } ?? .near,
        listener: BurstListener(
          variants: group.variants, placements: group.placements,
          sourceRateHertz: filter?.basebandRateHertz ?? DownConverter.outputRateHertz,
          sourceCentreHertz: filter?.centreHertz ?? DownConverter.centreHertz))
    }
  }

  func encode(
    _ content: TransmittedContent, _ options: TransmissionOptions
  ) throws(TransmitterError) -> any FrameSource {
    try frames(content, options)
  }

  var carriesFiles: Bool { true }
  var carriesSealedContent: Bool { true }

  var ladder: Ladder? {
    Ladder(
      symbolRateHertz: symbolRateHertz,
      steps: steps.map { Ladder.Step(rung: $0.rung, leastSNRDecibels: $0.leastSNRDecibels) },
      leastDensityRatiosDecibels: BurstRung.ladder.indices.map {
        BurstRung.leastDensityRatioDecibels($0, basebandRateHertz: basebandRateHertz)
      })
  }

  var leastDensityRatioDecibels: Double {
    BurstRung.leastDensityRatioDecibels(
      steps.map { $0.rung }.min() ?? 0, basebandRateHertz: basebandRateHertz)
  }
}

/// A choice of the sender: how to send messages up to a length, from a signal-to-noise ratio on.
struct BurstStep: Sendable, Equatable {
  /// A rung of `BurstRung.ladder`.
  var rung: Int
  /// The sounder at the start of the frame.
  var sounder: BurstSounder
  /// The lowest ratio for the step: a sine of full scale against the noise in 0 to 24 kHz.
  var leastSNRDecibels: Double
  /// The longest message for the step, in bytes.
  var longestBytes: Int
}

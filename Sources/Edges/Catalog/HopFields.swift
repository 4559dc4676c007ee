import Modem

extension ProtocolParser {
  /// The fields of a hop protocol.
  static func hop(
    _ fields: inout CheckedFields, placements: [Placement]
  ) throws(CatalogError) -> HopParameters {
    let symbolsPerSecond = try fields.number("symbolsPerSecond", in: 5...100)
    let spacing = try fields.number("toneSpacingHertz", in: 20...200)
    let multiple = spacing / symbolsPerSecond
    guard multiple >= 1, multiple <= 8, abs(multiple - multiple.rounded()) < 1e-9 else {
      throw fields.error("toneSpacingHertz", "must be one to eight times symbolsPerSecond")
    }
    let width = placements[0].highestToneHertz - placements[0].lowestToneHertz
    guard abs(width - 63 * spacing) < 1e-6 else {
      throw fields.error(
        "toneSpacingHertz", "must be \(plain(width / 63)), so that 64 tones fill each placement")
    }
    let transition = try fields.number("transitionSeconds", in: 0...(0.5 / symbolsPerSecond))
    let ramp = try fields.number("rampSeconds", in: 0.001...0.1)
    let gap = try fields.number("gapSeconds", in: 0.02...2)
    let preamble = try fields.integers("preamble", count: 6...12, in: 0...63)
    guard Set(preamble).count == preamble.count else {
      throw fields.error("preamble", "must not repeat a tone")
    }
    let bitsPerSymbol = try fields.integer("bitsPerSymbol", in: 3...4)
    let variant = try fields.integer("variant", in: 0...1)
    let longest = try fields.integer("longestTextBytes", in: 16...255)
    return HopParameters(
      symbolSeconds: 1 / symbolsPerSecond, toneSpacingHertz: spacing,
      transitionSeconds: transition, rampSeconds: ramp, gapSeconds: gap,
      preamble: preamble, bitsPerSymbol: bitsPerSymbol, variant: variant,
      longestTextBytes: longest)
  }
}

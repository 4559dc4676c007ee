import Modem
import Signal

extension ProtocolParser {
  /// The fields of an alphabet protocol.
  static func alphabet(
    _ fields: inout CheckedFields, placements: [Placement]
  ) throws(CatalogError) -> AlphabetParameters {
    let symbolsPerSecond = try fields.number("symbolsPerSecond", in: 2...60)
    let spacing = try fields.number("toneSpacingHertz", in: 2...60)
    // Tones of one duration are told apart best at whole multiples of its inverse.
    let multiple = spacing / symbolsPerSecond
    guard multiple >= 1, abs(multiple - multiple.rounded()) < 1e-9 else {
      throw fields.error("toneSpacingHertz", "must be a whole multiple of symbolsPerSecond")
    }
    let width = placements[0].highestToneHertz - placements[0].lowestToneHertz
    guard abs(width - 96 * spacing) < 1e-6 else {
      throw fields.error(
        "toneSpacingHertz",
        "must be \(plain(width / 96)), so that 97 tones fill each placement")
    }
    let fadeSeconds = try fields.number("fadeSeconds", in: 0...(0.5 / symbolsPerSecond))
    let fadeName = try fields.string("fade", limit: 40)
    guard let fade = TimingFunction(named: fadeName) else {
      throw fields.error(
        "fade", "must be one of \(TimingFunction.allNames.joined(separator: ", "))")
    }
    let marker = try fields.integers("startMarker", count: 4...12, in: 0...96)
    guard Set(marker).count >= 3 else {
      throw fields.error("startMarker", "must have at least three different tones")
    }
    let repair = try fields.integer("repairSymbols", in: 0...64)
    // Fewer would let a wrong text pass more often than once in 2^20 garbled frames.
    let check = try fields.integer("checkSymbols", in: 4...16)
    return AlphabetParameters(
      toneSpacingHertz: spacing, symbolSeconds: 1 / symbolsPerSecond, fadeSeconds: fadeSeconds,
      fade: fade, startMarker: marker, repairSymbols: repair, checkSymbols: check)
  }
}

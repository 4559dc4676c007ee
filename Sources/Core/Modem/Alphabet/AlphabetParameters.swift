import HandShakeSignal

/// A protocol with one tone for each character.
final class AlphabetParameters: Family {
  static let name = "alphabet"

  /// Distance between neighbouring tones; a whole multiple of `1 / symbolSeconds`.
  let toneSpacingHertz: Double
  /// Duration of every tone, fades included.
  let symbolSeconds: Double
  /// Duration of the fade at either end of a tone.
  let fadeSeconds: Double
  /// How the amplitude changes during a fade.
  let fade: TimingFunction
  /// Symbols of the start marker, each 0 to 96.
  let startMarker: [Int]
  /// Parity symbols of a block that repair errors.
  let repairSymbols: Int
  /// Parity symbols of a block that check the repair.
  let checkSymbols: Int

  init(
    toneSpacingHertz: Double, symbolSeconds: Double, fadeSeconds: Double, fade: TimingFunction,
    startMarker: [Int], repairSymbols: Int, checkSymbols: Int
  ) {
    self.toneSpacingHertz = toneSpacingHertz
    self.symbolSeconds = symbolSeconds
    self.fadeSeconds = fadeSeconds
    self.fade = fade
    self.startMarker = startMarker
    self.repairSymbols = repairSymbols
    self.checkSymbols = checkSymbols
  }

  convenience init(_ fields: any FieldSource, placements: [Placement]) throws(FieldError) {
    let symbolsPerSecond = try fields.number("symbolsPerSecond", in: 2...60)
    let spacing = try fields.number("toneSpacingHertz", in: 2...60)
    // Tones of one duration are most distinct at whole multiples of its inverse.
    let multiple = spacing / symbolsPerSecond
    guard multiple >= 1, abs(multiple - multiple.rounded()) < 1e-9 else {
      throw fields.error("toneSpacingHertz", "must be a whole multiple of symbolsPerSecond")
    }
    let width = placements[0].widthHertz
    guard abs(width - 96 * spacing) < 1e-6 else {
      throw fields.error(
        "toneSpacingHertz",
        "must be \(fields.plain(width / 96)), so that 97 tones fill each placement")
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
    // With fewer, a wrong text would pass more often than once in 2^20 garbled frames.
    let check = try fields.integer("checkSymbols", in: 4...16)
    self.init(
      toneSpacingHertz: spacing, symbolSeconds: 1 / symbolsPerSecond, fadeSeconds: fadeSeconds,
      fade: fade, startMarker: marker, repairSymbols: repair, checkSymbols: check)
  }

  static func listeners(
    for protocols: [Listened<AlphabetParameters>], sampleRateHertz: Double
  ) -> [PlacedListener] {
    protocols.map {
      PlacedListener(
        place: .near,
        listener: AlphabetListener(
          name: $0.name, placements: $0.placements, parameters: $0.parameters))
    }
  }

  func encode(
    _ content: TransmittedContent, _ options: TransmissionOptions
  ) throws(TransmitterError) -> any FrameSource {
    try AlphabetFrames(content.text, self)
  }

  var leastDensityRatioDecibels: Double {
    let code = AlphabetCode(self)
    let ratio = code.neededRatio(symbolCount: 16 + AlphabetCode.trailerCount + code.parityCount)
    return decibels(powerRatio: ratio / (symbolSeconds * toneShape.meanPowerGain))
      + ToneEvidence.lossDecibels
  }

  func toneMap(in placement: Placement) -> [(symbol: String, hertz: Double)]? {
    (0..<UInt8(AlphabetCode.symbolCount)).map { symbol in
      let name: String
      switch AlphabetCode.byte(of: symbol) {
      case nil: name = "end"
      case 0x0A: name = "newline"
      case 0x20: name = "space"
      case .some(let byte): name = String(Unicode.Scalar(byte))
      }
      return (name, hertz(of: symbol, in: placement))
    }
  }

  /// Frequency of a symbol.
  func hertz(of symbol: UInt8, in placement: Placement) -> Double {
    placement.lowestToneHertz + toneSpacingHertz * Double(symbol)
  }

  /// Envelope of a tone.
  var toneShape: ToneShape {
    ToneShape(seconds: symbolSeconds, fadeSeconds: fadeSeconds, timingFunction: fade)
  }
}

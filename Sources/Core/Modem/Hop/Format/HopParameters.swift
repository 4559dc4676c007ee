import HandShakeSignal

/// A frequency-hopping protocol: coded symbols, each of which is one of 64 tones.
final class HopParameters: Family {
  static let name = "hop"

  /// Duration of a symbol.
  let symbolSeconds: Double
  /// Distance between neighbouring tones; a whole multiple of `1 / symbolSeconds`.
  let toneSpacingHertz: Double
  /// Time in which the frequency moves from one tone to the next, centred on the boundary.
  let transitionSeconds: Double
  /// Time in which the amplitude rises before the first symbol and falls after the last.
  let rampSeconds: Double
  /// Silence between the frames of one message, parts or copies.
  let gapSeconds: Double
  /// Tones of the preamble.
  let preamble: [Int]
  /// Information bits in a symbol of the payload: 3 or 4 of its 6.
  let bitsPerSymbol: Int
  /// Distinguishes variants of one timing in the header: 0 or 1.
  let variant: Int
  /// Longest text of a frame in bytes.
  let longestTextBytes: Int

  /// Number of tones, each of which is a symbol.
  static let toneCount = 64
  /// Energy of a tone over its spectral leakage: a tone starts and ends without a fade.
  static let skirtRatio = 100.0
  /// Symbols of the header.
  static let headerCount = 4

  /// Whether preamble and header are the same, so that one search finds both protocols.
  func isSameTiming(as other: HopParameters) -> Bool {
    symbolSeconds == other.symbolSeconds && toneSpacingHertz == other.toneSpacingHertz
      && rampSeconds == other.rampSeconds && gapSeconds == other.gapSeconds
      && preamble == other.preamble && longestTextBytes == other.longestTextBytes
  }

  /// Frequency of a tone.
  func hertz(of tone: Int, in placement: Placement) -> Double {
    placement.lowestToneHertz + toneSpacingHertz * Double(tone)
  }

  init(_ fields: any FieldSource, placements: [Placement]) throws(FieldError) {
    let symbolsPerSecond = try fields.number("symbolsPerSecond", in: 5...100)
    symbolSeconds = 1 / symbolsPerSecond
    guard
      FourierTransform.takes(size: SymbolSpectra.transformSize(symbolSeconds: symbolSeconds))
    else {
      throw fields.error(
        "symbolsPerSecond",
        "must be 93.75 or 62.5, or one of them halved any number of times, in a build without FFTW")
    }
    toneSpacingHertz = try fields.number("toneSpacingHertz", in: 20...200)
    let multiple = toneSpacingHertz / symbolsPerSecond
    guard multiple >= 1, multiple <= 8, abs(multiple - multiple.rounded()) < 1e-9 else {
      throw fields.error("toneSpacingHertz", "must be one to eight times symbolsPerSecond")
    }
    let width = placements[0].widthHertz
    guard abs(width - 63 * toneSpacingHertz) < 1e-6 else {
      throw fields.error(
        "toneSpacingHertz",
        "must be \(fields.plain(width / 63)), so that 64 tones fill each placement")
    }
    transitionSeconds = try fields.number("transitionSeconds", in: 0...(0.5 / symbolsPerSecond))
    rampSeconds = try fields.number("rampSeconds", in: 0.001...0.1)
    gapSeconds = try fields.number("gapSeconds", in: 0.02...2)
    preamble = try fields.integers("preamble", count: 6...12, in: 0...63)
    guard Set(preamble).count == preamble.count else {
      throw fields.error("preamble", "must not repeat a tone")
    }
    bitsPerSymbol = try fields.integer("bitsPerSymbol", in: 3...4)
    variant = try fields.integer("variant", in: 0...1)
    longestTextBytes = try fields.integer("longestTextBytes", in: 16...255)
  }

  static func listeners(
    for protocols: [Listened<HopParameters>], sampleRateHertz: Double
  ) -> [PlacedListener] {
    SearchGroup.groups(of: protocols) { $0.isSameTiming(as: $1) }.map {
      PlacedListener(
        place: .near, listener: HopListener(variants: $0.variants, placements: $0.placements))
    }
  }

  func encode(
    _ content: TransmittedContent, _ options: TransmissionOptions
  ) throws(TransmitterError) -> any FrameSource {
    try HopFrames(content, self, options)
  }

  var carriesSealedContent: Bool { true }

  var leastDensityRatioDecibels: Double {
    let framing = HopFraming(self)
    let usual = framing.sizeClass(HopText(bytes: Array("a usual message.".utf8)))
    return decibels(powerRatio: framing.neededRatio(sizeClass: usual) / symbolSeconds)
      + ToneEvidence.lossDecibels
  }
}

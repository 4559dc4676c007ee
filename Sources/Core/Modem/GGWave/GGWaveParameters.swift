import HandShakeSignal

/// A protocol of the ggwave library: several tones at once, each for half a byte.
///
/// All ggwave protocols share the constants below; `Protocols/README.md` has the wire format.
final class GGWaveParameters: Family {
  static let name = "ggwave"
  /// From the low band to the end of the band that all modems share.
  static let bandHertz =
    ModemProtocol.lowBandHertz.lowerBound...ModemProtocol.listeningBandHertz.upperBound

  /// Duration of a symbol in seconds: a whole multiple of 64 ms.
  let symbolSeconds: Double
  /// Number of tones that sound together, an even number.
  let tonesAtOnce: Int
  /// Bytes of every message, if sender and receiver have agreed on a length; there are no markers.
  /// Nil for messages of any length, between markers.
  let fixedLength: Int?

  init(symbolSeconds: Double, tonesAtOnce: Int, fixedLength: Int? = nil) {
    self.symbolSeconds = symbolSeconds
    self.tonesAtOnce = tonesAtOnce
    self.fixedLength = fixedLength
  }

  /// Largest number of bytes of a message between markers.
  static let longestMessage = 140

  /// Distance of neighbouring tones. All tones are multiples of it.
  static let toneSpacingHertz = 46.875
  /// Tones from which each sounding tone is chosen.
  static let tonesPerGroup = 16
  /// The time in which every tone completes whole periods.
  static let frameSeconds = 1 / toneSpacingHertz
  /// The duration of the shortest symbol, three frames. Other symbols are multiples of it.
  static let shortestSymbolSeconds = 3 / toneSpacingHertz
  static let markerSeconds = 16 * frameSeconds
  /// Tones in the band of a marker, which sounds one of every two neighbours.
  static let markerToneCount = 32
  /// From the lowest tone of a marker to the middle of its band.
  static let markerMiddleHertz = 0.5 * toneSpacingHertz * Double(markerToneCount - 1)
  /// Share of a symbol or marker for a linear rise, and for a linear fall, of its amplitude.
  static let rampShare = 0.15

  /// Blocks of 64 ms in a symbol.
  var blocksPerSymbol: Int { Int((symbolSeconds / Self.shortestSymbolSeconds).rounded()) }

  /// Number of tones from which a symbol chooses.
  var toneCount: Int { Self.tonesPerGroup * tonesAtOnce }

  /// Largest number of bytes of a message.
  var longestPayload: Int { fixedLength ?? Self.longestMessage }

  func fixedLength(_ byteCount: Int) -> GGWaveParameters? {
    guard (1...ModemProtocol.longestFixedLength).contains(byteCount) else { return nil }
    return GGWaveParameters(
      symbolSeconds: symbolSeconds, tonesAtOnce: tonesAtOnce, fixedLength: byteCount)
  }

  func encode(
    _ content: TransmittedContent, _ options: TransmissionOptions
  ) throws(TransmitterError) -> any FrameSource {
    try GGWaveFrames(content.text, self)
  }

  convenience init(_ fields: any FieldSource, placements: [Placement]) throws(FieldError) {
    let spacing = Self.toneSpacingHertz
    let seconds = try fields.number("symbolSeconds", in: 0.064...0.64)
    let multiple = seconds / Self.shortestSymbolSeconds
    guard abs(multiple - multiple.rounded()) < 1e-9 else {
      throw fields.error("symbolSeconds", "must be a whole multiple of 0.064")
    }
    let tonesAtOnce = try fields.integer("tonesAtOnce", in: 2...6)
    guard tonesAtOnce % 2 == 0 else { throw fields.error("tonesAtOnce", "must be 2, 4 or 6") }
    let width = spacing * Double(16 * tonesAtOnce - 1)
    for (index, placement) in placements.enumerated() {
      let field = "placements[\(index)]."
      let place = placement.lowestToneHertz / spacing
      guard place == place.rounded() else {
        throw fields.error(
          field + "lowestToneHertz", "must be a whole multiple of \(fields.plain(spacing))")
      }
      guard abs(placement.widthHertz - width) < 1e-6 else {
        throw fields.error(
          field + "highestToneHertz",
          "must lie \(fields.plain(width)) above, so that \(16 * tonesAtOnce) tones fill the "
            + "placement")
      }
      let bands = [ModemProtocol.lowBandHertz, ModemProtocol.listeningBandHertz]
      guard
        bands.contains(where: {
          $0.contains(placement.lowestToneHertz) && $0.contains(placement.highestToneHertz)
        })
      else {
        let words = bands.map { "\(fields.plain($0.lowerBound)) to \(fields.plain($0.upperBound))" }
        throw fields.error(
          field + "lowestToneHertz",
          "must lie with all tones in \(words.joined(separator: " or "))")
      }
    }
    self.init(
      symbolSeconds: multiple.rounded() * Self.shortestSymbolSeconds, tonesAtOnce: tonesAtOnce)
  }

  /// A listener for each group that shares markers and a placement, and for each fixed length.
  static func listeners(
    for protocols: [Listened<GGWaveParameters>], sampleRateHertz: Double
  ) -> [PlacedListener] {
    let single = protocols.flatMap { listened in
      listened.placements.map {
        Listened(name: listened.name, placements: [$0], parameters: listened.parameters)
      }
    }
    let variable = single.filter { $0.parameters.fixedLength == nil }
    let groups = SearchGroup.groups(of: variable) { $0.tonesAtOnce == $1.tonesAtOnce }
    return groups.map { group in
      placed(group.placements[0]) {
        GGWaveListener(variants: group.variants, placement: group.placements[0], centreHertz: $0)
      }
    }
      + single.compactMap { listened in
        listened.parameters.fixedLength.map { length in
          placed(listened.placements[0]) {
            GGWaveFixedListener(
              name: listened.name, parameters: listened.parameters, length: length,
              placement: listened.placements[0], centreHertz: $0)
          }
        }
      }
  }

  /// The listener from `make`, for the frequency that 0 Hz stands for in the band of `placement`.
  private static func placed(
    _ placement: Placement, _ make: (_ centreHertz: Double) -> any Listener
  ) -> PlacedListener {
    let isLow = ModemProtocol.lowBandHertz.contains(placement.lowestToneHertz)
    return PlacedListener(
      place: isLow ? .low : .near,
      listener: make(isLow ? Receiver.lowCentreHertz : DownConverter.centreHertz))
  }
}

extension GGWaveParameters {
  /// Data need energy in the blocks of every tone. Longer symbols add block energies and need less
  /// per block: 65 % of the gain of added amplitudes. Markers have sixteen tones at the same peak,
  /// so they have less power. Long symbols are clear before their markers are found.
  private var leastPowerRatioDecibels: Double {
    let tones = Double(tonesAtOnce)
    let shortest = Self.shortestSymbolSeconds
    let data =
      Self.leastToneDecibels + decibels(powerRatio: tones / shortest)
      - Self.blockGainShare * decibels(powerRatio: symbolSeconds / shortest)
    guard fixedLength == nil else { return data }
    return max(data, Self.leastMarkerDecibels + decibels(powerRatio: 16 / tones))
  }

  /// A sine of the same peak has `tonesAtOnce` times the power of tones that share the peak.
  var leastDensityRatioDecibels: Double {
    leastPowerRatioDecibels + decibels(powerRatio: Double(tonesAtOnce))
  }

  /// By how many dB a transmission exceeds its requirement.
  ///
  /// - Parameter signalToNoiseDecibels: tone power over noise power in 0 to 24 kHz.
  func marginDecibels(signalToNoiseDecibels: Double) -> Double {
    signalToNoiseDecibels + decibels(powerRatio: Self.noiseBandHertz) - leastPowerRatioDecibels
  }

  /// Over the noise density: a tone's energy in a block of 64 ms, and a marker's power. Measured
  /// with 40 messages of 16 bytes at each ratio.
  private static let leastToneDecibels = 10.3
  private static let leastMarkerDecibels = 24.0
  private static let blockGainShare = 0.65
  private static let noiseBandHertz = 24_000.0
}

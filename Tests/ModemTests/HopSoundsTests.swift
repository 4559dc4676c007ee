import HandShakeCatalog
import HandShakeSignal
import Testing

@testable import HandShakeModem

/// What the tones of a frame that was read explain.
@Suite struct HopSoundsTests {
  private let framing: HopFraming
  private let variants: HopVariants
  private let sounds: HopSounds
  private var claims = Claims()
  /// From symbol `place` of `text` on, six of eight tones are near those of the preamble, shifted
  /// by `shift`.
  private static let text = "X28UKqYFfYsGKaJ67v6AQM8K/VzRbf1uAu1RkN6SMTbj1GSBBPmqhNzsajuo"
  private static let place = 104
  private static let shift = -1

  init() throws {
    let mode = try ProtocolCatalog.find("hop-quick")
    let parameters = try #require(mode.family as? HopParameters)
    framing = HopFraming(parameters)
    variants = HopVariants([("hop-quick", parameters)], placements: mode.placements)
    sounds = HopSounds(variants)
    let text = HopText(bytes: Array(Self.text.utf8))
    let found = HopFound(
      text: text, correctedSymbols: 0, evidence: ToneEvidence(skirtRatio: 100), dilation: 0)
    let guess = variants.guess(framingIndex: 0, sizeClass: framing.sizeClass(text))
    claims.add(sounds.tones(candidate(), startSeconds: seconds(candidate()), found, guess))
  }

  /// A start some symbols after that of the frame, its tones some places of the grid higher than
  /// those sent.
  private func candidate(place: Double = 0, shift: Int = 0, placement: Int = 0) -> MarkerCandidate {
    let spacing = framing.parameters.toneSpacingHertz
    let middle = variants.placements[placement].lowestToneHertz + 32 * spacing
    return MarkerCandidate(
      placementIndex: placement, start: 1000 + place * variants.symbolSamples,
      dilation: Double(shift) * spacing / middle, score: 8,
      noise: unitNoise)
  }

  /// Contrasts of the tones of a preamble at `place`: those that the frame has there, and the
  /// others.
  private func contrasts(explained: Float, others: Float) -> [Float] {
    let tones = framing.tones(HopText(bytes: Array(Self.text.utf8)))
    return framing.parameters.preamble.enumerated().map { index, tone in
      abs(tones[Self.place + index] - tone - Self.shift) <= 1 ? explained : others
    }
  }

  private func seconds(_ candidate: MarkerCandidate) -> Double {
    candidate.start / DownConverter.outputRateHertz
  }

  private func isExplained(_ candidate: MarkerCandidate, _ contrasts: [Float]) -> Bool {
    sounds.explain(
      candidate, startSeconds: seconds(candidate), toneContrasts: contrasts, by: claims)
  }

  @Test func aStartOfItsOwnTonesIsExplained() {
    let start = candidate(place: Double(Self.place), shift: Self.shift)
    let contrasts = contrasts(explained: 3, others: 0.5)
    #expect(contrasts.count { $0 == 3 } == 6)
    #expect(contrasts.reduce(0, +) > HopFrame.plainContrast)
    #expect(isExplained(start, contrasts))
    // Clocks may differ, and a reflection may be the loudest.
    var late = start
    late.start += 0.2 * variants.symbolSamples
    #expect(isExplained(late, contrasts))
  }

  @Test func anotherSendersIsNot() {
    let start = candidate(place: Double(Self.place), shift: Self.shift)
    #expect(!isExplained(start, contrasts(explained: 3, others: 2.1)))
    // The same contrasts elsewhere in the frame, after it, and in another band.
    let contrasts = contrasts(explained: 3, others: 0.5)
    #expect(!isExplained(candidate(place: 60, shift: 2), contrasts))
    #expect(!isExplained(candidate(place: 140), contrasts))
    let elsewhere = candidate(place: Double(Self.place), shift: Self.shift, placement: 1)
    #expect(!isExplained(elsewhere, contrasts))
  }
}

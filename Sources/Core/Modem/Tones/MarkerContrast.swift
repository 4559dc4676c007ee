import HandShakeSignal

/// Checks a marker candidate: its tones must stand out of their neighbours at the same time.
///
/// The search compares with an earlier noise floor. Clicks, voices and music lift whole regions of
/// the spectrum above the floor, and sometimes contain a marker by chance.
struct MarkerContrast {
  private let tones: [Int]
  private let toneCount: Int
  private let toneSpacingHertz: Double
  private let symbolSeconds: Double
  private var filter: MatchedFilter

  /// Number of neighbours on either side. The nearest tone is not a neighbour, because a tone
  /// between two places of the grid reaches it.
  private static let reach = 12

  /// - Parameters:
  ///   - tones: the marker's tones in order, of `toneCount` tones `toneSpacingHertz` apart.
  ///   - shape: envelope of a tone.
  init(tones: [Int], toneCount: Int, toneSpacingHertz: Double, shape: ToneShape) {
    self.tones = tones
    self.toneCount = toneCount
    self.toneSpacingHertz = toneSpacingHertz
    symbolSeconds = shape.seconds
    filter = MatchedFilter(shape: shape)
  }

  /// The score of each marker tone, `log(1 + energy / (3 noise))`; their sum is the marker's score.
  /// The noise is the mean energy of the neighbouring tones, at least the noise before.
  mutating func scores(
    _ candidate: MarkerCandidate, lowestToneHertz: Double, history: borrowing BasebandHistory
  ) -> [Float] {
    let stretch = 1 + candidate.dilation
    let symbolSamples = symbolSeconds * DownConverter.outputRateHertz / stretch
    var scores: [Float] = []
    var energies = [Float](repeating: 0, count: 2 * Self.reach + 1)
    for (index, tone) in tones.enumerated() {
      let first = max(0, tone - Self.reach)
      let count = min(toneCount - 1, tone + Self.reach) - first + 1
      let lowestHertz = lowestToneHertz + toneSpacingHertz * Double(first)
      energies.withUnsafeMutableBufferPointer {
        filter.energies(
          history, candidate.noise, start: candidate.start + Double(index) * symbolSamples,
          dilation: candidate.dilation, lowestHertz: lowestHertz, spacingHertz: toneSpacingHertz,
          into: UnsafeMutableBufferPointer(rebasing: $0[..<count]))
      }
      for place in 0..<count {
        energies[place] /= candidate.noise.energy(
          atHertz: (lowestHertz + toneSpacingHertz * Double(place)) * stretch)
      }
      var (sum, neighbours): (Float, Float) = (0, 0)
      for place in 0..<count where abs(first + place - tone) > 1 {
        sum += fastLogarithm(energies[place])
        neighbours += 1
      }
      let noise = max(1, fastExponential(sum / neighbours + NoiseFloor.eulerConstant))
      scores.append(fastLogarithm(1 + energies[tone - first] / (3 * noise)))
    }
    return scores
  }
}

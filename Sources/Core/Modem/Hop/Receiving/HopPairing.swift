/// Two starts of frames, each too weak to be read, at the distance of two copies of one message.
struct HopPair {
  var earlier: MarkerCandidate
  var later: MarkerCandidate
  var sizeClass: Int
  /// Copies from the earlier to the later: 1 or, where one between them was not seen, 2.
  var steps: Int
  /// Whether a third start fits.
  var isTriple: Bool
}

/// Finds copies of one message among starts that noise may imitate: by their distance, which can only
/// be that of some size class, and by their speed.
struct HopPairing {
  /// Least score of a start that is kept. A long preamble is searched with more speeds.
  static func leastScore(isLong: Bool) -> Float { isLong ? 4.9 : 4.2 }
  /// Least sum of the scores of two starts; three may be weaker.
  private let leastSum: Float
  /// Starts kept per placement.
  private static let mostSightings = 128
  /// How far two starts may be from their distance, in symbols.
  private static let timeTolerance = 0.5
  /// How far apart their frequencies may be, in tones of one symbol's bandwidth.
  private static let frequencyTolerance = 0.75
  private static let mostSteps = 2

  private let symbolSamples: Double
  /// Distance of two copies in symbols, by size class.
  private let spacings: [Double]
  private let dilationTolerance: Double
  private var sightings: [[MarkerCandidate]]

  init(_ variants: HopVariants) {
    symbolSamples = variants.symbolSamples
    spacings = variants.spacings
    leastSum = variants.isLong ? 10.6 : 9.2
    dilationTolerance =
      Self.frequencyTolerance / variants.parameters.symbolSeconds / ToneShape.referenceHertz
    sightings = [[MarkerCandidate]](repeating: [], count: variants.placements.count)
  }

  /// Takes a start, later than those before, and gives the pairs that it makes.
  mutating func add(_ new: MarkerCandidate) -> [HopPair] {
    let place = new.placementIndex
    let farthest =
      (Double(Self.mostSteps) * spacings.last! + 1) * symbolSamples / (1 + new.dilation)
    sightings[place].removeAll { $0.start < new.start - farthest }
    var pairs: [HopPair] = []
    for old in sightings[place] where abs(old.dilation - new.dilation) <= dilationTolerance {
      let distance =
        (new.start - old.start) / symbolSamples * (1 + (old.dilation + new.dilation) / 2)
      for steps in 1...Self.mostSteps {
        let sizeClass = nearest(distance / Double(steps))
        guard abs(distance - Double(steps) * spacings[sizeClass]) <= Self.timeTolerance
        else { continue }
        let step = (new.start - old.start) / Double(steps)
        let third = steps == 1 ? old.start - step : old.start + step
        let isTriple = sightings[place].contains {
          abs($0.start - third) <= Self.timeTolerance * symbolSamples
            && abs($0.dilation - new.dilation) <= dilationTolerance
        }
        guard isTriple || old.score + new.score >= leastSum else { continue }
        pairs.append(
          HopPair(earlier: old, later: new, sizeClass: sizeClass, steps: steps, isTriple: isTriple))
      }
    }
    if sightings[place].count == Self.mostSightings { sightings[place].removeFirst() }
    sightings[place].append(new)
    return pairs
  }

  /// Forgets the starts in a placement before baseband sample `end`: they are explained.
  mutating func forget(placementIndex: Int, before end: Double) {
    sightings[placementIndex].removeAll { $0.start < end }
  }

  /// Forgets the starts in a placement between two baseband samples: another frame explains them.
  mutating func forget(placementIndex: Int, _ range: ClosedRange<Double>) {
    sightings[placementIndex].removeAll { range.contains($0.start) }
  }

  /// The size class whose spacing is nearest.
  private func nearest(_ symbols: Double) -> Int {
    let above = spacings.firstIndex { $0 >= symbols } ?? spacings.count - 1
    return above > 0 && spacings[above] - symbols >= symbols - spacings[above - 1]
      ? above - 1 : above
  }
}

/// Copies of one message that are added up: their starts form a grid of slots one spacing apart.
struct HopCombination {
  /// Log-likelihood ratios of one copy's payload by tone, 64 a symbol, read in several ways.
  struct Copy {
    var slot: Int
    var readings: [[Float]]
    /// Log-likelihood of the copy over noise.
    var evidence: Float
  }
  static let readingCount = 3

  let placementIndex: Int
  let guess: HopGuess
  /// Baseband samples from one copy to the next, as sent.
  let spacing: Double
  /// Header and preamble for it, in nepers.
  var evidence: Float
  /// Starts that were seen, in order; slot 0 is the first one's.
  private(set) var seen: [(slot: Int, candidate: MarkerCandidate)]
  var copies: [Copy] = []
  /// The slot after whose end to decode next.
  var dueSlot: Int
  /// Whether one of the starts is no noise, so that giving up is to be reported.
  var isSure = false

  /// Copies that are added up at most.
  static let mostCopies = 8

  init(_ pair: HopPair, _ guess: HopGuess, spacing: Double, evidence: Float) {
    placementIndex = pair.later.placementIndex
    self.guess = guess
    self.spacing = spacing
    self.evidence = evidence
    seen = [(0, pair.earlier), (pair.steps, pair.later)]
    dueSlot = pair.steps
  }

  var firstSlot: Int { seen.first!.slot }
  var lastSlot: Int { seen.last!.slot }

  /// The start of a copy: as it was seen, or where the nearest start that was seen puts it.
  func candidate(slot: Int) -> MarkerCandidate {
    var near = seen[0]
    for other in seen where abs(other.slot - slot) < abs(near.slot - slot) { near = other }
    var expected = near.candidate
    expected.start += Double(slot - near.slot) * spacing / (1 + near.candidate.dilation)
    return expected
  }

  /// The slot in which a frame at `start` lies; nil where it lies in none.
  func slot(ofStart start: Double, tolerance: Double) -> Int? {
    let near = seen.last!
    let slots = (start - near.candidate.start) * (1 + near.candidate.dilation) / spacing
    guard abs(slots - slots.rounded()) * spacing <= tolerance else { return nil }
    return near.slot + Int(slots.rounded())
  }

  /// Takes the start in a slot for seen.
  mutating func add(_ candidate: MarkerCandidate, slot: Int) {
    seen.insert((slot, candidate), at: seen.firstIndex { $0.slot > slot } ?? seen.endIndex)
    copies.removeAll { $0.slot == slot }
  }

  /// Takes what another pair tells of the same copies; false where it is of others.
  mutating func merge(_ other: HopCombination, tolerance: Double) -> Bool {
    guard other.placementIndex == placementIndex, other.guess == guess else { return false }
    let slots = other.seen.map { slot(ofStart: $0.candidate.start, tolerance: tolerance) }
    guard slots.allSatisfy({ $0 != nil }) else { return false }
    for (slot, one) in zip(slots, other.seen) {
      guard let slot, !seen.contains(where: { $0.slot == slot }) else { continue }
      add(one.candidate, slot: slot)
    }
    evidence = max(evidence, other.evidence)
    dueSlot = lastSlot
    return true
  }

  /// The sum of all copies, the header included, of which they tell nothing more.
  func sum(reading: Int) -> [Float] {
    let header = HopParameters.headerCount * HopParameters.toneCount
    var sum = [Float](
      repeating: 0, count: header + HopSize.symbolCounts[guess.sizeClass] * HopParameters.toneCount)
    for copy in copies {
      let llrs = copy.readings[reading]
      for index in llrs.indices { sum[header + index] += llrs[index] }
    }
    return sum
  }
}

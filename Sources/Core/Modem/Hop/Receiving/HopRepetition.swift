/// Copies of one message. The header of each copy says where the next copy begins.
struct HopRepetition {
  let guess: HopGuess
  /// Baseband samples from one copy to the next, as sent.
  let spacing: Double
  /// The copies that were found, in order.
  private(set) var copies: [MarkerCandidate]
  /// Log-likelihood of their preambles and headers over any other sound.
  private(set) var evidence: Float
  /// Number of copies that were read.
  var readCount = 0
  /// Sums of the LLRs of the copies' payloads by tone, one array for each way to read them.
  var sums: [[Float]] = []
  /// Whether the preamble of a copy is beyond doubt. If no text is read, the failure is reported.
  var isSure = false

  init(_ candidate: MarkerCandidate, _ guess: HopGuess, spacing: Double, evidence: Float) {
    self.guess = guess
    self.spacing = spacing
    self.evidence = evidence
    copies = [candidate]
  }

  var placementIndex: Int { copies[0].placementIndex }

  /// Expected place of the copy before the first.
  var previous: MarkerCandidate { Self.moved(copies[0], by: -spacing) }

  /// Expected place of the copy after the last.
  var next: MarkerCandidate { Self.moved(copies.last!, by: spacing) }

  private static func moved(_ copy: MarkerCandidate, by samples: Double) -> MarkerCandidate {
    var moved = copy
    moved.start += samples / (1 + copy.dilation)
    return moved
  }

  /// Whether a frame at `start` lies at the place of a copy.
  func holds(start: Double, tolerance: Double) -> Bool {
    let near = copies.last!
    let steps = (start - near.start) * (1 + near.dilation) / spacing
    return abs(steps - steps.rounded()) * spacing <= tolerance
  }

  /// Adds the copy before the first, or the one after the last.
  mutating func add(_ copy: MarkerCandidate, evidence: Float) {
    copies.insert(copy, at: copy.start < copies[0].start ? 0 : copies.endIndex)
    self.evidence += evidence
  }

  /// Adds the LLRs of a copy's payload, one array for each way to read it.
  mutating func add(_ readings: [[Float]]) {
    // The header adds no information to the sum.
    let header = [Float](repeating: 0, count: HopParameters.headerCount * HopParameters.toneCount)
    if sums.isEmpty { sums = readings.map { header + [Float](repeating: 0, count: $0.count) } }
    for (reading, llrs) in readings.enumerated() {
      for index in llrs.indices { sums[reading][header.count + index] += llrs[index] }
    }
  }
}

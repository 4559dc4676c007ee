/// Copies of one message, the next of which begins where the header of those before says that it does.
struct HopRepetition {
  let guess: HopGuess
  /// Baseband samples from one copy to the next, as sent.
  let spacing: Double
  /// The copies that were found, in order.
  private(set) var copies: [MarkerCandidate]
  /// Log-likelihood of their preambles and headers over any other sound.
  private(set) var evidence: Float
  /// How many of the copies were read.
  var readCount = 0
  /// Sums of the log-likelihood ratios of the copies' payloads by tone, one for each way to read them.
  var sums: [[Float]] = []
  /// Whether a preamble of one of the copies is beyond doubt: if no text comes of them, that is told.
  var isSure = false

  init(_ candidate: MarkerCandidate, _ guess: HopGuess, spacing: Double, evidence: Float) {
    self.guess = guess
    self.spacing = spacing
    self.evidence = evidence
    copies = [candidate]
  }

  var placementIndex: Int { copies[0].placementIndex }

  /// Where the copy before the first is expected.
  var previous: MarkerCandidate { Self.moved(copies[0], by: -spacing) }

  /// Where the copy after the last is expected.
  var next: MarkerCandidate { Self.moved(copies.last!, by: spacing) }

  private static func moved(_ copy: MarkerCandidate, by samples: Double) -> MarkerCandidate {
    var moved = copy
    moved.start += samples / (1 + copy.dilation)
    return moved
  }

  /// Whether a frame at `start` lies where a copy does.
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

  /// Adds what a copy's payload tells in several ways.
  mutating func add(_ readings: [[Float]]) {
    // Of the header the sum tells nothing more.
    let header = [Float](repeating: 0, count: HopParameters.headerCount * HopParameters.toneCount)
    if sums.isEmpty { sums = readings.map { header + [Float](repeating: 0, count: $0.count) } }
    for (reading, llrs) in readings.enumerated() {
      for index in llrs.indices { sums[reading][header.count + index] += llrs[index] }
    }
  }
}

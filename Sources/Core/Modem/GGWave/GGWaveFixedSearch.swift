import HandShakeSignal

/// Looks for messages of fixed length, which have no marker. For the duration of a message, the
/// energy of every group of tones lies in a single tone.
struct GGWaveFixedSearch {
  /// A time at which a message may start.
  struct Candidate {
    /// Number of its first sample, accurate to a hundredth of a second.
    var start: Int
    /// Mean share of a group's energy in its strongest point: 0.09 in noise, 1 in a clear message.
    var concentration: Double
  }

  private static let size = GGWaveBlockSpectrum.length
  /// Spectra per block.
  private static let stepsPerBlock = 4
  private static let step = size / stepsPerBlock
  /// Points of a group: tones are three points apart.
  private static let groupBins = 3 * GGWaveParameters.tonesPerGroup
  /// Mean and deviation of the largest of so many equal exponentials over their sum.
  private static let noiseConcentration = 0.093
  private static let noiseDeviation = 0.027
  /// Energy of a group in the noise of 24 bits. Rounding in digital silence, especially of a steady
  /// voltage, must not pass for a tone.
  private static let leastEnergy = 1e-15 * Float(size * groupBins)
  /// Deviations from noise that require a closer look.
  private static let leastDeviations = 5.0

  private let transform = FourierTransform(size: Self.size, keepsInput: true)
  private let firstBin: Int
  private let groupCount: Int
  private let blockCount: Int
  /// Steps in a symbol: a better place may follow that much later.
  private let patience: Int
  private let threshold: Double
  private var nextStart = 0
  /// Concentrations of the latest spectra, over a message's length, and their excess energies.
  private var ring: [(concentration: Float, excess: Float)]
  private var place = 0
  /// Sums over the blocks of a message that ends now, for each place in a block.
  private var sums = [(concentration: Double, excess: Double)](
    repeating: (0, 0), count: Self.stepsPerBlock)
  private var best: (candidate: Candidate, excess: Double, age: Int)?

  init(
    lowestToneHertz: Double, groupCount: Int, blockCount: Int, blocksPerSymbol: Int,
    centreHertz: Double
  ) {
    let binHertz = DownConverter.outputRateHertz / Double(Self.size)
    firstBin = Int(((lowestToneHertz - centreHertz) / binHertz).rounded()) - 1
    self.groupCount = groupCount
    self.blockCount = blockCount
    patience = Self.stepsPerBlock * blocksPerSymbol
    threshold =
      Self.noiseConcentration + Self.leastDeviations * Self.noiseDeviation
      / Double(groupCount * blockCount).squareRoot()
    ring = [(concentration: Float, excess: Float)](
      repeating: (0, 0), count: Self.stepsPerBlock * blockCount)
  }

  /// Processes the new samples of `history`. Returns the best place of every likely stretch.
  mutating func scan(_ history: borrowing BasebandHistory) -> [Candidate] {
    var found: [Candidate] = []
    while nextStart + Self.size <= history.endIndex {
      let latest = measure(history)
      let phase = place % Self.stepsPerBlock
      sums[phase].concentration += Double(latest.concentration) - Double(ring[place].concentration)
      sums[phase].excess += Double(latest.excess) - Double(ring[place].excess)
      ring[place] = latest
      place = (place + 1) % ring.count
      if let candidate = hold(
        Candidate(
          start: nextStart - (blockCount - 1) * Self.size,
          concentration: sums[phase].concentration / Double(groupCount * blockCount)),
        excess: sums[phase].excess)
      {
        found.append(candidate)
      }
      nextStart += Self.step
    }
    return found
  }

  /// Releases the candidate that waits for a better candidate, at the end of the input.
  mutating func finish() -> Candidate? {
    defer { best = nil }
    return best?.candidate
  }

  /// Keeps the loudest of several places. If nothing else sounds, a part of a message is as
  /// concentrated as the whole message.
  private mutating func hold(_ candidate: Candidate, excess: Double) -> Candidate? {
    best?.age += 1
    if candidate.concentration > threshold, excess > best?.excess ?? 0 {
      best = (candidate, excess, 0)
    }
    guard let held = best, held.age >= patience else { return nil }
    best = nil
    return held.candidate
  }

  /// Sums over the groups of the latest block: the share of the strongest point, and its excess
  /// energy over the mean of the other points.
  private func measure(
    _ history: borrowing BasebandHistory
  ) -> (concentration: Float, excess: Float) {
    transform.transform(history, from: nextStart, count: Self.size)
    var total: (concentration: Float, excess: Float) = (0, 0)
    for group in 0..<groupCount {
      var largest: Float = 0
      var sum = Self.leastEnergy
      for bin in 0..<Self.groupBins {
        let power = transform.energy(bin: firstBin + group * Self.groupBins + bin)
        largest = max(largest, power)
        sum += power
      }
      total.concentration += largest / sum
      total.excess += largest - (sum - largest) / Float(Self.groupBins - 1)
    }
    return total
  }
}

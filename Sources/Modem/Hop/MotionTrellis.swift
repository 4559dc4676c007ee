import Signal

/// Traces how a frame moves through time and frequency while it arrives.
///
/// A hidden Markov model for every delay of the frame (eighths of a symbol), with a state for every
/// speed: it changes little from symbol to symbol, rarely at once by much (somebody turns round).
/// What a state explains of a symbol is the likelihood of its energies, with the tone known
/// (preamble) or averaged over all tones. The forward-backward algorithm (Bahl et al., IEEE Trans.
/// Inf. Theory 20, 1974) weighs all paths.
///
/// Only the preamble tells delays apart: there the energy of the right tone counts against that of
/// all others. Among unknown tones a window that reaches into a neighbour louder than a faded tone
/// would win.
struct MotionTrellis {
  /// Delays: -8 to 8 eighths of a symbol.
  private static let largestDelay = 8
  private static let delayCount = 2 * largestDelay + 1
  /// Speeds in steps of one bin at the band's centre.
  private let speedCount: Int
  /// Bin of every tone at every speed, `speed * toneCount + tone`.
  private let bins: [Int32]
  private let toneCount = HopParameters.toneCount
  /// Relative speed-up of every speed.
  private let dilations: [Double]

  /// Likelihoods averaged over all tones, row by row, and how many rows there are.
  private var anyTone: [Float] = []
  private var anyToneRows = 0
  private var likelihoodRow: [Float]

  /// Weight of every state after the symbols before and after each symbol, and without its own.
  private var weights: [Float] = []
  /// Weight of every speed in each symbol, 0 where it is small.
  private var speedWeights: [Float] = []
  /// By how many rows each symbol comes later than if the speed had not changed.
  private var drift: [Int] = []

  private var stateCount: Int { Self.delayCount * speedCount }

  /// Signal-to-noise ratio of a tone that the likelihoods assume.
  private static let assumedRatio: Float = 6
  /// Energy ratio from which the likelihood grows as a power only: fading spreads strong tones over
  /// decades, and none may outweigh all others.
  private static let linearRatio: Float = 12
  /// Likelihood of all tones together that is no reason against a delay.
  private static let weightOfOthers: Float = 1
  /// Chance of a change to any speed at all.
  private static let jump: Float = 2e-3
  /// Standard deviation of the change of speed from symbol to symbol, in m/s.
  private static let speedDeviation = 0.05
  /// For every acceleration tried, the chance of a change of speed by -reach, ... reach steps.
  private let speedMoves: [[Float]]
  /// Least likely acceleration, m/s^2, and the distance of those tried where a symbol is so long that
  /// they move the speed by more than its usual deviation.
  private static let largestAcceleration = 2.5
  private static let accelerationStep = 0.5

  init(
    parameters: HopParameters, placement: Placement, spectra: SymbolSpectra, largestSpeed: Double
  ) {
    let step = spectra.binHertz / 18500
    let reach = Int(largestSpeed / MarkerSearch.soundMetresPerSecond / step)
    dilations = (-reach...reach).map { Double($0) * step }
    speedCount = dilations.count
    bins = dilations.flatMap { dilation in
      (0..<HopParameters.toneCount).map { tone in
        Int32(spectra.bin(ofHertz: parameters.hertz(of: tone, in: placement) * (1 + dilation)))
      }
    }
    let stepSpeed = step * MarkerSearch.soundMetresPerSecond
    // Sampled at whole steps, a narrow bell would lose most of its variance.
    let steps = Self.speedDeviation / stepSpeed
    let deviation = (steps * steps + 0.06).squareRoot()
    let largestMove = Self.largestAcceleration * parameters.symbolSeconds
    let trials = Int((Self.largestAcceleration / Self.accelerationStep).rounded())
    let accelerations =
      largestMove > 2 * Self.speedDeviation
      ? (-trials...trials).map { Double($0) * Self.accelerationStep } : [0]
    speedMoves = accelerations.map { acceleration in
      let mean = acceleration * parameters.symbolSeconds / stepSpeed
      let reach = Int((abs(mean) + 3 * deviation).rounded(.up))
      let moves = (-reach...reach).map {
        let distance = (Double($0) - mean) / deviation
        return exponential(-0.5 * distance * distance)
      }
      let sum = moves.reduce(0, +)
      return moves.map { Float($0 / sum) }
    }
    likelihoodRow = [Float](repeating: 0, count: spectra.binCount)
  }

  /// Forgets the frame before.
  mutating func begin() {
    anyTone.removeAll(keepingCapacity: true)
    anyToneRows = 0
  }

  @inline(__always)
  private static func likelihood(_ ratio: Float) -> Float {
    let near = min(ratio, linearRatio)
    let far = max(ratio, linearRatio) * (1 / linearRatio)
    let square = far * far
    return fastExponential(near * (assumedRatio / (1 + assumedRatio)))
      * (square * square / (1 + assumedRatio))
  }

  /// Computes the averages for rows that have none yet.
  private mutating func averageTones(_ spectra: borrowing SymbolSpectra) {
    let binCount = spectra.binCount
    anyTone.reserveCapacity(spectra.rowCount * speedCount)
    for row in anyToneRows..<spectra.rowCount {
      spectra.ratios.withUnsafeBufferPointer { ratios in
        likelihoodRow.withUnsafeMutableBufferPointer { likelihoods in
          for bin in 0..<binCount {
            likelihoods[bin] = Self.likelihood(ratios[row * binCount + bin])
          }
          bins.withUnsafeBufferPointer { bins in
            for speed in 0..<speedCount {
              var sum: Float = 0
              for tone in 0..<toneCount {
                sum += likelihoods[Int(bins[speed * toneCount + tone])]
              }
              anyTone.append(sum / Float(toneCount))
            }
          }
        }
      }
    }
    anyToneRows = spectra.rowCount
  }

  /// Weighs all paths over the first `symbolCount` symbols, of which the first are `known` tones.
  ///
  /// - Returns: the logarithm of the likelihood of everything, noise alone being 0.
  mutating func trace(
    _ spectra: borrowing SymbolSpectra, symbolCount: Int, known: [Int], initialDilation: Double
  ) -> Float {
    averageTones(spectra)
    drift = [Int](repeating: 0, count: symbolCount)
    var best = (total: -Float.infinity, moves: speedMoves[0])
    if speedMoves.count > 1 {
      for moves in speedMoves {
        let total = tracePaths(spectra, known, initialDilation, moves)
        if total > best.total { best = (total, moves) }
      }
    }
    var total = tracePaths(spectra, known, initialDilation, best.moves)
    // A speed that changes shifts the symbols that follow: once known, the rows follow it.
    var shift = 0.0
    var isMoved = false
    for symbol in 0..<symbolCount {
      drift[symbol] = max(
        -Self.largestDelay, min(Self.largestDelay, Int(shift.rounded())))
      if drift[symbol] != 0 { isMoved = true }
      shift -=
        (dilation(symbol: symbol) - initialDilation) * Double(SymbolSpectra.rowsPerSymbol)
    }
    if isMoved { total = tracePaths(spectra, known, initialDilation, best.moves) }
    return total
  }

  /// The row of a symbol at a delay.
  private func row(_ symbol: Int, _ delay: Int) -> Int {
    max(
      0,
      symbol * SymbolSpectra.rowsPerSymbol + SymbolSpectra.rowsAhead + delay - Self.largestDelay
        + drift[symbol])
  }

  private mutating func tracePaths(
    _ spectra: borrowing SymbolSpectra, _ known: [Int], _ initialDilation: Double,
    _ moves: [Float]
  ) -> Float {
    let states = stateCount
    let speeds = speedCount
    let symbolCount = drift.count
    var observations = [Float](repeating: 0, count: states * symbolCount)
    weights = [Float](repeating: 0, count: states * symbolCount)
    for symbol in 0..<symbolCount {
      for delay in 0..<Self.delayCount {
        let row = row(symbol, delay)
        let target = symbol * states + delay * speeds
        if symbol < known.count {
          for speed in 0..<speeds {
            let bin = Int(bins[speed * toneCount + known[symbol]])
            observations[target + speed] =
              Self.likelihood(spectra.ratios[row * spectra.binCount + bin])
              / (Self.weightOfOthers + anyTone[row * speeds + speed])
          }
        } else {
          var sum: Float = 0
          for speed in 0..<speeds { sum += anyTone[row * speeds + speed] }
          let scale = Float(speeds) / sum
          for speed in 0..<speeds {
            observations[target + speed] = scale * anyTone[row * speeds + speed]
          }
        }
      }
    }
    let total = forwardBackward(observations, symbolCount, initialDilation, moves)
    weighSpeeds()
    return total
  }

  private mutating func forwardBackward(
    _ observations: [Float], _ symbolCount: Int, _ initialDilation: Double, _ moves: [Float]
  ) -> Float {
    let states = stateCount
    let speeds = speedCount
    let backMoves = [Float](moves.reversed())
    var state = [Float](repeating: 0, count: states)
    var scratch = [Float](repeating: 0, count: states)
    for delay in 0..<Self.delayCount {
      for speed in 0..<speedCount {
        let distance = Float((dilations[speed] - initialDilation) * 343 / 0.5)
        let late = Float(delay - Self.largestDelay) / 4
        state[delay * speedCount + speed] =
          fastExponential(-0.5 * (distance * distance + late * late)) + 1e-5
      }
    }
    var total: Float = 0
    observations.withUnsafeBufferPointer { observations in
      weights.withUnsafeMutableBufferPointer { weights in
        for symbol in 0..<symbolCount {
          let base = symbol * states
          if symbol > 0 { Self.spread(&state, &scratch, speeds, moves) }
          Self.normalise(&state)
          for index in 0..<states { weights[base + index] = state[index] }
          var sum: Float = 0
          for index in 0..<states {
            state[index] *= observations[base + index]
            sum += state[index]
          }
          total += logarithm(max(sum, .leastNormalMagnitude))
        }
        for index in 0..<states { state[index] = 1 }
        for symbol in stride(from: symbolCount - 1, through: 0, by: -1) {
          let base = symbol * states
          Self.normalise(&state)
          for index in 0..<states { weights[base + index] *= state[index] }
          for index in 0..<states { state[index] *= observations[base + index] }
          Self.normalise(&state)
          Self.spread(&state, &scratch, speeds, backMoves)
        }
      }
    }
    return total
  }

  private static func normalise(_ state: inout [Float]) {
    state.withUnsafeMutableBufferPointer { state in
      var sum: Float = 0
      for value in state { sum += value }
      let scale = 1 / max(sum, .leastNormalMagnitude)
      for index in 0..<state.count { state[index] *= scale }
    }
  }

  /// One symbol's change of state; with the moves reversed, backwards.
  private static func spread(
    _ state: inout [Float], _ scratch: inout [Float], _ speeds: Int, _ moves: [Float]
  ) {
    state.withUnsafeMutableBufferPointer { state in
      scratch.withUnsafeMutableBufferPointer { scratch in
        for delay in 0..<Self.delayCount {
          let row = delay * speeds
          let reach = moves.count / 2
          var sum: Float = 0
          for speed in 0..<speeds { sum += state[row + speed] }
          let floor = Self.jump / Float(speeds) * sum
          for speed in 0..<speeds {
            var value = floor
            for move in max(-reach, speed - speeds + 1)...min(reach, speed) {
              value += moves[move + reach] * state[row + speed - move]
            }
            scratch[row + speed] = value
          }
        }
        for index in 0..<state.count { state[index] = scratch[index] }
      }
    }
  }

  /// Energies and noise of every tone in one symbol, averaged over the speeds by their weight, in the
  /// window that starts `delay` rows after the symbol's nominal start.
  func energies(
    _ spectra: borrowing SymbolSpectra, symbol: Int, delay: Int
  ) -> (energies: [Float], noise: [Float]) {
    var energies = [Float](repeating: 0, count: toneCount)
    var noise = [Float](repeating: 0, count: toneCount)
    let row = row(symbol, delay + Self.largestDelay) * spectra.binCount
    let weights = speedWeights.withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[symbol * speedCount..<(symbol + 1) * speedCount])
    }
    for (speed, weight) in weights.enumerated() where weight > 0 {
      for tone in 0..<toneCount {
        let bin = Int(bins[speed * toneCount + tone])
        energies[tone] += weight * spectra.energies[row + bin]
        noise[tone] += weight * spectra.noise(atBin: bin)
      }
    }
    return (energies, noise)
  }

  /// Speed-up of a symbol, averaged over all paths.
  func dilation(symbol: Int) -> Double {
    var sum = 0.0
    for speed in 0..<speedCount {
      sum += Double(speedWeights[symbol * speedCount + speed]) * dilations[speed]
    }
    return sum
  }

  /// Sums the weights over the delays and drops the smallest, so that those left sum to 1.
  private mutating func weighSpeeds() {
    let states = stateCount
    speedWeights = [Float](repeating: 0, count: drift.count * speedCount)
    for symbol in 0..<drift.count {
      let base = symbol * speedCount
      var largest: Float = 0
      for speed in 0..<speedCount {
        var sum: Float = 0
        for delay in 0..<Self.delayCount {
          sum += weights[symbol * states + delay * speedCount + speed]
        }
        speedWeights[base + speed] = sum
        largest = max(largest, sum)
      }
      var total: Float = 0
      for speed in 0..<speedCount {
        if speedWeights[base + speed] < 0.02 * largest { speedWeights[base + speed] = 0 }
        total += speedWeights[base + speed]
      }
      let scale = 1 / max(total, .leastNormalMagnitude)
      for speed in 0..<speedCount { speedWeights[base + speed] *= scale }
    }
  }
}

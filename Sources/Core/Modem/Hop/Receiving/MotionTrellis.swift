import HandShakeSignal

/// Traces the time-scale trajectory of a frame, and its delay, while the frame arrives.
///
/// Every delay, in eighths of a symbol, has a hidden Markov model with a state for every speed. The
/// speed changes little between symbols, and rarely by much at once (somebody turns round). A
/// symbol's likelihood uses the known tone in the preamble, later the mean of all tones. The
/// forward-backward algorithm (Bahl et al., IEEE Trans. Inf. Theory 20, 1974) weighs all paths.
///
/// Only the preamble tells delays apart: the energy of the right tone counts against all others.
/// Among unknown tones, a window that reaches into a louder neighbour would win over a faded tone.
struct MotionTrellis {
  private var paths: SpeedPaths
  /// Paths for a second forward pass while `paths` go backwards.
  private var pathsAgain: SpeedPaths
  private let width: Int
  /// Probabilities of the changes of speed, for every acceleration that is tried.
  private let speedMoves: [SpeedPaths.Moves]

  /// Likelihoods of the known tones: `(symbol * delayCount + delay) * width + speed`.
  private var observations: [Float] = []
  /// Weights of all states before the first symbol of each stretch, in the same order.
  private var checkpoints: [Float] = []
  /// Weights of all states before each symbol of one stretch.
  private var weights: [Float] = []

  /// Symbols in a stretch. All weights of a long frame would take 4 MB. The backward pass computes
  /// the weights of each stretch again (Binder, Murphy and Russell, "Space-efficient inference in
  /// dynamic probabilistic networks", IJCAI 1997).
  private static let stretchCount = 32
  private static let delayCount = TracedMotion.delayCount
  /// Standard deviation of the change of speed from symbol to symbol, in m/s.
  private static let speedDeviation = 0.05
  /// Largest acceleration that is tried, in m/s^2, and the step of the trials. Trials are made if a
  /// symbol is so long that accelerations move the speed by more than its usual deviation.
  private static let largestAcceleration = 2.5
  private static let accelerationStep = 0.5

  /// A trellis over the speeds of `motion`.
  init(_ motion: TracedMotion, symbolSeconds: Double, spectra: SymbolSpectra) {
    width = motion.width
    let stepSpeed = spectra.bins.binHertz / ToneShape.referenceHertz * soundMetresPerSecond
    // Sampled at whole steps, a narrow Gaussian would lose most of its variance.
    let steps = Self.speedDeviation / stepSpeed
    let deviation = (steps * steps + 0.06).squareRoot()
    let largestMove = Self.largestAcceleration * symbolSeconds
    let trials = Int((Self.largestAcceleration / Self.accelerationStep).rounded())
    let accelerations =
      largestMove > 2 * Self.speedDeviation
      ? (-trials...trials).map { Double($0) * Self.accelerationStep } : [0]
    let moves = accelerations.map {
      SpeedPaths.Moves(mean: $0 * symbolSeconds / stepSpeed, deviation: deviation)
    }
    speedMoves = moves
    paths = SpeedPaths(
      rowCount: Self.delayCount, speedCount: motion.dilations.count,
      moves: moves + moves.map { $0.reversed })
    pathsAgain = paths
  }

  /// Weighs all paths over the first `symbolCount` symbols, whose first tones are `known`.
  ///
  /// - Returns: the log-likelihood of all symbols; noise alone has 0.
  mutating func trace(
    _ motion: inout TracedMotion, _ spectra: borrowing SymbolSpectra, symbolCount: Int,
    known: [Int], initialDilation: Double
  ) -> Float {
    // A reader of other frames may need the memory next.
    defer { (observations, checkpoints, weights) = ([], [], []) }
    motion.begin(symbolCount: symbolCount)
    observe(motion, spectra, known)
    var best = (total: -Float.infinity, moves: speedMoves[0])
    if speedMoves.count > 1 {
      for moves in speedMoves {
        let total = forward(motion, known.count, initialDilation, moves, keepsWeights: false)
        if total > best.total { best = (total, moves) }
      }
    }
    // A change of speed shifts the symbols after it, so the rows follow the weighed speed.
    var total = weigh(&motion, known.count, initialDilation, best.moves)
    if motion.followSpeed(from: initialDilation) {
      observe(motion, spectra, known)
      total = weigh(&motion, known.count, initialDilation, best.moves)
    }
    return total
  }

  /// Follows all paths forwards and backwards.
  ///
  /// - Returns: the log-likelihood of all symbols.
  private mutating func weigh(
    _ motion: inout TracedMotion, _ knownCount: Int, _ initialDilation: Double,
    _ moves: SpeedPaths.Moves
  ) -> Float {
    let total = forward(motion, knownCount, initialDilation, moves, keepsWeights: true)
    motion.take(speedWeights: backward(motion, knownCount, moves))
    return total
  }

  /// Computes the likelihoods of the known tones.
  private mutating func observe(
    _ motion: TracedMotion, _ spectra: borrowing SymbolSpectra, _ known: [Int]
  ) {
    observations.lengthen(to: known.count * Self.delayCount * width)
    for (symbol, tone) in known.enumerated() {
      for delay in 0..<Self.delayCount {
        let row = motion.row(symbol, delay)
        observe(motion, spectra, tone, row: row, symbol * Self.delayCount + delay)
      }
    }
  }

  /// Computes the likelihoods of a known tone in a row of the spectra at every speed.
  private mutating func observe(
    _ motion: TracedMotion, _ spectra: borrowing SymbolSpectra, _ tone: Int, row: Int, _ place: Int
  ) {
    let (width, speedCount) = (width, motion.dilations.count)
    observations.withUnsafeMutableBufferPointer { observations in
      let target = observations.baseAddress! + place * width
      for speed in 0..<speedCount {
        let bin = Int(motion.bins[speed * HopParameters.toneCount + tone])
        target[speed] = spectra.ratio(row: row, bin: bin)
      }
      motion.averages.values.withUnsafeBufferPointer { averages in
        let others = averages.baseAddress! + row * width
        for speed in stride(from: 0, to: width, by: 8) {
          target[eight: speed] =
            ToneAverages.likelihood(target[eight: speed])
            / (others[eight: speed] + ToneAverages.weightOfOthers)
        }
      }
      for speed in speedCount..<width { target[speed] = 0 }
    }
  }

  /// Multiplies the weights of all states by the likelihoods of a symbol; returns their sum.
  private mutating func weigh(_ symbol: Int, _ motion: TracedMotion, _ knownCount: Int) -> Float {
    var sum: Float = 0
    for delay in 0..<Self.delayCount {
      if symbol < knownCount {
        sum += observations.withUnsafeBufferPointer {
          paths.multiply(
            row: delay, by: $0.baseAddress! + (symbol * Self.delayCount + delay) * width, factor: 1)
        }
      } else {
        let row = motion.row(symbol, delay)
        sum += motion.averages.values.withUnsafeBufferPointer {
          paths.multiply(
            row: delay, by: $0.baseAddress! + row * width, factor: motion.averages.scales[row])
        }
      }
    }
    return sum
  }

  /// Follows all paths forwards.
  ///
  /// - Returns: the log-likelihood of all symbols.
  private mutating func forward(
    _ motion: TracedMotion, _ knownCount: Int, _ initialDilation: Double,
    _ moves: SpeedPaths.Moves, keepsWeights: Bool
  ) -> Float {
    let states = Self.delayCount * width
    let symbolCount = motion.drift.count
    let stretches = (symbolCount + Self.stretchCount - 1) / Self.stretchCount
    if keepsWeights { checkpoints.lengthen(to: states * stretches) }
    let speeds = motion.dilations.map {
      fastExponential(TracedMotion.logarithm(of: $0, near: initialDilation))
    }
    let delays = (0..<Self.delayCount).map { fastExponential(TracedMotion.logarithm(ofDelay: $0)) }
    paths.set { delay, speed in delays[delay] * speeds[speed] + 1e-5 }
    var total: Float = 0
    var before = paths.total
    for symbol in 0..<symbolCount {
      if keepsWeights, symbol.isMultiple(of: Self.stretchCount) {
        let place = symbol / Self.stretchCount * states
        checkpoints.withUnsafeMutableBufferPointer { paths.copy(to: $0.baseAddress! + place) }
      }
      let after = max(weigh(symbol, motion, knownCount), .leastNormalMagnitude)
      total += fastLogarithm(after) - fastLogarithm(max(before, .leastNormalMagnitude))
      if symbol < symbolCount - 1 { before = paths.step(moves, scale: 1 / after) }
    }
    return total
  }

  /// Computes again the weights before each of `symbols`, a whole stretch.
  private mutating func recall(
    _ symbols: Range<Int>, _ motion: TracedMotion, _ knownCount: Int, _ moves: SpeedPaths.Moves
  ) {
    let states = Self.delayCount * width
    weights.lengthen(to: states * Self.stretchCount)
    swap(&paths, &pathsAgain)
    let place = symbols.lowerBound / Self.stretchCount * states
    checkpoints.withUnsafeBufferPointer { paths.set(from: $0.baseAddress! + place) }
    for symbol in symbols {
      let place = (symbol - symbols.lowerBound) * states
      weights.withUnsafeMutableBufferPointer { paths.copy(to: $0.baseAddress! + place) }
      guard symbol + 1 < symbols.upperBound else { break }
      let sum = max(weigh(symbol, motion, knownCount), .leastNormalMagnitude)
      _ = paths.step(moves, scale: 1 / sum)
    }
    swap(&paths, &pathsAgain)
  }

  /// Follows all paths backwards.
  ///
  /// - Returns: the weight of every speed in each symbol, summed over the delays.
  private mutating func backward(
    _ motion: TracedMotion, _ knownCount: Int, _ moves: SpeedPaths.Moves
  ) -> [Float] {
    let symbolCount = motion.drift.count
    var speedWeights = [Float](repeating: 0, count: symbolCount * width)
    let reversed = moves.reversed
    paths.set { _, _ in 1 }
    var stretch = symbolCount..<symbolCount
    for symbol in stride(from: symbolCount - 1, through: 0, by: -1) {
      if symbol < stretch.lowerBound {
        stretch = symbol / Self.stretchCount * Self.stretchCount..<stretch.lowerBound
        recall(stretch, motion, knownCount, moves)
      }
      let place = (symbol - stretch.lowerBound) * Self.delayCount
      speedWeights.withUnsafeMutableBufferPointer { speedWeights in
        weights.withUnsafeBufferPointer { weights in
          for delay in 0..<Self.delayCount {
            paths.addProducts(
              row: delay, weights.baseAddress! + (place + delay) * width,
              to: speedWeights.baseAddress! + symbol * width)
          }
        }
      }
      guard symbol > 0 else { break }
      let sum = max(weigh(symbol, motion, knownCount), .leastNormalMagnitude)
      _ = paths.step(reversed, scale: 1 / sum)
    }
    return speedWeights
  }
}

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
  static let largestDelay = 8
  static let delayCount = 2 * largestDelay + 1
  /// Speeds in steps of one bin at the band's centre.
  let speedCount: Int
  /// Speeds to a row, a multiple of eight: 0 stands where there is none.
  let width: Int
  /// Bin of every tone at every speed, `speed * toneCount + tone`.
  let bins: [Int32]
  private let toneCount = HopParameters.toneCount
  /// Relative speed-up of every speed.
  let dilations: [Double]

  var averages: ToneAverages
  private var paths: SpeedPaths

  /// Likelihoods of the known tones: `(symbol * delayCount + delay) * width + speed`.
  private var observations: [Float] = []
  /// Weight of every state after the symbols before each symbol, likewise.
  private var weights: [Float] = []
  /// Weight of every speed in each symbol, 0 where it is small.
  var speedWeights: [Float] = []
  /// Noise of every tone in each symbol, averaged likewise.
  private var toneNoise: [Float] = []
  /// By how many rows each symbol comes later than if the speed had not changed.
  var drift: [Int] = []

  /// Likelihood of all tones together that is no reason against a delay.
  static let weightOfOthers: Float = 1
  /// Standard deviation of the change of speed from symbol to symbol, in m/s.
  private static let speedDeviation = 0.05
  /// For every acceleration tried, the chances of a change of speed.
  private let speedMoves: [SpeedPaths.Moves]
  /// Least likely acceleration, m/s^2, and the distance of those tried where a symbol is so long that
  /// they move the speed by more than its usual deviation.
  private static let largestAcceleration = 2.5
  private static let accelerationStep = 0.5

  init(
    parameters: HopParameters, placement: Placement, spectra: SymbolSpectra, largestSpeed: Double
  ) {
    let step = spectra.binHertz / 18500
    let reach = Int(largestSpeed / soundMetresPerSecond / step)
    let dilations = (-reach...reach).map { Double($0) * step }
    self.dilations = dilations
    speedCount = dilations.count
    bins = dilations.flatMap { dilation in
      (0..<HopParameters.toneCount).map { tone in
        Int32(spectra.bin(ofHertz: parameters.hertz(of: tone, in: placement) * (1 + dilation)))
      }
    }
    averages = ToneAverages(
      parameters: parameters, placement: placement, spectra: spectra, dilations: dilations)
    width = averages.width
    let stepSpeed = step * soundMetresPerSecond
    // Sampled at whole steps, a narrow bell would lose most of its variance.
    let steps = Self.speedDeviation / stepSpeed
    let deviation = (steps * steps + 0.06).squareRoot()
    let largestMove = Self.largestAcceleration * parameters.symbolSeconds
    let trials = Int((Self.largestAcceleration / Self.accelerationStep).rounded())
    let accelerations =
      largestMove > 2 * Self.speedDeviation
      ? (-trials...trials).map { Double($0) * Self.accelerationStep } : [0]
    let moves = accelerations.map {
      SpeedPaths.Moves(mean: $0 * parameters.symbolSeconds / stepSpeed, deviation: deviation)
    }
    speedMoves = moves
    paths = SpeedPaths(
      rowCount: Self.delayCount, speedCount: dilations.count,
      moves: moves + moves.map { $0.reversed })
  }

  /// Gives back what a long frame needed.
  mutating func release() {
    averages.release()
    guard weights.count > SymbolSpectra.keptCount else { return }
    observations = []
    weights = []
    speedWeights = []
    toneNoise = []
  }

  /// Weighs all paths over the first `symbolCount` symbols, of which the first are `known` tones.
  ///
  /// - Returns: the logarithm of the likelihood of everything, noise alone being 0.
  mutating func trace(
    _ spectra: borrowing SymbolSpectra, symbolCount: Int, known: [Int], initialDilation: Double
  ) -> Float {
    averages.follow(spectra)
    drift = [Int](repeating: 0, count: symbolCount)
    observe(spectra, known)
    var best = (total: -Float.infinity, moves: speedMoves[0])
    if speedMoves.count > 1 {
      for moves in speedMoves {
        let total = forward(known.count, initialDilation, moves, keepsWeights: false)
        if total > best.total { best = (total, moves) }
      }
    }
    var total = forward(known.count, initialDilation, best.moves, keepsWeights: true)
    backward(known.count, best.moves)
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
    if isMoved {
      observe(spectra, known)
      total = forward(known.count, initialDilation, best.moves, keepsWeights: true)
      backward(known.count, best.moves)
    }
    averageNoise(spectra)
    return total
  }

  /// The row of a symbol at a delay; the last there is where the end has not come.
  func row(_ symbol: Int, _ delay: Int) -> Int {
    let row =
      symbol * SymbolSpectra.rowsPerSymbol + SymbolSpectra.rowsAhead + delay - Self.largestDelay
      + drift[symbol]
    return max(0, min(row, averages.rowCount - 1))
  }

  /// Computes the likelihoods of the known tones.
  private mutating func observe(_ spectra: borrowing SymbolSpectra, _ known: [Int]) {
    let missing = known.count * Self.delayCount * width - observations.count
    if missing > 0 { observations.append(contentsOf: repeatElement(0, count: missing)) }
    for (symbol, tone) in known.enumerated() {
      for delay in 0..<Self.delayCount {
        observe(spectra, tone, row: row(symbol, delay), symbol * Self.delayCount + delay)
      }
    }
  }

  /// Computes the likelihoods of a known tone in a row of the spectra at every speed.
  private mutating func observe(
    _ spectra: borrowing SymbolSpectra, _ tone: Int, row: Int, _ place: Int
  ) {
    let (width, toneCount) = (width, toneCount)
    observations.withUnsafeMutableBufferPointer { observations in
      let target = observations.baseAddress! + place * width
      spectra.ratios.withUnsafeBufferPointer { ratios in
        bins.withUnsafeBufferPointer { bins in
          let ratios = ratios.baseAddress! + row * spectra.binCount
          for speed in 0..<speedCount {
            target[speed] = ratios[Int(bins[speed * toneCount + tone])]
          }
        }
      }
      averages.values.withUnsafeBytes { averages in
        let likelihoods = UnsafeMutableRawPointer(target)
        for offset in stride(from: 0, to: width * 4, by: 32) {
          let ratios = likelihoods.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
          let others = averages.loadUnaligned(
            fromByteOffset: row * width * 4 + offset, as: SIMD8<Float>.self)
          likelihoods.storeBytes(
            of: ToneAverages.likelihood(ratios) / (others + Self.weightOfOthers),
            toByteOffset: offset, as: SIMD8<Float>.self)
        }
      }
      for speed in speedCount..<width { target[speed] = 0 }
    }
  }

  /// Multiplies the weights of all states by the likelihoods of a symbol; returns their sum.
  private mutating func weigh(_ symbol: Int, _ knownCount: Int) -> Float {
    var sum: Float = 0
    for delay in 0..<Self.delayCount {
      if symbol < knownCount {
        sum += observations.withUnsafeBufferPointer {
          paths.multiply(
            row: delay, by: $0.baseAddress! + (symbol * Self.delayCount + delay) * width,
            factor: 1)
        }
      } else {
        let row = row(symbol, delay)
        sum += averages.values.withUnsafeBufferPointer {
          paths.multiply(
            row: delay, by: $0.baseAddress! + row * width, factor: averages.scales[row])
        }
      }
    }
    return sum
  }

  /// Logarithm of the chance that a frame of which the search says `initial` starts with `dilation`:
  /// 0.5 m/s of standard deviation.
  static func logarithm(of dilation: Double, near initial: Double) -> Float {
    let distance = Float((dilation - initial) * soundMetresPerSecond / 0.5)
    return -0.5 * distance * distance
  }

  /// Logarithm of the chance of the delay numbered `delay`: half a symbol of standard deviation.
  static func logarithm(ofDelay delay: Int) -> Float {
    let late = Float(delay - largestDelay) / 4
    return -0.5 * late * late
  }

  /// Follows all paths forwards.
  ///
  /// - Returns: the logarithm of the likelihood of everything.
  private mutating func forward(
    _ knownCount: Int, _ initialDilation: Double, _ moves: SpeedPaths.Moves, keepsWeights: Bool
  ) -> Float {
    let states = Self.delayCount * width
    if keepsWeights {
      let missing = states * drift.count - weights.count
      if missing > 0 { weights.append(contentsOf: repeatElement(0, count: missing)) }
    }
    let speeds = dilations.map { fastExponential(Self.logarithm(of: $0, near: initialDilation)) }
    let delays = (0..<Self.delayCount).map { fastExponential(Self.logarithm(ofDelay: $0)) }
    paths.set { delay, speed in delays[delay] * speeds[speed] + 1e-5 }
    var total: Float = 0
    var before = paths.total
    for symbol in drift.indices {
      if keepsWeights {
        weights.withUnsafeMutableBufferPointer {
          paths.copy(to: $0.baseAddress! + symbol * states)
        }
      }
      let after = max(weigh(symbol, knownCount), .leastNormalMagnitude)
      total += fastLogarithm(after) - fastLogarithm(max(before, .leastNormalMagnitude))
      if symbol < drift.count - 1 { before = paths.step(moves, scale: 1 / after) }
    }
    return total
  }

  /// Follows all paths backwards and sums up, over the delays, the weight of every speed.
  private mutating func backward(_ knownCount: Int, _ moves: SpeedPaths.Moves) {
    let symbolCount = drift.count
    speedWeights = [Float](repeating: 0, count: symbolCount * width)
    let moves = moves.reversed
    paths.set { _, _ in 1 }
    for symbol in stride(from: symbolCount - 1, through: 0, by: -1) {
      speedWeights.withUnsafeMutableBufferPointer { speedWeights in
        weights.withUnsafeBufferPointer { weights in
          for delay in 0..<Self.delayCount {
            paths.addProducts(
              row: delay, weights.baseAddress! + (symbol * Self.delayCount + delay) * width,
              to: speedWeights.baseAddress! + symbol * width)
          }
        }
      }
      guard symbol > 0 else { break }
      let sum = max(weigh(symbol, knownCount), .leastNormalMagnitude)
      _ = paths.step(moves, scale: 1 / sum)
    }
    normaliseSpeedWeights()
  }

  /// Drops the smallest weights, so that those left of a symbol sum to 1.
  mutating func normaliseSpeedWeights() {
    speedWeights.withUnsafeMutableBufferPointer { weights in
      for base in stride(from: 0, to: weights.count, by: width) {
        var largest: Float = 0
        for speed in 0..<speedCount { largest = max(largest, weights[base + speed]) }
        var total: Float = 0
        for speed in 0..<speedCount {
          if weights[base + speed] < 0.02 * largest { weights[base + speed] = 0 }
          total += weights[base + speed]
        }
        let scale = 1 / max(total, .leastNormalMagnitude)
        for speed in 0..<speedCount { weights[base + speed] *= scale }
      }
    }
  }

  /// Averages the noise of every tone over the speeds by their weight.
  mutating func averageNoise(_ spectra: borrowing SymbolSpectra) {
    var noise = [Float](repeating: 0, count: drift.count * toneCount)
    noise.withUnsafeMutableBufferPointer { noise in
      spectra.noise.withUnsafeBufferPointer {
        for symbol in drift.indices {
          average($0.baseAddress!, symbol, into: noise.baseAddress! + symbol * toneCount)
        }
      }
    }
    toneNoise = noise
  }

  /// Adds the values of `bins` at every tone, weighed by the weights of a symbol's speeds.
  private func average(
    _ values: UnsafePointer<Float>, _ symbol: Int, into sums: UnsafeMutablePointer<Float>
  ) {
    let toneCount = toneCount
    speedWeights.withUnsafeBufferPointer { weights in
      bins.withUnsafeBufferPointer { bins in
        for speed in 0..<speedCount {
          let weight = weights[symbol * width + speed]
          guard weight > 0 else { continue }
          let bins = bins.baseAddress! + speed * toneCount
          for tone in 0..<toneCount { sums[tone] += weight * values[Int(bins[tone])] }
        }
      }
    }
  }

  /// Energies and noise of every tone in one symbol, averaged over the speeds by their weight, in the
  /// window that starts `delay` rows after the symbol's nominal start.
  func energies(
    _ spectra: borrowing SymbolSpectra, symbol: Int, delay: Int
  ) -> ToneMetrics.Symbol {
    var energies = [Float](repeating: 0, count: toneCount)
    let row = row(symbol, delay + Self.largestDelay)
    energies.withUnsafeMutableBufferPointer { energies in
      spectra.energies.withUnsafeBufferPointer {
        average(
          $0.baseAddress! + row * spectra.binCount, symbol, into: energies.baseAddress!)
      }
    }
    return ToneMetrics.Symbol(
      energies: energies,
      noise: Array(toneNoise[symbol * toneCount..<(symbol + 1) * toneCount]))
  }

  /// Speed-up of a symbol, averaged over all paths.
  func dilation(symbol: Int) -> Double {
    var sum = 0.0
    for speed in 0..<speedCount {
      sum += Double(speedWeights[symbol * width + speed]) * dilations[speed]
    }
    return sum
  }
}

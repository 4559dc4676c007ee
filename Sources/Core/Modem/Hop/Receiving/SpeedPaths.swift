import HandShakeSignal

/// Weights of the states of a `MotionTrellis` at one symbol, a row of speeds for every delay. A
/// step to the next symbol spreads speeds and keeps delays.
///
/// Zeros separate the rows, so that eight speeds at a time can read their neighbours.
struct SpeedPaths {
  /// Probabilities of changes of speed by whole steps from one symbol to the next.
  struct Moves {
    /// The lowest change.
    fileprivate let first: Int
    fileprivate let chances: [Float]

    /// Changes around `mean` with a standard `deviation`, in steps.
    init(mean: Double, deviation: Double) {
      let reach = 3 * deviation
      first = Int((mean - reach).rounded(.down))
      let bell = (first...Int((mean + reach).rounded(.up))).map {
        let distance = (Double($0) - mean) / deviation
        return exponential(-0.5 * distance * distance)
      }
      let sum = bell.reduce(0, +)
      chances = bell.map { Float($0 / sum) }
    }

    private init(first: Int, chances: [Float]) {
      self.first = first
      self.chances = chances
    }

    /// The same changes, from the later symbol to the earlier symbol.
    var reversed: Moves { Moves(first: 1 - first - chances.count, chances: chances.reversed()) }

    fileprivate var reach: Int { max(abs(first), abs(first + chances.count - 1)) }
  }

  /// Probability of a change to a random speed.
  private static let jump: Float = 2e-3

  private let rowCount: Int
  private let speedCount: Int
  private let width: Int
  private let margin: Int
  private var states: [Float]
  private var moved: [Float]
  /// Sum of every row.
  private var sums: [Float]
  private var scaledChances: [Float]

  /// Rows for `rowCount` delays of `speedCount` speeds, which change by one of `moves`.
  init(rowCount: Int, speedCount: Int, moves: [Moves]) {
    self.rowCount = rowCount
    self.speedCount = speedCount
    width = (speedCount + 7) / 8 * 8
    margin = moves.map { $0.reach }.max()!
    states = [Float](repeating: 0, count: rowCount * (width + 2 * margin))
    moved = states
    sums = [Float](repeating: 0, count: rowCount)
    scaledChances = [Float](repeating: 0, count: moves.map { $0.chances.count }.max()!)
  }

  /// Sets the weight of every row and speed to the result of `weight`.
  mutating func set(_ weight: (_ row: Int, _ speed: Int) -> Float) {
    for row in 0..<rowCount {
      let base = row * (width + 2 * margin) + margin
      for speed in 0..<speedCount { states[base + speed] = weight(row, speed) }
    }
  }

  /// Restores all rows that `copy(to:)` has saved.
  mutating func set(from source: UnsafePointer<Float>) {
    states.withUnsafeMutableBufferPointer { states in
      for row in 0..<rowCount {
        (states.baseAddress! + row * (width + 2 * margin) + margin).update(
          from: source + row * width, count: width)
      }
    }
  }

  /// The sum of all weights.
  var total: Float { states.reduce(0, +) }

  /// Copies all rows to `target`, without the zeros between them.
  func copy(to target: UnsafeMutablePointer<Float>) {
    states.withUnsafeBufferPointer { states in
      for row in 0..<rowCount {
        (target + row * width).update(
          from: states.baseAddress! + row * (width + 2 * margin) + margin, count: width)
      }
    }
  }

  /// Multiplies a row by `factor` and the likelihoods of its speeds; returns its new sum.
  mutating func multiply(row: Int, by likelihoods: UnsafePointer<Float>, factor: Float) -> Float {
    let base = row * (width + 2 * margin) + margin
    let width = width
    let sum = states.withUnsafeMutableBufferPointer { states in
      let states = states.baseAddress! + base
      var sum = SIMD8<Float>.zero
      for speed in stride(from: 0, to: width, by: 8) {
        let state = states[eight: speed] * likelihoods[eight: speed] * factor
        states[eight: speed] = state
        sum += state
      }
      return sum.sum()
    }
    sums[row] = sum
    return sum
  }

  /// Adds the products of a row's weights and `others` to `sums`, speed by speed.
  func addProducts(row: Int, _ others: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>) {
    let base = row * (width + 2 * margin) + margin
    states.withUnsafeBufferPointer { states in
      let states = states.baseAddress! + base
      for speed in stride(from: 0, to: width, by: 8) {
        sums[eight: speed] += states[eight: speed] * others[eight: speed]
      }
    }
  }

  /// Scales all weights by `scale` and steps to the next symbol; returns the new sum.
  ///
  /// The rows must have been multiplied since the last step: `multiply` computes their sums.
  mutating func step(_ moves: Moves, scale: Float) -> Float {
    let count = moves.chances.count
    for index in 0..<count { scaledChances[index] = moves.chances[index] * scale }
    let (width, margin, speedCount, rowCount) = (width, margin, speedCount, rowCount)
    let rowLength = width + 2 * margin
    var inLast = SIMD8<Float>.zero
    for lane in 0..<8 - (width - speedCount) { inLast[lane] = 1 }
    var total = SIMD8<Float>.zero
    states.withUnsafeBufferPointer { states in
      moved.withUnsafeMutableBufferPointer { moved in
        scaledChances.withUnsafeBufferPointer { chances in
          for row in 0..<rowCount {
            let base = row * rowLength + margin
            let source = states.baseAddress! + base - moves.first
            let target = moved.baseAddress! + base
            let floor = SIMD8<Float>(repeating: Self.jump / Float(speedCount) * scale * sums[row])
            for speed in stride(from: 0, to: width, by: 8) {
              var value = floor
              for index in 0..<count { value += chances[index] * source[eight: speed - index] }
              if speed == width - 8 { value *= inLast }
              target[eight: speed] = value
              total += value
            }
          }
        }
      }
    }
    swap(&states, &moved)
    return total.sum()
  }
}

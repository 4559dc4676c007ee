/// Statistics of the samples of a channel.
struct SampleStatistics {
  /// Samples so far.
  private(set) var count = 0
  /// The largest and the smallest sample.
  private(set) var highest = -Float.infinity
  private(set) var lowest = Float.infinity
  /// Samples in runs of equal values that are longer than `longRun`.
  private(set) var frozenCount = 0
  /// The number of these runs.
  private(set) var frozenRuns = 0

  /// Equal samples in a row that no sound causes: 20 ms.
  private let longRun: Int
  private var sum = 0.0
  private var squares = 0.0
  private var last = Float.nan
  private var run = 0
  /// The count of each value, from -1 to 1.
  private var histogram = [Int](repeating: 0, count: Self.halfBins * 2 + 1)

  private static let halfBins = 2048

  init(rateHertz: Double) { longRun = Int(0.02 * rateHertz) }

  /// The steady offset.
  var mean: Double { count > 0 ? sum / Double(count) : 0 }
  /// Power without the offset.
  var power: Double { count > 0 ? max(squares / Double(count) - mean * mean, 0) : 0 }
  /// Largest magnitude.
  var peak: Float { count > 0 ? max(abs(highest), abs(lowest)) : 0 }
  /// Largest distance from the offset.
  var swing: Double { count > 0 ? max(Double(highest) - mean, mean - Double(lowest)) : 0 }

  mutating func push(_ samples: UnsafePointer<Float>, count: Int, stride: Int) {
    for index in 0..<count {
      let sample = samples[index &* stride]
      sum += Double(sample)
      squares += Double(sample) * Double(sample)
      highest = max(highest, sample)
      lowest = min(lowest, sample)
      if sample == last {
        run += 1
        if run == longRun {
          frozenRuns += 1
          frozenCount += longRun
        } else if run > longRun {
          frozenCount += 1
        }
      } else {
        run = 1
        last = sample
      }
      let place = max(-1, min(1, sample)) * Float(Self.halfBins)
      histogram[Self.halfBins + Int(place.rounded())] += 1
    }
    self.count += count
  }

  /// The share of all samples that were clipped at the top or at the bottom, 0 for none.
  ///
  /// Clipped samples collect in the outermost bins of the histogram. For a sine, these bins hold
  /// less than the next 6 % of the range, and far less for noise. At full scale, where every
  /// converter clips, half as much is enough.
  var clippedShare: Double {
    guard count > 0 else { return 0 }
    let middle = Self.halfBins + Int((max(-1, min(1, mean)) * Double(Self.halfBins)).rounded())
    let clipped =
      pile(histogram[...].reversed(), reach: Double(highest), middle: 2 * Self.halfBins - middle)
      + pile(histogram[...], reach: -Double(lowest), middle: middle)
    return Double(clipped) / Double(count)
  }

  /// Samples in the outermost two occupied of `bins` if they are a pile, otherwise 0.
  private func pile(_ bins: some Collection<Int>, reach: Double, middle: Int) -> Int {
    guard let outermost = bins.enumerated().first(where: { $0.element > 0 })?.offset else {
      return 0
    }
    // Nearer to the middle the steps of an integer format would look like piles.
    let swing = middle - outermost
    guard swing > Self.halfBins / 4 else { return 0 }
    let edge = bins.dropFirst(outermost).prefix(2).reduce(0, +)
    let next = bins.dropFirst(outermost + 2).prefix(swing * 6 / 100).reduce(0, +)
    let isFullScale = reach >= 0.999
    return edge >= 20 && Double(edge) > (isFullScale ? 0.5 : 2) * Double(next) ? edge : 0
  }
}

/// What a list of paths knows of every coded bit.
extension PolarLanes {
  /// Writes E probabilities in the order in which the bits are sent; see
  /// `PolarDecoder.readProbabilities`.
  func readProbabilities(into probabilities: UnsafeMutableBufferPointer<Float>, code: PolarCode) {
    var best = Float.infinity
    var worst: Float = 0
    for lane in 0..<laneCount where metrics[lane] < .infinity {
      best = min(best, metrics[lane])
      worst = max(worst, metrics[lane])
    }
    // The words that were lost are no better than the worst one kept, and many.
    let rest = 4 * exponential(negative: worst - best)
    var total = rest
    for lane in 0..<laneCount {
      costs[lane] = exponential(negative: metrics[lane] - best)
      total += costs[lane]
    }
    code.order.withUnsafeBufferPointer { order in
      for index in 0..<probabilities.count {
        let position = Int(order[index])
        let row = word + position * laneCount
        var ones: Float = 0
        for lane in 0..<laneCount { ones += row[lane] == 0 ? 0 : costs[lane] }
        let ratio = received[position]
        let unlikely = exponential(negative: abs(ratio))
        ones += rest * (ratio < 0 ? 1 : unlikely) / (1 + unlikely)
        probabilities[index] = ones / total
      }
    }
  }
}

/// Forks of paths: every lane continues with the likelier value. The best of the less likely
/// continuations replace the worst lanes.
extension PolarLanes {
  /// Decodes a subtree whose bits are all equal.
  func decodeRepetition(
    _ ratios: UnsafePointer<Float>, count: Int, word: UnsafeMutablePointer<UInt8>,
    origins: UnsafeMutablePointer<UInt8>
  ) {
    let sums = costs + laneCount
    costs.update(repeating: 0, count: 2 * laneCount)
    for position in 0..<count {
      let row = ratios + position * laneCount
      for lane in 0..<laneCount {
        costs[lane] += max(-row[lane], 0)
        sums[lane] += row[lane]
      }
    }
    for lane in 0..<laneCount {
      // Ones cost more than zeros by the sum.
      let likely = metrics[lane] + costs[lane] + min(sums[lane], 0)
      costs[lane] = likely + abs(sums[lane])
      metrics[lane] = likely
      bits[lane] = sums[lane] < 0 ? 1 : 0
    }
    setIdentity(origins)
    replaceWorst { lane, source in
      origins[lane] = UInt8(truncatingIfNeeded: source)
      bits[lane] = bits[source] ^ 1
    }
    for position in 0..<count { (word + position * laneCount).update(from: bits, count: laneCount) }
  }

  /// Decodes a subtree without frozen inputs. Every word is allowed, and only the least certain
  /// bits of each lane are tried both ways.
  func decodeFree(
    _ ratios: UnsafePointer<Float>, count: Int, word: UnsafeMutablePointer<UInt8>,
    origins: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<count * laneCount {
      word[index] = UInt8(truncatingIfNeeded: ratios[index].bitPattern >> 31)
    }
    setIdentity(origins)
    guard laneCount > 1 else { return }
    let steps = min(laneCount - 1, count, UInt32.bitWidth)
    guard isWorthForking(ratios, count: count) else { return }

    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: laneCount * (steps + 1)) { places in
      guard let places = places.baseAddress else { return }
      // The bits that each lane has flipped relative to its origin: a bit for each step.
      let turned = places + laneCount * steps
      turned.update(repeating: 0, count: laneCount)
      findSmallest(ratios, count: count, steps: steps, places: places)
      for step in 0..<steps {
        for lane in 0..<laneCount {
          costs[lane] = metrics[lane] + smallest[Int(origins[lane]) * laneCount + step]
        }
        var isAny = false
        replaceWorst { lane, source in
          isAny = true
          origins[lane] = origins[source]
          turned[lane] = turned[source] | 1 << UInt32(step)
        }
        // The next bits are even more certain.
        if !isAny { break }
      }
      for lane in 0..<laneCount {
        let origin = Int(origins[lane])
        if origin != lane {
          for position in 0..<count {
            word[position * laneCount + lane] = UInt8(
              truncatingIfNeeded: ratios[position * laneCount + origin].bitPattern >> 31)
          }
        }
        var left = turned[lane]
        while left != 0 {
          let step = left.trailingZeroBitCount
          word[Int(places[origin * steps + step]) * laneCount + lane] ^= 1
          left &= left - 1
        }
      }
    }
  }

  /// Whether a flip of the least certain bit of any lane gives a path better than the worst path.
  private func isWorthForking(_ ratios: UnsafePointer<Float>, count: Int) -> Bool {
    costs.update(repeating: .infinity, count: laneCount)
    for position in 0..<count {
      let row = ratios + position * laneCount
      for lane in 0..<laneCount { costs[lane] = min(costs[lane], abs(row[lane])) }
    }
    var worst: Float = 0
    var best = Float.infinity
    for lane in 0..<laneCount {
      worst = max(worst, metrics[lane])
      best = min(best, metrics[lane] + costs[lane])
    }
    return best < worst
  }

  /// Finds the least certain bits of every lane in order: magnitudes in `smallest`, positions in
  /// `places`.
  private func findSmallest(
    _ ratios: UnsafePointer<Float>, count: Int, steps: Int, places: UnsafeMutablePointer<UInt32>
  ) {
    for lane in 0..<laneCount where metrics[lane] < .infinity {
      let values = smallest + lane * laneCount
      let places = places + lane * steps
      var found = 0
      for position in 0..<count {
        let magnitude = abs(ratios[position * laneCount + lane])
        if found == steps {
          if magnitude >= values[found - 1] { continue }
        } else {
          found += 1
        }
        var place = found - 1
        while place > 0, magnitude < values[place - 1] {
          values[place] = values[place - 1]
          places[place] = places[place - 1]
          place -= 1
        }
        values[place] = magnitude
        places[place] = UInt32(truncatingIfNeeded: position)
      }
    }
  }

  /// Replaces the worst lane as long as the cheapest continuation in `costs` is better.
  /// `change(lane, source)` must give `lane` the continuation of `source`.
  ///
  /// A continuation is never cheaper than its own lane, so a source is not replaced before its use.
  @inline(__always)
  private func replaceWorst(_ change: (Int, Int) -> Void) {
    guard laneCount > 1 else { return }
    while true {
      var worst = 0
      var best = 0
      for lane in 1..<laneCount {
        if metrics[lane] > metrics[worst] { worst = lane }
        if costs[lane] < costs[best] { best = lane }
      }
      guard costs[best] < metrics[worst] else { return }
      metrics[worst] = costs[best]
      costs[best] = .infinity
      // A replaced lane must not fork: its other continuation is the source's lane.
      costs[worst] = .infinity
      change(worst, best)
    }
  }
}

/// The paths of a binary list decoder side by side, a lane each, over memory lent by `PolarDecoder`.
///
/// `PolarList`, which hop's code needs, keeps the paths apart and copies none; here a lane that is
/// given up takes another one's place in every array, but the values of all lanes for one position
/// stand side by side: a step for all of them is one loop over memory in order, which the compiler
/// turns into vector code.
struct PolarLanes {
  /// The number of paths, L.
  let laneCount: Int
  /// The number of positions, N.
  private let blockLength: Int

  /// The ratios received, N.
  let received: UnsafeMutablePointer<Float>
  /// Ratios of the tree: the subtree of depth d has 2^d rows of L at 2^d rows.
  private let ratios: UnsafeMutablePointer<Float>
  /// -log P of the paths, infinite in lanes that have no path yet, L.
  let metrics: UnsafeMutablePointer<Float>
  /// Costs of the two values of a bit, 2L.
  let costs: UnsafeMutablePointer<Float>
  /// The smallest magnitudes in each lane of a free subtree, L rows of L.
  let smallest: UnsafeMutablePointer<Float>
  /// The decided words of the subtrees, N rows of L, the code's positions in order.
  let word: UnsafeMutablePointer<UInt8>
  /// The word of a left half while the right one is decoded: depth d at 2^d rows.
  private let leftWords: UnsafeMutablePointer<UInt8>
  /// Origins of the lanes: two rows of L for each depth to 12.
  private let origins: UnsafeMutablePointer<UInt8>
  /// The bits at hand, L.
  let bits: UnsafeMutablePointer<UInt8>
  /// The lanes, the best first, L.
  private let ranking: UnsafeMutablePointer<UInt8>
  /// A word to be taken apart, N.
  private let extracted: UnsafeMutablePointer<UInt8>

  /// The memory that such lanes need.
  static func size(laneCount: Int, blockLength: Int) -> (floats: Int, bytes: Int) {
    let tree = 2 * blockLength * laneCount
    return (
      blockLength + tree + (3 + laneCount) * laneCount,
      blockLength * laneCount + tree + 28 * laneCount + blockLength
    )
  }

  init(
    laneCount: Int, blockLength: Int, _ floats: UnsafeMutablePointer<Float>,
    _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    self.laneCount = laneCount
    self.blockLength = blockLength
    var (floats, bytes) = (floats, bytes)
    received = floats.take(blockLength)
    ratios = floats.take(2 * blockLength * laneCount)
    metrics = floats.take(laneCount)
    costs = floats.take(2 * laneCount)
    smallest = floats.take(laneCount * laneCount)
    word = bytes.take(blockLength * laneCount)
    leftWords = bytes.take(2 * blockLength * laneCount)
    origins = bytes.take(26 * laneCount)
    bits = bytes.take(laneCount)
    ranking = bytes.take(laneCount)
    extracted = bytes.take(blockLength)
  }

  /// Puts the ratios received to their positions, in every lane.
  func receive(_ ratios: UnsafeBufferPointer<Float>, code: PolarCode) {
    received.update(repeating: 0, count: blockLength)
    code.order.withUnsafeBufferPointer { order in
      for index in 0..<ratios.count { received[Int(order[index])] += ratios[index] }
    }
    for position in code.shortened { received[Int(position)] = 1e4 }
    let top = self.ratios + blockLength * laneCount
    for position in 0..<blockLength {
      (top + position * laneCount).update(repeating: received[position], count: laneCount)
    }
    metrics.update(repeating: .infinity, count: laneCount)
    metrics[0] = 0
  }

  /// Decodes the whole tree of `schedule`.
  func decode(_ schedule: UnsafeBufferPointer<PolarNode>) {
    guard var node = schedule.baseAddress else { return }
    let depth = blockLength.trailingZeroBitCount
    decode(&node, ratios: ratios + blockLength * laneCount, word: word, origin: 2 * depth)
  }

  /// Decodes the subtree that starts with `node` and leaves `node` behind it.
  ///
  /// - Parameters:
  ///   - ratios: 2^depth rows of L.
  ///   - word: room for as many decided bits.
  ///   - origin: the row of `origins` that receives, for every lane, the lane that it was before.
  private func decode(
    _ node: inout UnsafePointer<PolarNode>, ratios: UnsafeMutablePointer<Float>,
    word: UnsafeMutablePointer<UInt8>, origin: Int
  ) {
    let depth = Int(node.pointee.depth)
    let kind = node.pointee.kind
    node += 1
    let origins = row(origin)
    switch kind {
    case .frozen:
      passFrozen(ratios, count: 1 << depth)
      word.update(repeating: 0, count: laneCount << depth)
      setIdentity(origins)
    case .repetition:
      decodeRepetition(ratios, count: 1 << depth, word: word, origins: origins)
    case .free:
      decodeFree(ratios, count: 1 << depth, word: word, origins: origins)
    case .split:
      let half = laneCount << (depth - 1)
      let below = self.ratios + half
      let left = leftWords + half
      let leftOrigins = row(2 * (depth - 1))
      let rightOrigins = row(2 * (depth - 1) + 1)
      Self.combineChecks(ratios, ratios + half, into: below, count: half)
      decode(&node, ratios: below, word: left, origin: 2 * (depth - 1))
      combineBits(ratios, left, into: below, count: half, origins: leftOrigins)
      decode(&node, ratios: below, word: word + half, origin: 2 * (depth - 1) + 1)
      joinWords(left, into: word, count: half, origins: rightOrigins)
      for lane in 0..<laneCount { origins[lane] = leftOrigins[Int(rightOrigins[lane])] }
    }
  }

  private func row(_ number: Int) -> UnsafeMutablePointer<UInt8> { origins + number * laneCount }

  /// Says that every lane is what it was.
  func setIdentity(_ origins: UnsafeMutablePointer<UInt8>) {
    for lane in 0..<laneCount { origins[lane] = UInt8(truncatingIfNeeded: lane) }
  }
}

// MARK: - Steps of the tree

extension PolarLanes {
  /// The ratio of the sum of two bits, by the minimum.
  private static func combineChecks(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>,
    into result: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      let a = first[index].bitPattern
      let b = second[index].bitPattern
      // Magnitudes compare as integers do.
      let magnitude = min(a & 0x7FFF_FFFF, b & 0x7FFF_FFFF)
      result[index] = Float(bitPattern: magnitude | (a ^ b) & 0x8000_0000)
    }
  }

  /// The ratio of the second of two bits, given the sum.
  private func combineBits(
    _ ratios: UnsafePointer<Float>, _ sums: UnsafePointer<UInt8>,
    into result: UnsafeMutablePointer<Float>, count: Int, origins: UnsafePointer<UInt8>
  ) {
    for index in 0..<count {
      let sign = UInt32(sums[index]) << 31
      result[index] = ratios[count + index] + Float(bitPattern: ratios[index].bitPattern ^ sign)
    }
    for lane in 0..<laneCount where Int(origins[lane]) != lane {
      let offset = Int(origins[lane]) - lane
      var index = lane
      while index < count {
        let first = ratios[index + offset]
        result[index] = ratios[count + index + offset] + (sums[index] == 0 ? first : -first)
        index += laneCount
      }
    }
  }

  /// The word of a subtree from those of its halves; that of the right one is in its place.
  private func joinWords(
    _ left: UnsafePointer<UInt8>, into word: UnsafeMutablePointer<UInt8>, count: Int,
    origins: UnsafePointer<UInt8>
  ) {
    for index in 0..<count { word[index] = left[index] ^ word[count + index] }
    for lane in 0..<laneCount where Int(origins[lane]) != lane {
      let offset = Int(origins[lane]) - lane
      var index = lane
      while index < count {
        word[index] = left[index + offset] ^ word[count + index]
        index += laneCount
      }
    }
  }

  /// Charges every path for the zeros of a frozen subtree.
  private func passFrozen(_ ratios: UnsafePointer<Float>, count: Int) {
    for position in 0..<count {
      let row = ratios + position * laneCount
      for lane in 0..<laneCount { metrics[lane] += max(-row[lane], 0) }
    }
  }
}

// MARK: - From and to the channel

extension PolarLanes {
  /// Ranks the paths, the best first.
  func rank() {
    for lane in 0..<laneCount {
      var place = lane
      while place > 0, metrics[lane] < metrics[Int(ranking[place - 1])] {
        ranking[place] = ranking[place - 1]
        place -= 1
      }
      ranking[place] = UInt8(truncatingIfNeeded: lane)
    }
  }

  /// Whether there is a path of that rank.
  func isAlive(rank: Int) -> Bool { metrics[Int(ranking[rank])] < .infinity }

  /// Writes the information bits of the path of that rank.
  func extract(rank: Int, code: PolarCode, into information: UnsafeMutableBufferPointer<UInt8>) {
    let lane = Int(ranking[rank])
    for position in 0..<blockLength {
      extracted[position] = word[position * laneCount + lane]
    }
    MultilevelPolarCode.transform(
      UnsafeMutableBufferPointer(start: extracted, count: blockLength))
    code.informationInputs.withUnsafeBufferPointer { inputs in
      for index in 0..<inputs.count { information[index] = extracted[Int(inputs[index])] }
    }
  }

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

/// The paths of a list decoder side by side, a lane for each path, in memory of `PolarDecoder`.
///
/// A lane that is dropped receives another lane's place in every array. The values of all lanes for
/// a position stand side by side. A step for all lanes is therefore a loop over memory in order,
/// which the compiler turns into vector code.
struct PolarLanes {
  /// The number of paths, L.
  let laneCount: Int
  private let code: PolarCode
  /// The number of positions, N.
  private let blockLength: Int

  /// The ratio of the next bit of every position after each prefix of its bits: N rows, each with
  /// an entry for each value of a symbol. Place q of a row stands for the bits of q behind its
  /// leading 1.
  private let received: UnsafeMutablePointer<Float>
  /// The likelihoods of prefixes behind `received`, two for each value of a symbol.
  private let sums: UnsafeMutablePointer<Float>
  /// Ratios of the tree: the subtree of depth d has 2^d rows of L at 2^d rows.
  private let ratios: UnsafeMutablePointer<Float>
  /// -log P of the paths, infinite in lanes that have no path yet, L.
  let metrics: UnsafeMutablePointer<Float>
  /// Costs of continuations, and room for as many sums, 2L.
  let costs: UnsafeMutablePointer<Float>
  /// The smallest magnitudes in each lane of a free subtree, L rows of L.
  let smallest: UnsafeMutablePointer<Float>
  /// For every position, the bits of the earlier levels, behind a leading 1, N rows of L.
  private let prefixes: UnsafeMutablePointer<UInt8>
  /// The decided words of the subtrees, N rows of L, the level's positions in order.
  private let word: UnsafeMutablePointer<UInt8>
  /// The word of a left half while the right one is decoded: depth d at 2^d rows.
  private let leftWords: UnsafeMutablePointer<UInt8>
  /// Origins of the lanes: two rows of L for each depth to 12.
  private let origins: UnsafeMutablePointer<UInt8>
  /// The current bits, L.
  let bits: UnsafeMutablePointer<UInt8>
  /// The lanes, the best first, L.
  private let ranking: UnsafeMutablePointer<UInt8>
  /// The words of all levels, for the extraction.
  private let extracted: UnsafeMutablePointer<UInt8>

  /// The memory size for these lanes.
  static func size(_ laneCount: Int, _ code: PolarCode) -> (floats: Int, bytes: Int) {
    let rows = code.blockLength * laneCount
    return (
      (code.blockLength + 2) << code.levelCount + 2 * rows + (3 + laneCount) * laneCount,
      4 * rows + 28 * laneCount + code.levelCount * code.blockLength
    )
  }

  init(
    _ laneCount: Int, _ code: PolarCode, _ floats: UnsafeMutablePointer<Float>,
    _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    self.laneCount = laneCount
    self.code = code
    blockLength = code.blockLength
    var (floats, bytes) = (floats, bytes)
    received = floats.take(blockLength << code.levelCount)
    sums = floats.take(2 << code.levelCount)
    ratios = floats.take(2 * blockLength * laneCount)
    metrics = floats.take(laneCount)
    costs = floats.take(2 * laneCount)
    smallest = floats.take(laneCount * laneCount)
    prefixes = bytes.take(blockLength * laneCount)
    word = bytes.take(blockLength * laneCount)
    leftWords = bytes.take(2 * blockLength * laneCount)
    origins = bytes.take(26 * laneCount)
    bits = bytes.take(laneCount)
    ranking = bytes.take(laneCount)
    extracted = bytes.take(code.levelCount * blockLength)
  }

  /// Decodes all levels and ranks the paths.
  func decode(_ metrics: UnsafeBufferPointer<Float>) {
    receive(metrics)
    code.schedule.withUnsafeBufferPointer { schedule in
      guard var node = schedule.baseAddress else { return }
      let top = blockLength * laneCount
      for level in 0..<code.levelCount {
        readChannel(level: level)
        decode(
          &node, ratios: ratios + top, word: word, origin: 2 * blockLength.trailingZeroBitCount)
      }
    }
    rank()
  }

  /// Decodes the subtree that starts with `node` and moves `node` behind it.
  ///
  /// - Parameters:
  ///   - ratios: 2^depth rows of L.
  ///   - word: room for 2^depth rows of decided bits.
  ///   - origin: the row of `origins` that receives the previous lane of every lane.
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

  /// Sets every lane as its own origin.
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
    _ first: UnsafePointer<Float>, _ sums: UnsafePointer<UInt8>,
    into result: UnsafeMutablePointer<Float>, count: Int, origins: UnsafePointer<UInt8>
  ) {
    let second = first + count
    for index in 0..<count {
      let sign = UInt32(sums[index]) << 31
      result[index] = second[index] + Float(bitPattern: first[index].bitPattern ^ sign)
    }
    for lane in 0..<laneCount where Int(origins[lane]) != lane {
      let offset = Int(origins[lane]) - lane
      for index in stride(from: lane, to: count, by: laneCount) {
        let sign = UInt32(sums[index]) << 31
        result[index] =
          second[index + offset] + Float(bitPattern: first[index + offset].bitPattern ^ sign)
      }
    }
  }

  /// Joins the word of a subtree from the words of its halves; the right word is in its place.
  private func joinWords(
    _ left: UnsafePointer<UInt8>, into word: UnsafeMutablePointer<UInt8>, count: Int,
    origins: UnsafePointer<UInt8>
  ) {
    let right = word + count
    for index in 0..<count { word[index] = left[index] ^ right[index] }
    for lane in 0..<laneCount where Int(origins[lane]) != lane {
      let offset = Int(origins[lane]) - lane
      for index in stride(from: lane, to: count, by: laneCount) {
        word[index] = left[index + offset] ^ right[index]
      }
    }
  }

  /// Charges every path for the zeros of a frozen subtree.
  private func passFrozen(_ ratios: UnsafePointer<Float>, count: Int) {
    // A single path has no rival.
    guard laneCount > 1 else { return }
    for position in 0..<count {
      let row = ratios + position * laneCount
      for lane in 0..<laneCount { metrics[lane] += max(-row[lane], 0) }
    }
  }
}

// MARK: - From and to the channel

extension PolarLanes {
  /// Starts with a single path without decisions.
  private func receive(_ likelihoods: UnsafeBufferPointer<Float>) {
    let width = 1 << code.levelCount
    received.update(repeating: 0, count: blockLength * width)
    for (index, position) in code.order.enumerated() {
      let row = received + Int(position) * width
      if code.levelCount == 1 {
        row[1] += likelihoods[index]
        continue
      }
      for value in 0..<width { sums[width + value] = likelihoods[index * width + value] }
      for node in stride(from: width - 1, to: 0, by: -1) {
        row[node] = sums[2 * node] - sums[2 * node + 1]
        sums[node] = logSumExp(sums[2 * node], sums[2 * node + 1])
      }
    }
    for position in code.shortened {
      (received + Int(position) * width).update(repeating: 1e4, count: width)
    }
    metrics.update(repeating: .infinity, count: laneCount)
    metrics[0] = 0
    prefixes.update(repeating: 1, count: blockLength * laneCount)
  }

  /// The ratios of a level's bits, given each path's bits of the earlier levels.
  private func readChannel(level: Int) {
    let origins = row(2 * blockLength.trailingZeroBitCount)
    var (received, ratios) = (received, self.ratios + blockLength * laneCount)
    var (prefixes, word) = (prefixes, word)
    for _ in 0..<blockLength {
      if level == 0 {
        for lane in 0..<laneCount { ratios[lane] = received[1] }
      } else {
        bits.update(from: prefixes, count: laneCount)
        for lane in 0..<laneCount {
          prefixes[lane] = bits[Int(origins[lane])] << 1 | word[lane]
          ratios[lane] = received[Int(prefixes[lane])]
        }
        // The tree charges the difference of a bit's values. The cost of the likelier value depends
        // on the path.
        for lane in 0..<laneCount { metrics[lane] += logOnePlusExp(negative: abs(ratios[lane])) }
      }
      received += 1 << code.levelCount
      ratios += laneCount
      prefixes += laneCount
      word += laneCount
    }
  }

  /// Ranks the paths, the best first.
  private func rank() {
    for lane in 0..<laneCount {
      var place = lane
      while place > 0, metrics[lane] < metrics[Int(ranking[place - 1])] {
        ranking[place] = ranking[place - 1]
        place -= 1
      }
      ranking[place] = UInt8(truncatingIfNeeded: lane)
    }
  }

  /// Whether there is a path of this rank.
  func isAlive(rank: Int) -> Bool { metrics[Int(ranking[rank])] < .infinity }

  /// Writes the information bits of the path of this rank.
  func extract(rank: Int, into information: UnsafeMutableBufferPointer<UInt8>) {
    let lane = Int(ranking[rank])
    let origin = Int(row(2 * blockLength.trailingZeroBitCount)[lane])
    for level in 0..<code.levelCount {
      let shift = UInt8(truncatingIfNeeded: code.levelCount - 1 - level)
      let words = extracted + level * blockLength
      var (prefix, bit) = (prefixes + origin, word + lane)
      for position in 0..<blockLength {
        words[position] = (prefix.pointee << 1 | bit.pointee) >> shift & 1
        prefix += laneCount
        bit += laneCount
      }
    }
    PolarCode.transform(
      UnsafeMutableBufferPointer(start: extracted, count: code.levelCount * blockLength),
      blockLength: blockLength)
    for (index, input) in code.informationInputs.enumerated() {
      information[index] = extracted[Int(input)]
    }
  }
}

extension UnsafeMutablePointer {
  /// The address of the next `count` elements; moves behind them.
  fileprivate mutating func take(_ count: Int) -> Self {
    defer { self += count }
    return self
  }
}

/// The paths of a list decoder, over memory lent by `MultilevelPolarDecoder`.
///
/// No path is ever copied. A layer of the tree is written for all paths at the same step, when
/// what it held before serves none of them any more; so every path writes into its own slot
/// and a fork copies just the row of owners that says in whose slot each layer is to be read.
struct PolarList {
  /// The number of paths kept, L.
  private let listSize: Int
  /// The number of symbols, n.
  private let symbolCount: Int
  /// The number of positions, N.
  private let blockLength: Int
  private let depth: Int
  private let schedule: UnsafeBufferPointer<UInt8>

  /// Log-likelihood ratios: every path owns a slot of 2N, in which layer d of the decoding tree, 2ᵈ
  /// values, lies at 2ᵈ.
  private let ratios: UnsafeMutablePointer<Float>
  /// The ratio of the next bit after every prefix of every symbol, n rows of 64.
  private let prefixRatios: UnsafeMutablePointer<Float>
  /// The sums behind `prefixRatios`, 128.
  private let prefixSums: UnsafeMutablePointer<Float>
  /// −log P of the paths, L.
  let pathMetrics: UnsafeMutablePointer<Float>
  /// The metrics of their continuations, 2L in the order of size, and which continuations those are.
  private let candidateMetrics: UnsafeMutablePointer<Float>
  private let candidates: UnsafeMutablePointer<UInt8>
  /// Partial sums, slots as those of `ratios`.
  private let bits: UnsafeMutablePointer<UInt8>
  /// The symbol bits decided so far behind a leading 1, L rows of n, and as many more.
  private var prefixes: UnsafeMutablePointer<UInt8>
  private var sparePrefixes: UnsafeMutablePointer<UInt8>
  /// Which slots hold what belongs to a path, L rows of `rowLength`, and as many more.
  private var owners: UnsafeMutablePointer<UInt8>
  private var spareOwners: UnsafeMutablePointer<UInt8>
  /// One polar codeword, N.
  private let word: UnsafeMutablePointer<UInt8>
  /// Room for the information bits of a path, at most 6N.
  let information: UnsafeMutablePointer<UInt8>

  /// The number of paths alive.
  private(set) var pathCount = 1

  /// A row of owners: 12 for the layers of ratios, 12 for those of bits, 1 for the prefixes.
  private static let rowLength = 32
  private static let bitOwners = 12
  private static let prefixOwner = 24

  /// The memory that such a list needs.
  static func size(_ listSize: Int, _ code: MultilevelPolarCode) -> (floats: Int, bytes: Int) {
    (
      2 * listSize * code.blockLength + 64 * code.symbolCount + 128 + 3 * listSize,
      2 * listSize * (code.blockLength + code.symbolCount + rowLength + 1) + 7 * code.blockLength
    )
  }

  init(
    _ listSize: Int, _ code: MultilevelPolarCode, schedule: UnsafeBufferPointer<UInt8>,
    _ floats: UnsafeMutablePointer<Float>, _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    self.listSize = listSize
    self.schedule = schedule
    symbolCount = code.symbolCount
    blockLength = code.blockLength
    depth = code.depth
    var (floats, bytes) = (floats, bytes)
    ratios = floats.take(2 * listSize * blockLength)
    prefixRatios = floats.take(64 * symbolCount)
    prefixSums = floats.take(128)
    pathMetrics = floats.take(listSize)
    candidateMetrics = floats.take(2 * listSize)
    bits = bytes.take(2 * listSize * blockLength)
    prefixes = bytes.take(listSize * symbolCount)
    sparePrefixes = bytes.take(listSize * symbolCount)
    owners = bytes.take(listSize * Self.rowLength)
    spareOwners = bytes.take(listSize * Self.rowLength)
    candidates = bytes.take(2 * listSize)
    word = bytes.take(blockLength)
    information = bytes.take(6 * blockLength)
  }

  /// Starts with one path that has decided nothing; `metrics` are n rows of 64.
  mutating func prepare(_ metrics: UnsafeBufferPointer<Float>) {
    guard let first = metrics.baseAddress else { return }
    for symbol in 0..<symbolCount {
      HandShakeCoding.prefixRatios(
        first + 64 * symbol, into: prefixRatios + 64 * symbol, sums: prefixSums)
      prefixes[symbol] = 1
    }
    owners.update(repeating: 0, count: Self.rowLength)
    pathMetrics[0] = 0
    pathCount = 1
  }

  /// Decides one bit of all symbols in every path.
  mutating func decode(level: Int) {
    readChannel()
    let inputs = schedule.baseAddress.map { $0 + level * blockLength }
    guard let inputs else { return }
    var position = 0
    while position < blockLength {
      let mark = inputs[position]
      if mark == MultilevelPolarCode.information {
        descend(to: 0, position: position)
        fork()
        ascend(from: 0, position: position, decided: true)
        position += 1
      } else {
        let subtree = Int(mark)
        // Shortened positions are certain: passing over them costs no path anything.
        if position < symbolCount {
          descend(to: subtree, position: position)
          passFrozen(depth: subtree)
        }
        ascend(from: subtree, position: position, decided: false)
        position += 1 << subtree
      }
    }
    extendPrefixes()
  }

  /// The path of `rank`, the best being 0, once all levels are decoded.
  func path(rank: Int) -> Int { Int(candidates[rank]) }

  /// Ranks the paths: frozen bits after the last fork may have changed their order.
  mutating func rank() {
    var count = 0
    for path in 0..<pathCount {
      insert(UInt8(path), metric: pathMetrics[path], count: &count, limit: pathCount)
    }
  }

  /// Writes the information bits of a path, at most as many as there is room for.
  func extract(path: Int, into information: UnsafeMutableBufferPointer<UInt8>) {
    let symbols = prefixes + symbolCount * Int(owner(of: path)[Self.prefixOwner])
    var next = 0
    for level in 0..<MultilevelPolarCode.levelCount {
      let shift = UInt8(MultilevelPolarCode.levelCount - 1 - level)
      for position in 0..<blockLength {
        word[position] = position < symbolCount ? symbols[position] >> shift & 1 : 0
      }
      MultilevelPolarCode.transform(UnsafeMutableBufferPointer(start: word, count: blockLength))
      for position in 0..<blockLength
      where schedule[level * blockLength + position] == MultilevelPolarCode.information
        && next < information.count
      {
        information[next] = word[position]
        next += 1
      }
    }
  }
}

// MARK: - Between symbols and the tree

extension PolarList {
  private func owner(of path: Int) -> UnsafeMutablePointer<UInt8> { owners + path * Self.rowLength }

  /// Layer `depth` of the ratios in the slot of `path`.
  private func ratios(_ path: Int, _ depth: Int) -> UnsafeMutablePointer<Float> {
    ratios + (path * 2 * blockLength + 1 << depth)
  }

  /// Layer `depth` of the partial sums in the slot of `path`.
  private func bits(_ path: Int, _ depth: Int) -> UnsafeMutablePointer<UInt8> {
    bits + (path * 2 * blockLength + 1 << depth)
  }

  /// The top layer: the ratio of this level's bit of every symbol given the path's earlier bits.
  private func readChannel() {
    for path in 0..<pathCount {
      let owner = owner(of: path)
      let prefix = prefixes + symbolCount * Int(owner[Self.prefixOwner])
      let channel = ratios(path, depth)
      for symbol in 0..<symbolCount {
        channel[symbol] = prefixRatios[64 * symbol + Int(prefix[symbol])]
      }
      for position in symbolCount..<blockLength { channel[position] = 1e4 }
      owner[depth] = UInt8(path)
    }
  }

  /// Appends the decided codewords to the symbols.
  private mutating func extendPrefixes() {
    for path in 0..<pathCount {
      let owner = owner(of: path)
      let old = prefixes + symbolCount * Int(owner[Self.prefixOwner])
      let new = sparePrefixes + symbolCount * path
      let codeword = bits(Int(owner[Self.bitOwners + depth]), depth)
      for symbol in 0..<symbolCount { new[symbol] = old[symbol] << 1 | codeword[symbol] }
      owner[Self.prefixOwner] = UInt8(path)
    }
    swap(&prefixes, &sparePrefixes)
  }
}

// MARK: - In the tree

extension PolarList {
  /// Computes the ratios of the subtree of `depth` that starts at `position`.
  private func descend(to target: Int, position: Int) {
    var layer = position == 0 ? depth - 1 : position.trailingZeroBitCount
    if position != 0 {
      for path in 0..<pathCount {
        let owner = owner(of: path)
        let half = 1 << layer
        let parent = ratios(Int(owner[layer + 1]), layer + 1)
        let left = bits(Int(owner[Self.bitOwners + layer]), layer)
        let right = ratios(path, layer)
        for index in 0..<half {
          let first = parent[index]
          right[index] = parent[index + half] + (left[index] == 0 ? first : -first)
        }
        owner[layer] = UInt8(path)
      }
      layer -= 1
    }
    while layer >= target {
      for path in 0..<pathCount {
        let owner = owner(of: path)
        let half = 1 << layer
        let parent = ratios(Int(owner[layer + 1]), layer + 1)
        let left = ratios(path, layer)
        for index in 0..<half {
          left[index] = checkCombination(parent[index], parent[index + half])
        }
        owner[layer] = UInt8(path)
      }
      layer -= 1
    }
  }

  /// Charges every path for the zeros of a frozen subtree: −log P of its codeword.
  private func passFrozen(depth: Int) {
    for path in 0..<pathCount {
      let ratios = ratios(Int(owner(of: path)[depth]), depth)
      var cost: Float = 0
      for index in 0..<(1 << depth) {
        let ratio = ratios[index]
        cost += logOnePlusExp(negative: abs(ratio)) + (ratio < 0 ? -ratio : 0)
      }
      pathMetrics[path] += cost
    }
  }

  /// Stores the codeword of the largest subtree that ends with the one of `depth` at `position`:
  /// the decided bit, or the zeros of a frozen subtree, combined with the codewords to its left.
  private func ascend(from depth: Int, position: Int, decided: Bool) {
    let layer = depth + (~(position >> depth)).trailingZeroBitCount
    for path in 0..<pathCount {
      let owner = owner(of: path)
      let end = bits(path, layer) + (1 << layer)
      var size = 1 << depth
      if decided {
        end[-1] = candidates[path] & 1
      } else {
        (end - size).update(repeating: 0, count: size)
      }
      for lower in depth..<layer {
        let left = bits(Int(owner[Self.bitOwners + lower]), lower)
        let right = end - size
        for index in 0..<size { right[index - size] = left[index] ^ right[index] }
        size *= 2
      }
      owner[Self.bitOwners + layer] = UInt8(path)
    }
  }

  /// Continues every path with both values of the bit at hand and keeps the best.
  ///
  /// Afterwards `candidates[path] & 1` is the bit that `path` decided for.
  private mutating func fork() {
    let kept = min(2 * pathCount, listSize)
    var count = 0
    for path in 0..<pathCount {
      let ratio = ratios(Int(owner(of: path)[0]), 0)[0]
      let likely = pathMetrics[path] + logOnePlusExp(negative: abs(ratio))
      let candidate = UInt8(path << 1 | (ratio < 0 ? 1 : 0))
      insert(candidate, metric: likely, count: &count, limit: kept)
      insert(candidate ^ 1, metric: likely + abs(ratio), count: &count, limit: kept)
    }
    let rowLength = Self.rowLength
    for path in 0..<kept {
      pathMetrics[path] = candidateMetrics[path]
      (spareOwners + path * rowLength).update(
        from: owner(of: Int(candidates[path] >> 1)), count: rowLength)
    }
    swap(&owners, &spareOwners)
    pathCount = kept
  }

  /// Puts a continuation into its place among the best `limit`.
  @inline(__always)
  private func insert(_ candidate: UInt8, metric: Float, count: inout Int, limit: Int) {
    if count == limit {
      if !(metric < candidateMetrics[count - 1]) { return }
    } else {
      count += 1
    }
    var place = count - 1
    while place > 0, metric < candidateMetrics[place - 1] {
      candidateMetrics[place] = candidateMetrics[place - 1]
      candidates[place] = candidates[place - 1]
      place -= 1
    }
    candidateMetrics[place] = metric
    candidates[place] = candidate
  }
}

/// A polar code (Arıkan, IEEE Trans. Inf. Theory 55, 2009) for symbols of one or more bits. Each
/// bit of a symbol, a level, has a code of N positions, and the levels are decoded in order (Imai
/// and Hirakawa, IEEE Trans. Inf. Theory 23, 1977; Seidl et al., IEEE Trans. Commun. 61, 2013).
///
/// Every level has N = 2^n ≤ 4096 positions in natural order. Shortened positions are zero, known
/// to the receiver and not sent. The K information bits use the best inputs of all levels, in the
/// order of level, then position. `PolarConstruction` selects these inputs with integer arithmetic
/// only.
public struct PolarCode: Sendable {
  /// The longest code, in positions.
  public static let longestBlock = 4096

  /// The number of information bits, K, including a check.
  public let informationBitCount: Int

  /// The number of bits in a symbol.
  let levelCount: Int
  /// The number of positions, N.
  let blockLength: Int
  /// The inputs that carry bits, ascending, K; the inputs of level l begin at l N.
  let informationInputs: [Int32]
  /// The position of every symbol in sending order.
  let order: [Int32]
  /// The positions that are zero and not sent.
  let shortened: [Int32]
  /// The decoding steps for the trees of the levels.
  let schedule: [PolarNode]

  /// The number of symbols of a codeword.
  public var symbolCount: Int { order.count }

  /// The number of metrics of a block: a log-likelihood ratio for each symbol of one bit, or a
  /// log-likelihood for each value of each larger symbol.
  var metricCount: Int { levelCount == 1 ? symbolCount : symbolCount << levelCount }

  /// The binary code of `informationBitCount` bits, at least 1, in `codedBitCount`, E, at least as
  /// many and at most 8192.
  ///
  /// If E < N, codes of rate 0.4 and up are shortened and other codes are punctured, both in
  /// bit-reversed order. If E > N, the first E - N positions are sent twice. A fixed permutation
  /// orders the coded bits.
  ///
  /// - Throws: `size` for all other numbers.
  public init(informationBitCount: Int, codedBitCount: Int) throws(PolarCodeError) {
    guard informationBitCount > 0, informationBitCount <= codedBitCount,
      codedBitCount <= 2 * Self.longestBlock, informationBitCount <= Self.longestBlock
    else { throw .size(informationBitCount: informationBitCount) }
    let isPunctured = 5 * informationBitCount < 2 * codedBitCount
    var depth = 5
    while depth < 12 && 1 << depth < codedBitCount { depth += 1 }
    // A few repeated positions cost less than puncturing half of the positions.
    if isPunctured && depth > 5 && 16 * codedBitCount <= 9 << depth
      && informationBitCount <= 1 << (depth - 1)
    {
      depth -= 1
    }
    let blockLength = 1 << depth

    let design =
      PolarTables.binaryDesign[
        max((64 * informationBitCount + codedBitCount / 2) / codedBitCount, 1) - 1]
    var qualities = [Int32](repeating: Int32(design), count: blockLength)
    var sent: [Int32] = []
    sent.reserveCapacity(codedBitCount)
    var shortened: [Int32] = []
    for position in 0..<blockLength {
      let rank = Self.reversed(position, depth: depth)
      if codedBitCount >= blockLength {
        // Twice the mean ratio is an octave more.
        if position < codedBitCount - blockLength { qualities[position] += 256 }
      } else if isPunctured && rank < blockLength - codedBitCount {
        qualities[position] = PolarConstruction.worst
        continue
      } else if !isPunctured && rank >= codedBitCount {
        shortened.append(Int32(position))
        continue
      }
      sent.append(Int32(position))
    }
    if codedBitCount > blockLength { sent += sent.prefix(codedBitCount - blockLength) }
    var random = CongruentialSequence(seed: UInt32(codedBitCount))
    self.init(
      informationBitCount, [qualities],
      order: random.permutation(count: codedBitCount).map { sent[Int($0)] }, shortened: shortened)
  }

  /// The code whose positions have these qualities, an array of N for each level.
  init(_ informationBitCount: Int, _ levels: [[Int32]], order: [Int32], shortened: [Int32]) {
    self.informationBitCount = informationBitCount
    levelCount = levels.count
    let blockLength = levels[0].count
    self.blockLength = blockLength
    self.order = order
    self.shortened = shortened
    let badness = levels.flatMap { level in
      var qualities = level
      for position in shortened { qualities[Int(position)] = PolarConstruction.best }
      PolarConstruction.polarise(&qualities)
      // The input of a shortened position is zero like the position itself.
      for position in shortened { qualities[Int(position)] = .min }
      return qualities.map { -Double($0) }
    }
    var isInformation = [Bool](repeating: false, count: badness.count)
    for input in ranking(badness).prefix(informationBitCount) { isInformation[input] = true }
    informationInputs = isInformation.indices.filter { isInformation[$0] }.map { Int32($0) }
    schedule = PolarNode.schedule(isInformation, blockLength: blockLength)
  }

  /// The symbols that carry `information`, bits of value 0 or 1. The first level's bit is the most
  /// significant bit of a symbol.
  ///
  /// - Throws: `count` unless there are K bits.
  public func encode(_ information: [UInt8]) throws(PolarCodeError) -> [UInt8] {
    guard information.count == informationBitCount else {
      throw .count(information.count, expected: informationBitCount)
    }
    var words = [UInt8](repeating: 0, count: levelCount * blockLength)
    for (index, input) in informationInputs.enumerated() {
      words[Int(input)] = information[index] & 1
    }
    words.withUnsafeMutableBufferPointer { Self.transform($0, blockLength: blockLength) }
    return order.map { position in
      (0..<levelCount).reduce(0) { $0 << 1 | words[$1 * blockLength + Int(position)] }
    }
  }

  /// Multiplies words of N bits each by the Kronecker power of (1 0; 1 1), in place; its own
  /// inverse.
  static func transform(_ words: UnsafeMutableBufferPointer<UInt8>, blockLength: Int) {
    guard let first = words.baseAddress else { return }
    var half = 1
    while half < blockLength {
      for block in stride(from: 0, to: words.count, by: 2 * half) {
        let left = first + block
        let right = left + half
        for position in 0..<half { left[position] ^= right[position] }
      }
      half *= 2
    }
  }

  /// `index` with its `depth` bits in reverse order.
  private static func reversed(_ index: Int, depth: Int) -> Int {
    var result = 0
    for bit in 0..<depth where index >> bit & 1 == 1 { result |= 1 << (depth - 1 - bit) }
    return result
  }
}

/// An error of a polar code.
public enum PolarCodeError: Error, Equatable, Sendable {
  /// No code exists for this number of bits.
  case size(informationBitCount: Int)
  /// The number of bits or metrics is not that of the code.
  case count(Int, expected: Int)
  /// The list size is not supported.
  case listSize(Int, allowed: ClosedRange<Int>)
}

/// A binary polar code of any length and rate, with its interleaver (Arıkan, IEEE Trans. Inf. Theory
/// 55, 2009).
///
/// K bits, a check among them, become E coded bits by a code of N = 2^n ≤ 4096 positions in natural
/// order. Where E < N, codes of rate 0.4 and up are shortened (positions that are zero are not sent),
/// others punctured, both in bit-reversed order; where E > N, the first E - N positions are sent
/// twice. Which inputs carry bits follows from integers alone, see `PolarConstruction`. The coded bits
/// go out in the order of a fixed permutation.
public struct PolarCode: Sendable {
  /// The longest code, in positions.
  public static let longestBlock = 4096

  /// The number of bits that go in, K.
  public let informationBitCount: Int
  /// The number of bits that come out, E.
  public let codedBitCount: Int
  /// The number of positions, N.
  public let blockLength: Int

  /// The inputs that carry bits, ascending, K.
  let informationInputs: [Int32]
  /// The position of every coded bit in the order in which they are sent, E.
  let order: [Int32]
  /// The positions that are zero and not sent.
  let shortened: [Int32]
  /// How the tree is decoded.
  let schedule: [PolarNode]

  /// The code of `informationBitCount` bits, at least 1, in `codedBitCount`, no fewer and at most
  /// 8192.
  ///
  /// - Throws: `size` for any other.
  public init(informationBitCount: Int, codedBitCount: Int) throws(PolarCodeError) {
    guard informationBitCount > 0, informationBitCount <= codedBitCount,
      codedBitCount <= 2 * Self.longestBlock, informationBitCount <= Self.longestBlock
    else { throw .size(informationBitCount: informationBitCount, codedBitCount: codedBitCount) }
    self.informationBitCount = informationBitCount
    self.codedBitCount = codedBitCount
    let isPunctured = 5 * informationBitCount < 2 * codedBitCount
    var depth = 5
    while depth < 12 && 1 << depth < codedBitCount { depth += 1 }
    // A few repeated positions cost less than half of the positions punctured.
    if isPunctured && depth > 5 && 16 * codedBitCount <= 9 << depth
      && informationBitCount <= 1 << (depth - 1)
    {
      depth -= 1
    }
    blockLength = 1 << depth

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
        qualities[position] = PolarConstruction.best
        shortened.append(Int32(position))
        continue
      }
      sent.append(Int32(position))
    }
    if codedBitCount > blockLength { sent += sent.prefix(codedBitCount - blockLength) }
    self.shortened = shortened
    PolarConstruction.polarise(&qualities)
    // The input of a shortened position is zero like the position itself.
    for position in shortened { qualities[Int(position)] = .min }
    let ranked = ranking(qualities.map { -Double($0) })
    var isInformation = [Bool](repeating: false, count: blockLength)
    for input in ranked.prefix(informationBitCount) { isInformation[input] = true }
    informationInputs = (0..<blockLength).filter { isInformation[$0] }.map { Int32($0) }
    schedule = PolarNode.schedule(isInformation)
    var random = CongruentialSequence(seed: UInt32(codedBitCount))
    order = random.permutation(count: codedBitCount).map { sent[Int($0)] }
  }

  /// Encodes K bits of value 0 or 1 to E.
  ///
  /// - Throws: `bitCount` where there are not K bits.
  public func encode(_ information: [UInt8]) throws(PolarCodeError) -> [UInt8] {
    guard information.count == informationBitCount else {
      throw .bitCount(information.count, expected: informationBitCount)
    }
    var word = [UInt8](repeating: 0, count: blockLength)
    for (index, input) in informationInputs.enumerated() {
      word[Int(input)] = information[index] & 1
    }
    word.withUnsafeMutableBufferPointer { MultilevelPolarCode.transform($0) }
    return order.map { word[Int($0)] }
  }

  /// `index` with its `depth` bits in the opposite order.
  private static func reversed(_ index: Int, depth: Int) -> Int {
    var result = 0
    for bit in 0..<depth where index >> bit & 1 == 1 { result |= 1 << (depth - 1 - bit) }
    return result
  }
}

/// Why a binary polar code refused.
public enum PolarCodeError: Error, Equatable, Sendable {
  /// There is no code of that many bits.
  case size(informationBitCount: Int, codedBitCount: Int)
  /// As many bits or ratios were given, not as many as the code takes.
  case bitCount(Int, expected: Int)
  /// A list of that many paths is not provided for.
  case listSize(Int, allowed: ClosedRange<Int>)
}

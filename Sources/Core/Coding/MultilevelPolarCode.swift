/// A code that maps bits to 64-ary symbols: one shortened polar code for each of the six bits of a
/// symbol, decoded one after the other (Imai and Hirakawa, IEEE Trans. Inf. Theory 23, 1977;
/// Seidl et al., IEEE Trans. Commun. 61, 2013).
///
/// Bit 5 of the symbols, level 0, has the worst channel and the lowest rate. Every level has
/// N = 2^⌈log₂ n⌉ positions in natural order, of which the last N − n are shortened: set to
/// zero, known to the receiver and not sent. The K information bits take the best of all 6N
/// inputs, filled in the order of level, then position.
public struct MultilevelPolarCode: Sendable {
  /// How many information bits a symbol carries.
  public enum Rate: Int, Sendable, CaseIterable {
    /// 3 of 6 bits.
    case half = 3

    /// 4 of 6 bits.
    case twoThirds = 4

    /// The information bits in a symbol.
    public var bitsPerSymbol: Int { rawValue }
  }

  /// The numbers of information bits that a code can have.
  public static let informationBitCounts = 32...2104

  /// The number of information bits, K.
  public let informationBitCount: Int

  /// The number of symbols sent, n = ⌈K / bits per symbol⌉.
  public let symbolCount: Int

  /// The positions of each level's polar code, N.
  let blockLength: Int

  /// log₂ N.
  let depth: Int

  /// For every level and position, level by level: `information`, or the depth of the largest
  /// subtree of frozen inputs that starts there.
  let schedule: [UInt8]

  /// The mark of an information bit in `schedule`.
  static let information: UInt8 = 255

  static let levelCount = 6

  /// The code for `informationBitCount` bits, a check among them.
  ///
  /// - Throws: `informationBitCount` outside 32...2104.
  public init(informationBitCount: Int, rate: Rate) throws(MultilevelPolarError) {
    guard Self.informationBitCounts.contains(informationBitCount) else {
      throw .informationBitCount(informationBitCount, allowed: Self.informationBitCounts)
    }
    let bitsPerSymbol = rate.bitsPerSymbol
    let symbolCount = (informationBitCount + bitsPerSymbol - 1) / bitsPerSymbol
    let blockLength = Bits.powerOfTwo(atLeast: symbolCount)
    let channels = rate == .half ? PolarTables.halfRateLevels : PolarTables.twoThirdsRateLevels
    var (badness, indices): ([Double], [Int]) = ([], [])
    for level in 0..<Self.levelCount {
      var qualities = [Int32](repeating: Int32(channels[level]), count: blockLength)
      for position in symbolCount..<blockLength { qualities[position] = PolarConstruction.best }
      PolarConstruction.polarise(&qualities)
      for position in 0..<symbolCount {
        badness.append(-Double(qualities[position]))
        indices.append(level * blockLength + position)
      }
    }
    var isInformation = [Bool](repeating: false, count: Self.levelCount * blockLength)
    for input in ranking(badness).prefix(informationBitCount) {
      isInformation[indices[input]] = true
    }
    self.init(symbolCount: symbolCount, isInformation: isInformation)
  }

  /// The code with the given information inputs, level by level.
  init(symbolCount: Int, isInformation: [Bool]) {
    self.symbolCount = symbolCount
    blockLength = Bits.powerOfTwo(atLeast: symbolCount)
    depth = blockLength.trailingZeroBitCount
    informationBitCount = isInformation.count { $0 }
    schedule = Self.schedule(isInformation, blockLength: blockLength)
  }

  /// The symbols, 0...63, that carry `information`, bits of value 0 or 1.
  ///
  /// - Throws: `bitCount` unless there are as many bits as the code takes.
  public func encode(_ information: [UInt8]) throws(MultilevelPolarError) -> [UInt8] {
    guard information.count == informationBitCount else {
      throw .bitCount(information.count, expected: informationBitCount)
    }
    var symbols = [UInt8](repeating: 0, count: symbolCount)
    var next = 0
    var word = [UInt8](repeating: 0, count: blockLength)
    for level in 0..<Self.levelCount {
      for position in 0..<blockLength {
        word[position] = 0
        if schedule[level * blockLength + position] == Self.information {
          word[position] = information[next] & 1
          next += 1
        }
      }
      word.withUnsafeMutableBufferPointer { Self.transform($0) }
      for position in 0..<symbolCount {
        symbols[position] = symbols[position] << 1 | word[position]
      }
    }
    return symbols
  }

  /// Multiplies by the Kronecker power of (1 0; 1 1), in place; its own inverse.
  static func transform(_ word: UnsafeMutableBufferPointer<UInt8>) {
    var half = 1
    while half < word.count {
      for block in stride(from: 0, to: word.count, by: 2 * half) {
        for position in block..<(block + half) { word[position] ^= word[position + half] }
      }
      half *= 2
    }
  }

  private static func schedule(_ isInformation: [Bool], blockLength: Int) -> [UInt8] {
    var schedule = [UInt8](repeating: 0, count: isInformation.count)
    for level in stride(from: 0, to: isInformation.count, by: blockLength) {
      for position in 0..<blockLength {
        if isInformation[level + position] {
          schedule[level + position] = information
          continue
        }
        var size = 1
        while position % (2 * size) == 0, position + 2 * size <= blockLength,
          !isInformation[(level + position + size)..<(level + position + 2 * size)].contains(true)
        { size *= 2 }
        schedule[level + position] = UInt8(size.trailingZeroBitCount)
      }
    }
    return schedule
  }
}

/// Why a multilevel polar code refused.
public enum MultilevelPolarError: Error, Equatable {
  /// No code has that many information bits.
  case informationBitCount(Int, allowed: ClosedRange<Int>)

  /// As many bits were to be encoded, not as many as the code takes.
  case bitCount(Int, expected: Int)

  /// The metrics are not 64 for every symbol.
  case metricCount(Int, expected: Int)

  /// A list of that many paths is not provided for.
  case listSize(Int, allowed: ClosedRange<Int>)
}

/// Codes that map bits to 64-ary symbols, with a level for each of the six bits.
///
/// Bit 5 of the symbols, level 0, has the worst channel and the lowest rate. Of the N = 2^⌈log₂ n⌉
/// positions of each level the last N − n are shortened.
extension PolarCode {
  /// The number of information bits in a symbol.
  public enum Rate: Int, Sendable, CaseIterable {
    /// 3 of 6 bits.
    case half = 3

    /// 4 of 6 bits.
    case twoThirds = 4

    /// The information bits in a symbol.
    public var bitsPerSymbol: Int { rawValue }
  }

  /// The supported numbers of information bits.
  public static let multilevelBitCounts = 32...2104

  /// The code for `informationBitCount` bits in n = ⌈K / bits per symbol⌉ symbols, 0...63.
  ///
  /// - Throws: `size` outside 32...2104.
  public init(informationBitCount: Int, rate: Rate) throws(PolarCodeError) {
    guard Self.multilevelBitCounts.contains(informationBitCount) else {
      throw .size(informationBitCount: informationBitCount)
    }
    let count = (informationBitCount + rate.bitsPerSymbol - 1) / rate.bitsPerSymbol
    let blockLength = Bits.powerOfTwo(atLeast: count)
    let channels = rate == .half ? PolarTables.halfRateLevels : PolarTables.twoThirdsRateLevels
    self.init(
      informationBitCount,
      channels.map { [Int32](repeating: Int32($0), count: blockLength) },
      order: (0..<count).map { Int32($0) }, shortened: (count..<blockLength).map { Int32($0) })
  }
}

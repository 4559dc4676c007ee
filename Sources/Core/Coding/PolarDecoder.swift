/// Decodes a `PolarCode` by a list of paths, and tells what the list knows of every coded bit.
///
/// Successive cancellation with a list (Tal and Vardy, IEEE Trans. Inf. Theory 61, 2015) in the
/// log-likelihood domain with minima for check nodes (Balatsoukas-Stimming et al., IEEE Trans. Signal
/// Process. 63, 2015); a check over the information picks among the survivors. Subtrees without bits,
/// with one and with nothing but bits are decoded at once and no worse (Hashemi et al., IEEE Trans.
/// Signal Process. 65, 2017).
///
/// A decoder keeps its buffers from block to block and grows them only for a longer code than any
/// before. It is a value: a copy has buffers of its own as soon as it decodes.
public struct PolarDecoder: Sendable {
  /// The list sizes provided for.
  public static let listSizes = 1...32

  /// The number of paths kept, L.
  public let listSize: Int

  private var memory = PolarMemory()
  /// What the last block was decoded by.
  private var blockLength = 0

  /// A decoder with a list of `listSize` paths. One path is fast enough for any rate and suffices
  /// where there is little noise; 16 is a good trade.
  ///
  /// - Throws: `listSize` outside 1...32.
  public init(listSize: Int = 16) throws(PolarCodeError) {
    guard Self.listSizes.contains(listSize) else {
      throw .listSize(listSize, allowed: Self.listSizes)
    }
    self.listSize = listSize
  }

  /// Decodes one block.
  ///
  /// - Parameters:
  ///   - ratios: E finite log-likelihood ratios in the order in which the bits were sent, positive
  ///     for 0.
  ///   - code: the code.
  ///   - information: room for K bits; those of the accepted path, else of the best one.
  ///   - accept: is given K bits of value 0 or 1, at most L times and the best path first.
  /// - Returns: whether a path was accepted.
  /// - Throws: `bitCount` unless there are E ratios and room for K bits.
  public mutating func decode(
    _ ratios: UnsafeBufferPointer<Float>, code: PolarCode,
    into information: UnsafeMutableBufferPointer<UInt8>,
    accept: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(PolarCodeError) -> Bool {
    guard ratios.count == code.codedBitCount else {
      throw .bitCount(ratios.count, expected: code.codedBitCount)
    }
    guard information.count == code.informationBitCount else {
      throw .bitCount(information.count, expected: code.informationBitCount)
    }
    blockLength = code.blockLength
    return withLanes { lanes in
      lanes.receive(ratios, code: code)
      code.schedule.withUnsafeBufferPointer { lanes.decode($0) }
      lanes.rank()
      for rank in 0..<lanes.laneCount where lanes.isAlive(rank: rank) {
        lanes.extract(rank: rank, code: code, into: information)
        if accept(UnsafeBufferPointer(information)) { return true }
      }
      lanes.extract(rank: 0, code: code, into: information)
      return false
    }
  }

  /// What the list that `decode` left knows of every coded bit: the paths' words weighted by their
  /// likelihoods, and some weight on the ratios received, for the words that the list lost.
  ///
  /// - Parameters:
  ///   - probabilities: room for E probabilities of a 1, in the order in which the bits are sent.
  ///   - code: the code of the last `decode`.
  /// - Throws: `bitCount` where there is no room for E or another code was decoded last.
  public mutating func readProbabilities(
    into probabilities: UnsafeMutableBufferPointer<Float>, code: PolarCode
  ) throws(PolarCodeError) {
    guard probabilities.count == code.codedBitCount, code.blockLength == blockLength else {
      throw .bitCount(probabilities.count, expected: code.codedBitCount)
    }
    withLanes { $0.readProbabilities(into: probabilities, code: code) }
  }

  private mutating func withLanes<Result>(_ body: (PolarLanes) -> Result) -> Result {
    let (laneCount, blockLength) = (listSize, blockLength)
    return memory.lend(PolarLanes.size(laneCount: laneCount, blockLength: blockLength)) {
      body(PolarLanes(laneCount: laneCount, blockLength: blockLength, $0, $1))
    }
  }
}

/// Decodes a `PolarCode` by a list of paths.
///
/// Successive cancellation decides the bits one by one, each given those before; a list keeps the
/// best few hypotheses instead of one, and a check over the information picks among the survivors
/// (Tal and Vardy, IEEE Trans. Inf. Theory 61, 2015). It works in the log-likelihood domain with
/// minima for check nodes (Balatsoukas-Stimming et al., IEEE Trans. Signal Process. 63, 2015),
/// which do not ask how loud the noise is. Subtrees without bits, with one and with nothing but
/// bits are decoded at once and no worse (Hashemi et al., IEEE Trans. Signal Process. 65, 2017).
///
/// A decoder keeps its buffers from block to block and grows them only for a longer code than any
/// before. It is a value: a copy has buffers of its own as soon as it decodes.
public struct PolarDecoder: Sendable {
  /// The list sizes provided for.
  public static let listSizes = 1...128

  /// The number of paths kept, L.
  public let listSize: Int

  private var floats: [Float] = []
  private var bytes: [UInt8] = []

  /// A decoder with a list of `listSize` paths. One path is fast enough for any rate and suffices
  /// where there is little noise; 16 is a good trade.
  ///
  /// - Throws: `listSize` outside 1...128.
  public init(listSize: Int = 16) throws(PolarCodeError) {
    guard Self.listSizes.contains(listSize) else {
      throw .listSize(listSize, allowed: Self.listSizes)
    }
    self.listSize = listSize
  }

  /// Decodes one block.
  ///
  /// - Parameters:
  ///   - metrics: of each symbol in the order in which they were sent, finite: the log-likelihood
  ///     ratio of one bit, positive for 0, or the log-likelihoods of all values of a larger symbol,
  ///     each symbol with an offset of its own.
  ///   - code: the code.
  ///   - accept: is given K bits of value 0 or 1, at most L times and the best path first.
  /// - Returns: the K bits that were accepted, or nil if no path was.
  /// - Throws: `count` unless there are as many metrics as the code takes.
  public mutating func decode(
    _ metrics: Span<Float>, code: PolarCode, accept: ([UInt8]) -> Bool
  ) throws(PolarCodeError) -> [UInt8]? {
    guard metrics.count == code.metricCount else {
      throw .count(metrics.count, expected: code.metricCount)
    }
    var information = [UInt8](repeating: 0, count: code.informationBitCount)
    return withLanes(code) { lanes in
      metrics.withUnsafeBufferPointer { lanes.decode($0) }
      for rank in 0..<lanes.laneCount where lanes.isAlive(rank: rank) {
        information.withUnsafeMutableBufferPointer { lanes.extract(rank: rank, into: $0) }
        if accept(information) { return information }
      }
      return nil
    }
  }

  private mutating func withLanes<Result>(
    _ code: PolarCode, _ body: (PolarLanes) -> Result
  ) -> Result {
    let size = PolarLanes.size(listSize, code)
    if floats.count < size.floats { floats = [Float](repeating: 0, count: size.floats) }
    if bytes.count < size.bytes { bytes = [UInt8](repeating: 0, count: size.bytes) }
    return floats.withUnsafeMutableBufferPointer { floats in
      bytes.withUnsafeMutableBufferPointer { bytes in
        body(PolarLanes(listSize, code, floats.baseAddress!, bytes.baseAddress!))
      }
    }
  }
}

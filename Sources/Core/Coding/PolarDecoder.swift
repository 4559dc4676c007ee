/// Decodes a `PolarCode` with a list of paths.
///
/// Successive cancellation decides the bits one by one, each given the earlier bits. A list keeps
/// the best few hypotheses, and a check over the information selects among the survivors (Tal and
/// Vardy, IEEE Trans. Inf. Theory 61, 2015). The decoder uses log-likelihoods with minima for check
/// nodes (Balatsoukas-Stimming et al., IEEE Trans. Signal Process. 63, 2015), so it needs no noise
/// level. Subtrees with no bits, one bit or only bits are decoded at once without loss (Hashemi et
/// al., IEEE Trans. Signal Process. 65, 2017).
///
/// A decoder keeps its buffers between blocks and grows them only for a longer code. It is a value:
/// a copy has its own buffers from its first decoding on.
public struct PolarDecoder: Sendable {
  /// The supported list sizes.
  public static let listSizes = 1...128

  /// The number of paths, L.
  public let listSize: Int

  private var floats: [Float] = []
  private var bytes: [UInt8] = []

  /// A decoder with a list of `listSize` paths. A single path is fast enough for any rate and is
  /// sufficient at low noise; 16 is a good compromise.
  ///
  /// - Throws: `listSize` outside 1...128.
  public init(listSize: Int = 16) throws(PolarCodeError) {
    guard Self.listSizes.contains(listSize) else {
      throw .listSize(listSize, allowed: Self.listSizes)
    }
    self.listSize = listSize
  }

  /// Decodes a block.
  ///
  /// - Parameters:
  ///   - metrics: for each symbol in sending order, finite: the log-likelihood ratio of a bit,
  ///     positive for 0, or the log-likelihoods of all values of a larger symbol, with any offset
  ///     for each symbol.
  ///   - code: the code.
  ///   - accept: receives K bits of value 0 or 1, at most L times and the best path first.
  /// - Returns: the K bits that `accept` accepted, or nil if it accepted no path.
  /// - Throws: `count` unless the number of metrics is that of the code.
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

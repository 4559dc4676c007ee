/// Decodes a `MultilevelPolarCode` by one list of paths carried through its six levels.
///
/// Successive cancellation decides the bits one by one, each given those before; a list keeps the
/// best few hypotheses instead of one, and a check over the information picks among the
/// survivors (Tal and Vardy, IEEE Trans. Inf. Theory 61, 2015). Metrics follow Balatsoukas-Stimming
/// et al., IEEE Trans. Signal Process. 63 (2015), without the approximation by minima.
///
/// A decoder keeps its buffers from message to message and grows them only for a longer code than
/// any before. It is a value: a copy has buffers of its own as soon as it decodes.
public struct MultilevelPolarDecoder: Sendable {
  /// The list sizes provided for.
  public static let listSizes = 1...32

  /// The number of paths kept, L.
  public let listSize: Int

  private var memory = PolarMemory()

  /// What a decoder accepted.
  public struct Decision: Sendable, Equatable {
    /// The information bits, K bytes of value 0 or 1.
    public let information: [UInt8]

    /// How many better paths were refused.
    public let refusedCount: Int

    /// −log P(path | metrics), natural; the smaller the better.
    public let pathMetric: Float
  }

  /// A decoder with a list of `listSize` paths; 8 is a good trade, 32 gains 0.2 dB.
  ///
  /// - Throws: `listSize` outside 1...32.
  public init(listSize: Int = 8) throws(MultilevelPolarError) {
    guard Self.listSizes.contains(listSize) else {
      throw .listSize(listSize, allowed: Self.listSizes)
    }
    self.listSize = listSize
  }

  /// The most likely information that `accept` accepts, or nil if it accepts no surviving path.
  ///
  /// - Parameters:
  ///   - metrics: n rows of 64 finite log-likelihoods, that of symbol 0 first; every row may have
  ///     an offset of its own.
  ///   - code: the code, with n symbols.
  ///   - accept: is given K bits of value 0 or 1, at most L times and the best path first.
  /// - Throws: `metricCount` unless there are 64 n metrics.
  public mutating func decode(
    _ metrics: Span<Float>, code: MultilevelPolarCode, accept: (Span<UInt8>) -> Bool
  ) throws(MultilevelPolarError) -> Decision? {
    guard metrics.count == 64 * code.symbolCount else {
      throw .metricCount(metrics.count, expected: 64 * code.symbolCount)
    }
    let listSize = listSize
    return memory.lend(PolarList.size(listSize, code)) { floats, bytes in
      code.schedule.withUnsafeBufferPointer { schedule in
        var list = PolarList(listSize, code, schedule: schedule, floats, bytes)
        metrics.withUnsafeBufferPointer { list.prepare($0) }
        for level in 0..<MultilevelPolarCode.levelCount { list.decode(level: level) }
        list.rank()
        let information = UnsafeMutableBufferPointer(
          start: list.information, count: code.informationBitCount)
        for rank in 0..<list.pathCount {
          let path = list.path(rank: rank)
          list.extract(path: path, into: information)
          if accept(UnsafeBufferPointer(information).span) {
            return Decision(
              information: [UInt8](information), refusedCount: rank,
              pathMetric: list.pathMetrics[path])
          }
        }
        return nil
      }
    }
  }
}

/// A workspace: numbers at a fixed address, allocated once and used through a pointer. Inner loops
/// then neither allocate nor check indices.
public final class WorkMemory<Number: BitwiseCopyable> {
  /// The address of the first number.
  public let start: UnsafeMutablePointer<Number>
  /// The number of numbers.
  public let count: Int

  /// `count` numbers, initially zero.
  @inlinable
  public init(count: Int) {
    self.count = count
    start = .allocate(capacity: max(count, 1))
    UnsafeMutableRawPointer(start).initializeMemory(
      as: UInt8.self, repeating: 0, count: max(count, 1) * MemoryLayout<Number>.stride)
  }

  deinit { start.deallocate() }
}

/// A workspace of complex numbers.
public typealias ComplexMemory = WorkMemory<Complex>
/// A workspace of real numbers.
public typealias RealMemory = WorkMemory<Float>

/// A workspace: numbers that stay in one place, made once and worked on through a pointer, so that
/// inner loops neither allocate nor check indices.
public final class WorkMemory<Number: BitwiseCopyable> {
  /// The first of them.
  public let start: UnsafeMutablePointer<Number>
  /// How many there are.
  public let count: Int

  /// `count` numbers, zero at first.
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

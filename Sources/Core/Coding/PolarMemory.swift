/// The memory of a list decoder, kept from block to block and grown only for a longer code than any before.
struct PolarMemory: Sendable {
  private var floats: [Float] = []
  private var bytes: [UInt8] = []

  /// Lends room for `size` to `body`, as the last borrower left it unless it had to grow.
  mutating func lend<Result>(
    _ size: (floats: Int, bytes: Int),
    _ body: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<UInt8>) -> Result
  ) -> Result {
    if floats.count < size.floats { floats = [Float](repeating: 0, count: size.floats) }
    if bytes.count < size.bytes { bytes = [UInt8](repeating: 0, count: size.bytes) }
    return floats.withUnsafeMutableBufferPointer { floats in
      bytes.withUnsafeMutableBufferPointer { bytes in
        body(floats.baseAddress!, bytes.baseAddress!)
      }
    }
  }
}

extension UnsafeMutablePointer {
  /// Where the next `count` elements lie; goes on to those behind them.
  mutating func take(_ count: Int) -> Self {
    defer { self += count }
    return self
  }
}

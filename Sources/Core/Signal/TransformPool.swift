extension FourierTransform {
  /// Input and output of a transform in place.
  @inlinable
  public var points: UnsafeMutablePointer<Complex> { buffer.baseAddress! }
}

/// A cache of transforms by size. All objects that work in turn share a transform. Use the pool on
/// a single thread at a time.
public final class TransformPool {
  private var made: [FourierTransform] = []
  /// 8,192 complex Gaussian numbers of unit power, always the same: probes for the trace of a
  /// matrix (Hutchinson 1990).
  public let probes = TransformPool.gaussian(count: 8192)

  /// An empty pool.
  public init() {}

  /// The transform of `size` points, which works in place unless it keeps its input.
  public func of(_ size: Int, keepsInput: Bool = false) -> FourierTransform {
    for transform in made where transform.size == size && transform.keepsInput == keepsInput {
      return transform
    }
    let new = FourierTransform(size: size, keepsInput: keepsInput)
    made.append(new)
    return new
  }

  /// The smallest power of two that is at least `count` and at least 16.
  public static func length(atLeast count: Int) -> Int {
    var length = 16
    while length < count { length *= 2 }
    return length
  }

  /// The smallest number of points, at least `count`, that has a transform.
  public static func shortest(atLeast count: Int) -> Int {
    let length = length(atLeast: count)
    return length / 4 * 3 >= count ? length / 4 * 3 : length
  }

  private static func gaussian(count: Int) -> ComplexMemory {
    let memory = ComplexMemory(count: count)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) + 0.5) / 9_007_199_254_740_992
    }
    for index in 0..<count {
      let radius = (-logarithm(next())).squareRoot()
      let turn = Complex.phasor(2 * .pi * next())
      memory.start[index] = turn.scaled(by: Float(radius))
    }
    return memory
  }
}

/// The forward discrete Fourier transform without FFTW: powers of two, in place, unnormalised.
///
/// `X[k] = sum over n of x[n] exp(-2 pi i k n / size)`, by J. W. Cooley and J. W. Tukey, "An
/// algorithm for the machine calculation of complex Fourier series" (1965), decimation in time. A
/// split radix would save a third of the multiplications but need three times the code.
public struct RadixTwoTransform: Sendable {
  /// Number of points.
  public let size: Int

  /// exp(-2 pi i k / 2h) for k in 0..<h, for h = 1, 2, 4 … size/2 in sequence: each pass reads its
  /// factors in order.
  private let twiddles: [Complex]
  /// Pairs of places to exchange for the bit-reversed order.
  private let swaps: [(Int32, Int32)]

  /// A transform of `size` points, a power of two from 1 to 2^30.
  public init(size: Int) {
    precondition(
      size > 0 && size <= 1 << 30 && size & (size - 1) == 0,
      "a radix-2 transform has a power of two points")
    self.size = size

    var twiddles: [Complex] = []
    twiddles.reserveCapacity(size)
    var half = 1
    while half < size {
      for index in 0..<half { twiddles.append(.phasor(-Double.pi * Double(index) / Double(half))) }
      half *= 2
    }
    self.twiddles = twiddles

    var swaps: [(Int32, Int32)] = []
    var reversed = 0
    for index in 0..<size {
      if index < reversed { swaps.append((Int32(index), Int32(reversed))) }
      // Counts upwards from the highest bit.
      var bit = size / 2
      while bit > 0 && reversed & bit != 0 {
        reversed ^= bit
        bit /= 2
      }
      reversed |= bit
    }
    self.swaps = swaps
  }

  /// Replaces the `size` points at `data` by their transform.
  public func forward(_ data: UnsafeMutablePointer<Complex>) {
    swaps.withUnsafeBufferPointer { swaps in
      for (first, second) in swaps {
        let kept = data[Int(first)]
        data[Int(first)] = data[Int(second)]
        data[Int(second)] = kept
      }
    }
    twiddles.withUnsafeBufferPointer { twiddles in
      guard var factors = twiddles.baseAddress else { return }
      var half = 1
      while half < size {
        var start = 0
        while start < size {
          Self.combine(data + start, data + start + half, factors, count: half)
          start += 2 * half
        }
        factors += half
        half *= 2
      }
    }
  }

  /// Makes one transform of 2 · `count` points from two transforms of `count` points.
  @inline(__always)
  private static func combine(
    _ even: UnsafeMutablePointer<Complex>, _ odd: UnsafeMutablePointer<Complex>,
    _ factors: UnsafePointer<Complex>, count: Int
  ) {
    for index in 0..<count {
      let sum = even[index]
      let turned = odd[index] * factors[index]
      even[index] = sum + turned
      odd[index] = sum - turned
    }
  }
}

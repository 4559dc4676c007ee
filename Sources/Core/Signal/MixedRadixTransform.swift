/// The forward discrete Fourier transform without FFTW, of 2^k or 3 · 2^k points. For 3 · 2^k
/// points it combines three transforms of a third of the points with a radix-3 pass.
public struct MixedRadixTransform: ~Copyable {
  /// Number of points.
  public let size: Int

  private let part: RadixTwoTransform
  /// exp(-2 pi i k / size) for k in 0..<size / 3, then their squares; empty for powers of two.
  private let twiddles: [Complex]
  private let spare: UnsafeMutablePointer<Complex>

  /// Whether there is a transform of `size` points: a power of two from 1 to 2^30, or three times
  /// such a power.
  public static func takes(size: Int) -> Bool {
    guard size > 0 else { return false }
    let part = size % 3 == 0 ? size / 3 : size
    return part <= 1 << 30 && part & (part - 1) == 0
  }

  /// A transform of `size` points, a size that it takes.
  public init(size: Int) {
    self.size = size
    let isTriple = size % 3 == 0
    let third = isTriple ? size / 3 : size
    part = RadixTwoTransform(size: third)
    let steps = isTriple ? [1, 2] : []
    twiddles = steps.flatMap { step in
      (0..<third).map { .phasor(-2 * Double.pi * Double(step * $0) / Double(size)) }
    }
    spare = .allocate(capacity: size)
    spare.initialize(repeating: Complex(0, 0), count: size)
  }

  deinit { spare.deallocate() }

  /// Replaces the `size` points at `data` by their transform.
  public func forward(_ data: UnsafeMutablePointer<Complex>) {
    guard !twiddles.isEmpty else {
      part.forward(data)
      return
    }
    let third = size / 3
    for remainder in 0..<3 {
      let run = spare + remainder * third
      for index in 0..<third { run[index] = data[3 * index + remainder] }
      part.forward(run)
    }
    twiddles.withUnsafeBufferPointer { twiddles in
      let half: Float = 0.866025404
      for index in 0..<third {
        let first = spare[index]
        let second = spare[third + index] * twiddles[index]
        let last = spare[2 * third + index] * twiddles[third + index]
        let sum = second + last
        let difference = second - last
        let middle = first - sum.scaled(by: 0.5)
        data[index] = first + sum
        data[third + index] = Complex(
          middle.real + half * difference.imaginary, middle.imaginary - half * difference.real)
        data[2 * third + index] = Complex(
          middle.real - half * difference.imaginary, middle.imaginary + half * difference.real)
      }
    }
  }
}

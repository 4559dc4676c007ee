import Signal

/// A Fourier transform of 2^k or 3 · 2^k points that goes both ways, in place, unnormalised.
///
/// A symbol lasts 4/3 samples, so a window of 4 · 2^k samples holds 3 · 2^k symbols. Where there is
/// no FFTW only powers of two are at hand: three of those and one radix-3 pass make the other.
final class BurstTransform {
  /// Number of points.
  let size: Int
  /// Input and output.
  let points: UnsafeMutablePointer<Complex>

  private let part: FourierTransform
  private let memory: ComplexMemory?
  /// exp(-2 pi i k / size) for k in 0..<size / 3, then their squares.
  private let twiddles: ComplexMemory?

  /// A transform of `size` points: a power of two, or three times one.
  init(size: Int) {
    self.size = size
    guard size % 3 == 0 else {
      part = FourierTransform(size: size)
      points = part.buffer.baseAddress!
      (memory, twiddles) = (nil, nil)
      return
    }
    let third = size / 3
    part = FourierTransform(size: third)
    let memory = ComplexMemory(count: size)
    let twiddles = ComplexMemory(count: 2 * third)
    for index in 0..<third {
      let radians = -2 * Double.pi * Double(index) / Double(size)
      twiddles.start[index] = .turn(radians)
      twiddles.start[third + index] = .turn(2 * radians)
    }
    points = memory.start
    (self.memory, self.twiddles) = (memory, twiddles)
  }

  /// `X[k] = sum over n of x[n] exp(-2 pi i k n / size)`.
  func forward() {
    guard let twiddles = twiddles?.start else {
      part.forward()
      return
    }
    let third = size / 3
    let sub = part.buffer.baseAddress!
    // Each part's transform replaces a run of the points only once all three were read.
    let spare = spare!.start
    for remainder in 0..<3 {
      for index in 0..<third { sub[index] = points[3 * index + remainder] }
      part.forward()
      (spare + remainder * third).update(from: sub, count: third)
    }
    let half: Float = 0.866025404
    for index in 0..<third {
      let first = spare[index]
      let second = spare[third + index] * twiddles[index]
      let third2 = spare[2 * third + index] * twiddles[third + index]
      let sum = second + third2
      let difference = second - third2
      let middle = Complex(first.real - 0.5 * sum.real, first.imaginary - 0.5 * sum.imaginary)
      points[index] = first + sum
      points[third + index] = Complex(
        middle.real + half * difference.imaginary, middle.imaginary - half * difference.real)
      points[2 * third + index] = Complex(
        middle.real - half * difference.imaginary, middle.imaginary + half * difference.real)
    }
  }

  private lazy var spare: ComplexMemory? = size % 3 == 0 ? ComplexMemory(count: size) : nil

  /// `x[n] = sum over k of X[k] exp(2 pi i k n / size)`.
  func inverse() {
    exchangeParts()
    forward()
    exchangeParts()
  }

  /// Exchanging real and imaginary parts before and after turns a transform round.
  private func exchangeParts() {
    for index in 0..<size {
      let value = points[index]
      points[index] = Complex(value.imaginary, value.real)
    }
  }
}

/// Transforms by size, made when first asked for and shared by all that work in turn.
final class BurstTransforms {
  private var made: [BurstTransform] = []
  /// Unit complex Gaussian numbers, always the same.
  let chance = BurstTransforms.gaussian(count: 8192)

  /// The transform of `size` points.
  func of(_ size: Int) -> BurstTransform {
    for transform in made where transform.size == size { return transform }
    let new = BurstTransform(size: size)
    made.append(new)
    return new
  }

  /// The smallest power of two from `count` up.
  static func length(atLeast count: Int) -> Int {
    var length = 16
    while length < count { length *= 2 }
    return length
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
      let turn = Complex.turn(2 * .pi * next())
      memory.start[index] = turn.scaled(Float(radius))
    }
    return memory
  }
}

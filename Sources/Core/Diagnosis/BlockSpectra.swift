import HandShakeSignal

/// Cuts a stream into overlapping windowed blocks and transforms each block.
struct BlockSpectra {
  /// Points of a transform.
  let size: Int
  /// Samples from the start of a block to the start of the next.
  let hop: Int
  /// Samples a second.
  let rateHertz: Double
  /// Factor from the squared magnitude of a point to power per hertz of the real signal.
  let densityFactor: Double

  private let transform: FourierTransform
  private let window: [Float]
  private var pending: [Float] = []
  /// The place in `pending` at which the next block begins.
  private var start = 0

  /// Spectra of blocks of `size` points, at most `hop` apart: there are no gaps between blocks.
  init(size: Int, hop: Int, window: Window, rateHertz: Double) {
    self.size = size
    self.hop = max(1, min(hop, size))
    self.rateHertz = rateHertz
    self.window = window.coefficients(count: size)
    transform = FourierTransform(size: size)
    let energy = self.window.reduce(0.0) { $0 + Double($1) * Double($1) }
    densityFactor = 2 / (energy * rateHertz)
  }

  /// The largest power of two that lasts at most `seconds`: a similar resolution at every rate.
  static func size(seconds: Double, rateHertz: Double) -> Int {
    var size = 64
    while Double(2 * size) <= seconds * rateHertz { size *= 2 }
    return size
  }

  /// The point of frequency `hertz`.
  func point(hertz: Double) -> Int {
    min(max(Int((hertz / rateHertz * Double(size)).rounded()), 0), size / 2)
  }

  /// The time of block number `block`, in seconds from the first sample.
  func seconds(block: Int) -> ClosedRange<Double> {
    // A 32-bit Int, as in a browser, holds no more than 12 hours of samples.
    let start = Double(block) * Double(hop) / rateHertz
    return start...(start + Double(size) / rateHertz)
  }

  /// Takes `count` samples, `stride` apart.
  mutating func push(_ samples: UnsafePointer<Float>, count: Int, stride: Int) {
    pending.removeFirst(start)
    start = 0
    pending.reserveCapacity(pending.count + count)
    for index in 0..<count { pending.append(samples[index &* stride]) }
  }

  /// Drops the samples of the incomplete block, because the next samples do not continue them.
  mutating func clear() {
    pending.removeAll(keepingCapacity: true)
    start = 0
  }

  /// The spectrum of the next block; nil if more samples are needed. It has `size` points, is
  /// meaningful in the first half, and is valid until the next call.
  mutating func next() -> UnsafeMutableBufferPointer<Complex>? {
    guard start + size <= pending.count else { return nil }
    for index in 0..<size {
      transform.buffer[index] = Complex(pending[start + index] * window[index], 0)
    }
    transform.forward()
    start += hop
    return transform.buffer
  }
}

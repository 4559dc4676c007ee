import HandShakeSignal

/// The latest seconds of complex baseband, addressed by sample number from the start of listening.
struct BasebandHistory {
  private var samples: [Complex]
  /// Number of the sample at `samples[0]`.
  private var firstIndex = 0
  private var filled = 0
  /// Number of the sample after the newest that is not zero: what follows is digital silence.
  private(set) var soundEnd = 0
  /// Number of the first sample after the latest digital silence.
  private(set) var soundStart = 0
  /// How many samples before the end are always there, once so many have come.
  let span: Int

  /// Seconds from the first sample pushed to the receiver to sample 0, negative for what is taken to lie before.
  private let originSeconds: Double
  /// Samples a second.
  let rateHertz: Double

  /// A history that keeps at least `span` samples.
  init(
    span: Int, originSeconds: Double, rateHertz: Double = DownConverter.outputRateHertz
  ) {
    self.span = span
    self.rateHertz = rateHertz
    self.originSeconds = originSeconds
    samples = [Complex](repeating: Complex(0, 0), count: 2 * span + 8192)
  }

  /// Number of the sample after the newest.
  var endIndex: Int { firstIndex + filled }

  /// Whether sample `index` is no older than the oldest that is always there.
  func reaches(_ index: Double) -> Bool { index >= Double(max(0, endIndex - span)) }

  /// Seconds from the first sample pushed to the receiver to sample `index`.
  func seconds(atSample index: Double) -> Double {
    originSeconds + index / rateHertz
  }

  /// Baseband sample at `seconds`, which may lie between two.
  func sample(atSeconds seconds: Double) -> Double {
    (seconds - originSeconds) * rateHertz
  }

  /// Appends `new`, at most 8,192 samples.
  mutating func append(_ new: [Complex]) {
    precondition(new.count <= 8192, "the receiver cuts its input in blocks")
    if filled + new.count > samples.count {
      let dropped = filled - span
      samples.withUnsafeMutableBufferPointer { buffer in
        let start = buffer.baseAddress!
        start.update(from: start + dropped, count: span)
      }
      firstIndex += dropped
      filled = span
    }
    samples.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<new.count { buffer[filled + index] = new[index] }
    }
    filled += new.count
    func isSound(_ sample: Complex) -> Bool { sample.real != 0 || sample.imaginary != 0 }
    guard let first = new.firstIndex(where: isSound), let last = new.lastIndex(where: isSound)
    else { return }
    let start = endIndex - new.count
    if start + first > soundEnd { soundStart = start + first }
    soundEnd = start + last + 1
  }

  /// Calls `body` with the samples numbered `range` as one run; samples before the oldest kept one and after the newest
  /// read as zero.
  func withSamples<Result>(
    _ range: Range<Int>, _ body: (UnsafePointer<Complex>) -> Result
  ) -> Result {
    if range.lowerBound >= firstIndex && range.upperBound <= endIndex {
      return samples.withUnsafeBufferPointer {
        body($0.baseAddress! + (range.lowerBound - firstIndex))
      }
    }
    let copy = range.map { index in
      index >= firstIndex && index < endIndex ? samples[index - firstIndex] : Complex(0, 0)
    }
    return copy.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}

import HandShakeSignal

/// The latest seconds of complex baseband of one or several microphones, addressed by sample number
/// from the start of listening.
struct BasebandHistory {
  /// By microphone.
  private var channels: [[Complex]]
  /// Factors for the energies of the microphones, so that all are as loud as the first that counts.
  /// The factor of a microphone that does not count is 0.
  var gains: [Float] {
    didSet {
      // In silence the gains do not change.
      if !gains.contains(where: { $0 > 0 }) { gains = oldValue }
      counting = gains.indices.filter { gains[$0] > 0 }
    }
  }
  /// Numbers of the microphones that count, in rising order.
  private(set) var counting: [Int]
  /// Number of the oldest sample that is kept.
  private var firstIndex = 0
  private var filled = 0
  /// Number of the sample after the latest sound. Only digital silence follows it.
  private(set) var soundEnd = 0
  /// Number of the first sample after the latest digital silence.
  private(set) var soundStart = 0
  /// Number of samples before the end that are always kept, as far as they have come.
  let span: Int

  /// Seconds from the first pushed sample to sample 0. Negative for assumed silence before it.
  private let originSeconds: Double
  /// Samples per second.
  let rateHertz: Double

  /// A history of `channelCount` microphones that keeps at least `span` samples.
  init(
    span: Int, originSeconds: Double, rateHertz: Double = DownConverter.outputRateHertz,
    channelCount: Int = 1
  ) {
    self.span = span
    self.rateHertz = rateHertz
    self.originSeconds = originSeconds
    channels = [[Complex]](
      repeating: [Complex](repeating: Complex(0, 0), count: 2 * span + 8192), count: channelCount)
    gains = [Float](repeating: 1, count: channelCount)
    counting = Array(0..<channelCount)
  }

  /// Number of microphones.
  var channelCount: Int { channels.count }

  /// Number of the sample after the newest.
  var endIndex: Int { firstIndex + filled }

  /// Whether sample `index` is not older than the samples that are always kept.
  func reaches(_ index: Double) -> Bool { index >= Double(max(0, endIndex - span)) }

  /// Seconds from the first sample pushed to the receiver to sample `index`.
  func seconds(atSample index: Double) -> Double { originSeconds + index / rateHertz }

  /// Number of the baseband sample at `seconds`, with a fraction.
  func sample(atSeconds seconds: Double) -> Double { (seconds - originSeconds) * rateHertz }

  /// Appends `new` samples of each microphone: equal numbers of samples, at most 8,192.
  mutating func append(_ new: [[Complex]]) {
    let count = new[0].count
    precondition(count <= 8192, "the receiver cuts its input in blocks")
    if filled + count > channels[0].count {
      let dropped = filled - span
      for channel in channels.indices {
        channels[channel].withUnsafeMutableBufferPointer { buffer in
          let start = buffer.baseAddress!
          start.update(from: start + dropped, count: span)
        }
      }
      firstIndex += dropped
      filled = span
    }
    for (channel, samples) in new.enumerated() {
      channels[channel].withUnsafeMutableBufferPointer { buffer in
        for index in 0..<count { buffer[filled + index] = samples[index] }
      }
    }
    filled += count
    func isSound(_ sample: Complex) -> Bool { sample.real != 0 || sample.imaginary != 0 }
    guard let first = new.compactMap({ $0.firstIndex(where: isSound) }).min(),
      let last = new.compactMap({ $0.lastIndex(where: isSound) }).max()
    else { return }
    let start = endIndex - count
    if start + first > soundEnd { soundStart = start + first }
    soundEnd = start + last + 1
  }

  /// Calls `body` with the samples `range` of a microphone as one run. Samples before the oldest
  /// kept sample and after the newest sample read as zero.
  func withSamples<Result>(
    _ range: Range<Int>, channel: Int, _ body: (UnsafePointer<Complex>) -> Result
  ) -> Result {
    if range.lowerBound >= firstIndex && range.upperBound <= endIndex {
      return channels[channel].withUnsafeBufferPointer {
        body($0.baseAddress! + (range.lowerBound - firstIndex))
      }
    }
    let copy = range.map { index in
      index >= firstIndex && index < endIndex
        ? channels[channel][index - firstIndex] : Complex(0, 0)
    }
    return copy.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}

/// Converts a wide band of real samples to complex baseband, by overlap-save. Outside the band the
/// attenuation is at least 70 dB.
///
/// Direct filtering needs hundreds of taps a sample for a sharp band edge next to 0 Hz.
public struct ComplexDecimator {
  /// Complex samples a second.
  public let basebandRateHertz: Double
  /// Frequency that becomes 0 Hz, a whole number of bins.
  public let centreHertz: Double
  /// Delay of an output sample against its input, in seconds.
  public let delaySeconds: Double

  private let decimation: Int
  private let blockLength: Int
  private let tapCount: Int
  // A workspace that copies share: no data outlives a call.
  private let transform: FourierTransform
  private let output: FourierTransform
  private let response: [Complex]
  private let centreBin: Int
  private var pending: [Float]
  private var blocks = 0

  /// - Parameters:
  ///   - lowestHertz: lower edge of the band, above 0 Hz.
  ///   - highestHertz: upper edge of the band, below half of `rateHertz`.
  ///   - rateHertz: rate of the real samples.
  public init(lowestHertz: Double, highestHertz: Double, rateHertz: Double) {
    // The lowest rate that separates the band and its filters' edges.
    let width = highestHertz - lowestHertz
    var decimation = 1
    while rateHertz / Double(2 * decimation) >= 1.15 * width { decimation *= 2 }
    self.decimation = decimation
    basebandRateHertz = rateHertz / Double(decimation)
    blockLength = 4096 * decimation
    tapCount = 1024 * decimation + 1
    let bin = rateHertz / Double(blockLength)
    centreBin = Int((0.5 * (lowestHertz + highestHertz) / bin).rounded())
    centreHertz = Double(centreBin) * bin
    delaySeconds = Double(tapCount / 2) / rateHertz
    transform = FourierTransform(size: blockLength)
    output = FourierTransform(size: blockLength / decimation)
    pending = [Float](repeating: 0, count: tapCount - 1)
    // Flat over the band plus 150 Hz, zero from 250 Hz beyond the band on and below 0 Hz.
    let edge = 0.5 * width + 250
    let cutoff = 2 * edge / rateHertz
    let window = KaiserWindow(beta: 6.8)
    let points = transform.buffer
    for tap in 0..<tapCount {
      let distance = Double(tap - tapCount / 2)
      let value = window.lowPass(at: distance, cutoff: cutoff, reach: Double(tapCount / 2 + 1))
      // The carrier has the phase of the middle sample.
      let turns = centreHertz / rateHertz * distance
      points[tap] =
        Complex.phasor(2 * .pi * (turns - turns.rounded(.down))).scaled(by: Float(value))
    }
    transform.forward()
    let scale = 1 / Float(blockLength)
    response = points.map { $0.scaled(by: scale) }
  }

  /// Appends to `result` the baseband of the next samples, as far as they determine it.
  public mutating func convert(
    _ samples: UnsafeBufferPointer<Float>, appendingTo result: inout [Complex]
  ) {
    pending.append(contentsOf: samples)
    let hop = (blockLength - tapCount + 1) / decimation * decimation
    var start = 0
    while pending.count - start >= hop + tapCount - 1 {
      let points = transform.buffer.baseAddress!
      pending.withUnsafeBufferPointer { pending in
        for index in 0..<blockLength {
          points[index] = Complex(
            index < hop + tapCount - 1 ? pending[start + index] : 0, 0)
        }
      }
      transform.forward()
      let size = output.size
      for point in 0..<size {
        let offset = point < size / 2 ? point : point - size
        let bin = (centreBin + offset + 2 * blockLength) % blockLength
        output.buffer[point] = points[bin] * response[bin]
      }
      output.inverse()
      // The carrier's phase at the block's first sample.
      let first = Double(blocks) * Double(hop)
      let turns = -Double(centreBin) / Double(blockLength) * first
      let turn = Complex.phasor(2 * .pi * (turns - turns.rounded(.down)))
      let skipped = (tapCount - 1) / decimation
      for index in 0..<hop / decimation { result.append(output.buffer[skipped + index] * turn) }
      start += hop
      blocks += 1
    }
    pending.removeFirst(start)
  }
}

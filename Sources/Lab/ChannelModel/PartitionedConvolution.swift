import HandShakeSignal

// Convolves streams with long responses, block by block and without delay. A response is cut into
// partitions of one block, whose spectra weigh the spectra of the latest blocks (uniformly
// partitioned overlap-save; F. Wefers, "Partitioned convolution algorithms for real-time
// auralization", 2015, section 5). Each signal is transformed once for all responses. Responses are
// summed before the inverse transform.

/// Spectrum of two blocks of a real signal: `blockLength / 8` vectors of real parts, then as many
/// vectors of imaginary parts. The last bin is real. It is stored as the first imaginary part,
/// which is 0.
typealias BlockSpectrum = [SIMD8<Float>]

/// Transforms blocks to spectra and back.
final class BlockTransform {
  private let blockLength: Int
  private let transform: FourierTransform

  init(blockLength: Int) {
    self.blockLength = blockLength
    transform = FourierTransform(size: 2 * blockLength)
  }

  /// The spectrum of silence.
  var silence: BlockSpectrum { BlockSpectrum(repeating: .zero, count: blockLength / 4) }

  /// The spectrum of `2 * blockLength` samples.
  func forward(_ samples: [Float], scale: Float = 1) -> BlockSpectrum {
    let points = transform.buffer
    for index in points.indices { points[index] = Complex(samples[index] * scale, 0) }
    transform.forward()
    let half = blockLength / 8
    var spectrum = silence
    for index in 0..<blockLength {
      spectrum[index / 8][index % 8] = points[index].real
      spectrum[half + index / 8][index % 8] = points[index].imaginary
    }
    spectrum[half][0] = points[blockLength].real
    return spectrum
  }

  /// The second half of the samples with this spectrum, times `2 * blockLength`.
  func inverse(_ spectrum: BlockSpectrum) -> [Float] {
    let points = transform.buffer
    let half = blockLength / 8
    for index in 1..<blockLength {
      let point = Complex(spectrum[index / 8][index % 8], spectrum[half + index / 8][index % 8])
      points[index] = point
      points[2 * blockLength - index] = point.conjugate
    }
    points[0] = Complex(spectrum[0][0], 0)
    points[blockLength] = Complex(spectrum[half][0], 0)
    transform.inverse()
    return (0..<blockLength).map { points[blockLength + $0].real }
  }
}

/// The latest blocks of a signal. Each spectrum covers a block and the block before it.
struct SpectrumHistory {
  private let blockLength: Int
  private var spectra: [BlockSpectrum] = []
  private var newest = 0
  private var latest: [Float]

  init(blockLength: Int) {
    self.blockLength = blockLength
    latest = [Float](repeating: 0, count: 2 * blockLength)
  }

  /// Holds at least `count` blocks from now on. Call it before the first block.
  mutating func hold(_ count: Int) {
    let silence = BlockSpectrum(repeating: .zero, count: blockLength / 4)
    while spectra.count < count { spectra.append(silence) }
  }

  mutating func push(_ block: [Float], transform: BlockTransform) {
    guard !spectra.isEmpty else { return }
    latest.replaceSubrange(..<blockLength, with: latest[blockLength...])
    latest.replaceSubrange(blockLength..., with: block)
    newest = (newest + 1) % spectra.count
    spectra[newest] = transform.forward(latest)
  }

  /// The spectrum of the block `age` blocks before the newest block.
  subscript(age: Int) -> BlockSpectrum { spectra[(newest + spectra.count - age) % spectra.count] }
}

/// An impulse response as spectra.
struct PartitionedResponse {
  /// The first partition with sound.
  private let first: Int
  private let spectra: [BlockSpectrum]

  /// Blocks of a signal that the response needs.
  var blockCount: Int { first + spectra.count }

  init(_ response: [Float], transform: BlockTransform) {
    let blockLength = transform.silence.count * 4
    let start = response.firstIndex { $0 != 0 } ?? 0
    first = start / blockLength
    // The transforms are not scaled. A round trip multiplies by this length.
    let scale = 1 / Float(2 * blockLength)
    spectra = stride(from: first * blockLength, to: response.count, by: blockLength).map { start in
      let partition = response[start..<min(start + blockLength, response.count)]
      let padding = [Float](repeating: 0, count: 2 * blockLength - partition.count)
      return transform.forward(Array(partition) + padding, scale: scale)
    }
  }

  /// Adds the output of this response for the newest block of the signal.
  func add(to sum: inout BlockSpectrum, from signal: SpectrumHistory) {
    for (index, response) in spectra.enumerated() {
      Self.add(to: &sum, signal[first + index], response)
    }
  }

  private static func add(
    to sum: inout BlockSpectrum, _ signal: BlockSpectrum, _ response: BlockSpectrum
  ) {
    let half = sum.count / 2
    let first = sum[0][0] + signal[0][0] * response[0][0]
    let last = sum[half][0] + signal[half][0] * response[half][0]
    sum.withUnsafeMutableBufferPointer { sum in
      signal.withUnsafeBufferPointer { signal in
        response.withUnsafeBufferPointer { response in
          for index in 0..<half {
            let (real, imaginary) = (signal[index], signal[half + index])
            sum[index] += real * response[index] - imaginary * response[half + index]
            sum[half + index] += real * response[half + index] + imaginary * response[index]
          }
        }
      }
    }
    sum[0][0] = first
    sum[half][0] = last
  }
}

import HandShakeSignal

/// Filters `samples` by the impulse response `response`. The output includes the tail.
///
/// Overlap-add (Stockham 1966): blocks of the signal are padded, transformed, multiplied by the
/// transform of the response, and transformed back.
public func convolve(_ samples: [Float], with response: [Float]) -> [Float] {
  guard !samples.isEmpty, !response.isEmpty else { return samples }
  var size = 2048
  while size < 4 * response.count { size *= 2 }
  let blockLength = size - response.count + 1
  let transform = FourierTransform(size: size)
  let points = transform.buffer
  for index in 0..<size { points[index] = Complex(index < response.count ? response[index] : 0, 0) }
  transform.forward()
  let filter = Array(points)

  var output = [Float](repeating: 0, count: samples.count + response.count - 1)
  for start in stride(from: 0, to: samples.count, by: blockLength) {
    let count = min(blockLength, samples.count - start)
    samples.withUnsafeBufferPointer { samples in
      for index in 0..<size {
        points[index] = Complex(index < count ? samples[start + index] : 0, 0)
      }
    }
    transform.forward()
    filter.withUnsafeBufferPointer { filter in
      for index in 0..<size { points[index] = points[index] * filter[index] }
    }
    transform.inverse()
    let scale = 1 / Float(size)
    output.withUnsafeMutableBufferPointer { output in
      for index in 0..<min(size, output.count - start) {
        output[start + index] += points[index].real * scale
      }
    }
  }
  return output
}

import HandShakeSignal

/// A loudspeaker whose phase wanders at high frequencies. The power stays, the coherence is lost.
///
/// All high frequencies turn together. Independent phases would cause echoes of the window's
/// length, and would lose power if echoes fall outside the window.
public struct PhaseWander: Sendable, Equatable {
  /// Frequency above which the phase wanders.
  public var lowestHertz: Double
  /// Seconds in which the phase moves by one radian in root mean square.
  public var coherenceSeconds: Double

  /// Phase that wanders above `lowestHertz`, with this coherence time.
  public init(coherenceSeconds: Double, lowestHertz: Double = 18000) {
    self.coherenceSeconds = coherenceSeconds
    self.lowestHertz = lowestHertz
  }

  /// `samples` with a random walk of the phase in the upper bins of a short-time transform.
  func play(_ samples: [Float], rateHertz: Double, random: inout SeededRandom) -> [Float] {
    let size = 512
    let hop = size / 4
    let window = Window.hann.coefficients(count: size)
    let transform = FourierTransform(size: size)
    let points = transform.buffer
    let firstBin = Int((lowestHertz / rateHertz * Double(size)).rounded(.up))
    var phase = 0.0
    let step = (Double(hop) / rateHertz / coherenceSeconds).squareRoot()
    var output = [Float](repeating: 0, count: samples.count + size)
    // Squared Hann windows at a hop of a quarter of their length sum to 3/2.
    let scale = 1 / (1.5 * Float(size))
    for start in stride(from: -size + hop, to: samples.count, by: hop) {
      for index in 0..<size {
        let position = start + index
        let inside = position >= 0 && position < samples.count
        points[index] = Complex(inside ? samples[position] * window[index] : 0, 0)
      }
      transform.forward()
      phase += step * random.normal()
      let turn = Complex.phasor(phase)
      for bin in firstBin..<max(firstBin, size / 2) {
        let turned = points[bin] * turn
        points[bin] = turned
        points[size - bin] = turned.conjugate
      }
      transform.inverse()
      for index in 0..<size where start + index >= 0 {
        output[start + index] += points[index].real * scale * window[index]
      }
    }
    return output
  }
}

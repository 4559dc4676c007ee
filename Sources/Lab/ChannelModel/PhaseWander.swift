import HandShakeSignal

/// A loudspeaker whose phase wanders at high frequencies: the power stays, the coherence does not.
///
/// All high frequencies turn together. Were every one to wander by itself, echoes of a window's
/// length would arise, and power would be lost where they fall outside of it.
public struct PhaseWander: Sendable, Equatable {
  /// Frequency above which the phase wanders.
  public var lowestHertz: Double
  /// Seconds in which the phase moves by one radian in root mean square.
  public var coherenceSeconds: Double

  /// Wandering with that coherence, from `lowestHertz` up.
  public init(coherenceSeconds: Double, lowestHertz: Double = 18000) {
    self.coherenceSeconds = coherenceSeconds
    self.lowestHertz = lowestHertz
  }

  /// `samples` with the upper bins of a short-time transform turned by a random walk.
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
    // Squared Hann windows a quarter of their length apart sum to 3/2.
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

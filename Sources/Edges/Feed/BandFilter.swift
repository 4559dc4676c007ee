import HandShakeModem
import HandShakeSignal

/// Power of one channel in the near-ultrasonic band, 13.3 to 20.7 kHz, by two equal band-pass
/// sections.
///
/// Each is the bilinear transform of `w·s / (s² + w·s + c²)`, 3 dB down at the edges. Two of them
/// attenuate 1 kHz by 55 dB, which is enough to compare channels. They take ten multiplications a
/// sample; an equivalent FIR takes fifty.
public struct BandFilter {
  /// The band of all near-ultrasonic placements.
  private static let bandHertz = ModemProtocol.nearUltrasonicBandHertz

  private var gain: Float
  private var feedback1: Float
  private var feedback2: Float
  private var first = Section()
  private var second = Section()

  private struct Section {
    var delay1: Float = 0
    var delay2: Float = 0
  }

  /// A filter for samples at `rateHertz`, more than twice the band's lower edge. If the rate cuts
  /// off the band, the filter covers the rest.
  public init(rateHertz: Double) {
    // Prewarp the edges for the bilinear transform: this near to half the rate, a bandwidth in
    // octaves would shrink to a third.
    let upperHertz = min(Self.bandHertz.upperBound, 0.48 * rateHertz)
    let lower = Self.tangent(Double.pi * Self.bandHertz.lowerBound / rateHertz)
    let upper = Self.tangent(Double.pi * upperHertz / rateHertz)
    let width = upper - lower
    let centreSquared = lower * upper
    let norm = 1 + width + centreSquared
    gain = Float(width / norm)
    feedback1 = Float(2 * (centreSquared - 1) / norm)
    feedback2 = Float((1 - width + centreSquared) / norm)
  }

  /// Filters `count` samples with this `stride`, and gives the sum of the squared output.
  public mutating func energy(
    of samples: UnsafePointer<Float>, count: Int, stride: Int
  ) -> Double {
    var first = self.first
    var second = self.second
    var sum: Float = 0
    for index in 0..<count {
      let middle = step(&first, samples[index &* stride])
      let output = step(&second, middle)
      sum += output * output
    }
    self.first = first
    self.second = second
    // A NaN would stay in the filter forever.
    guard sum.isFinite else {
      self.first = Section()
      self.second = Section()
      return 0
    }
    return Double(sum)
  }

  private static func tangent(_ radians: Double) -> Double { sine(radians) / cosine(radians) }

  /// Transposed direct form II with numerator `gain · (1 - z⁻²)`.
  @inline(__always)
  private func step(_ section: inout Section, _ input: Float) -> Float {
    let output = gain * input + section.delay1
    section.delay1 = section.delay2 - feedback1 * output
    section.delay2 = -gain * input - feedback2 * output
    return output
  }
}

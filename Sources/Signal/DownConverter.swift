/// Takes the near-ultrasonic band out of real samples: 13.5 to 20.5 kHz, as complex baseband at
/// 8 kHz centred on 17 kHz.
///
/// Two polyphase-free stages, since the expensive sharp filter is cheap at a low rate: a complex
/// band-pass decimates to 16 kHz, a real low-pass halves that. Within the band the gain is 1: a sine
/// of amplitude A becomes a phasor of magnitude A/2. Whatever lies outside 12.4 to 21.6 kHz is at
/// least 80 dB down.
public struct DownConverter {
  /// Rate of the output.
  public static let outputRateHertz = 8000.0
  /// Frequency that becomes 0 Hz.
  public static let centreHertz = 17000.0
  /// Lowest and highest frequency that pass unattenuated.
  public static let passBandHertz = 13500.0...20500.0

  /// How much later than its input an output sample comes: output sample n shows the input at
  /// `n / 8000 - delaySeconds`.
  public let delaySeconds: Double

  private let decimation: Int
  /// Real parts of the band-pass taps, newest sample last, then imaginary parts.
  private let bandPassReal: [Float]
  private let bandPassImaginary: [Float]
  /// Each low-pass tap twice, to meet real and imaginary part.
  private let lowPass: [Float]
  private let rotation: [Complex]
  private var rotationIndex = 0
  private var input: [Float]
  private var middle: [Complex]

  /// Whether samples at `rateHertz` can be taken directly: whole multiples of 16 kHz from 48 kHz up.
  public static func accepts(rateHertz: Double) -> Bool {
    rateHertz >= 48000 && rateHertz <= 768_000
      && rateHertz.truncatingRemainder(dividingBy: 16000) == 0
  }

  /// A converter of samples at `rateHertz`, which must be one that it accepts.
  public init(rateHertz: Double) {
    precondition(Self.accepts(rateHertz: rateHertz), "a multiple of 16 kHz, at least 48 kHz")
    decimation = Int(rateHertz / 16000)
    let first = LowPassFilter.taps(
      passHertz: 3500, stopHertz: 11500, attenuationDecibels: 90, rateHertz: rateHertz)
    let second = LowPassFilter.taps(
      passHertz: 3500, stopHertz: 4500, attenuationDecibels: 90, rateHertz: 16000)
    delaySeconds = Double(first.count / 2) / rateHertz + Double(second.count / 2) / 16000

    let middleTap = first.count / 2
    let radiansPerSample = 2 * Double.pi * Self.centreHertz / rateHertz
    // exp(i w (middle - k)) on the taps, oldest sample first, keeps the phase of the middle sample; the
    // rotation below then takes the carrier off.
    bandPassReal = padded(
      first.enumerated().map { Float($1 * cosine(radiansPerSample * Double(middleTap - $0))) })
    bandPassImaginary = padded(
      first.enumerated().map { Float($1 * sine(radiansPerSample * Double(middleTap - $0))) })
    lowPass = padded(second.flatMap { [Float($0), Float($0)] })
    // 17 kHz at 16 kHz is 1/16 of a turn a sample.
    rotation = (0..<16).map {
      let radians = 2 * Double.pi * Double($0) / 16
      return Complex(Float(cosine(radians)), Float(-sine(radians)))
    }
    input = [Float](repeating: 0, count: bandPassReal.count - 1)
    middle = [Complex](repeating: Complex(0, 0), count: lowPass.count / 2 - 1)
  }

  /// Appends the baseband of the next `samples`, as far as they determine it, to `output`.
  ///
  /// Output sample 0 belongs to the first input sample, with silence taken to lie before it.
  public mutating func convert(
    _ samples: UnsafeBufferPointer<Float>, appendingTo output: inout [Complex]
  ) {
    input.append(contentsOf: samples)
    filterToMiddle()
    filterToOutput(&output)
  }

  private mutating func filterToMiddle() {
    let length = bandPassReal.count
    var start = 0
    input.withUnsafeBufferPointer { input in
      bandPassReal.withUnsafeBufferPointer { realTaps in
        bandPassImaginary.withUnsafeBufferPointer { imaginaryTaps in
          while start + length <= input.count {
            let window = input.baseAddress! + start
            let value = Complex(
              dotProduct(window, realTaps.baseAddress!, length),
              dotProduct(window, imaginaryTaps.baseAddress!, length))
            middle.append(value * rotation[rotationIndex])
            rotationIndex = (rotationIndex + 1) & 15
            start += decimation
          }
        }
      }
    }
    input.removeFirst(min(start, input.count))
  }

  private mutating func filterToOutput(_ output: inout [Complex]) {
    let length = lowPass.count / 2
    var start = 0
    middle.withUnsafeBufferPointer { middle in
      lowPass.withUnsafeBufferPointer { taps in
        while start + length <= middle.count {
          let window = UnsafeRawPointer(middle.baseAddress! + start)
            .assumingMemoryBound(to: Float.self)
          output.append(interleavedDotProduct(window, taps.baseAddress!, 2 * length))
          start += 2
        }
      }
    }
    middle.removeFirst(min(start, middle.count))
  }
}

/// `taps` with zeros in front to a multiple of eight, the width of the dot products.
private func padded(_ taps: [Float]) -> [Float] {
  [Float](repeating: 0, count: (8 - taps.count % 8) % 8) + taps
}

/// Sum of products of `count` pairs, `count` a multiple of eight.
@inline(__always)
private func dotProduct(
  _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int
) -> Float {
  let left = UnsafeRawPointer(left)
  let right = UnsafeRawPointer(right)
  var sum = SIMD8<Float>.zero
  for offset in stride(from: 0, to: count * 4, by: 32) {
    sum +=
      left.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      * right.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
  }
  return sum.sum()
}

/// Complex sum of products of interleaved complex numbers and taps that stand twice.
@inline(__always)
private func interleavedDotProduct(
  _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int
) -> Complex {
  let left = UnsafeRawPointer(left)
  let right = UnsafeRawPointer(right)
  var sum = SIMD8<Float>.zero
  for offset in stride(from: 0, to: count * 4, by: 32) {
    sum +=
      left.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      * right.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
  }
  return Complex(sum.evenHalf.sum(), sum.oddHalf.sum())
}

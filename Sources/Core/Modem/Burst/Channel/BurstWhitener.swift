import HandShakeSignal

/// Whitens coloured noise: the prediction-error filter of an autoregressive model of the noise
/// before a frame.
///
/// The filter is causal, so it needs no samples after a known part of a frame. It removes steady
/// tones. If it filters received and known samples alike, the response between them stays.
struct BurstWhitener {
  /// Number of earlier samples that an output needs.
  static let order = 32

  /// Coefficients by delay, 0...order. The output noise is white, of power 1.
  private(set) var taps = [Complex](repeating: Complex(0, 0), count: order + 1)

  /// Makes a whitener for white noise of this `power`.
  init(power: Double) { taps[0] = Complex(Float(1 / max(power, 1e-30).squareRoot()), 0) }

  /// Learns from `count` samples of noise.
  ///
  /// Segments count alike, whatever their power. Segments much louder than the quieter third are
  /// left out: a click, or the end of the previous frame.
  ///
  /// - Parameter floor: power of white noise that is added to the model.
  init(_ noise: UnsafePointer<Complex>, count: Int, floor: Double) {
    let segmentLength = 4 * Self.order
    var shapes: [(power: Double, lags: [DoubleComplex])] = []
    for segment in 0..<count / segmentLength {
      let first = segment * segmentLength
      var lags = [DoubleComplex](repeating: DoubleComplex(0, 0), count: Self.order + 1)
      for delay in 0...Self.order {
        var sum = DoubleComplex(0, 0)
        // Lags within the segment only, which keeps the spectrum positive.
        for index in first + delay..<first + segmentLength {
          sum = sum + DoubleComplex(noise[index].timesConjugate(of: noise[index - delay]))
        }
        lags[delay] = sum
      }
      // Before a recording begins, the samples are zero.
      if lags[0].real > 1e-12 { shapes.append((lags[0].real / Double(segmentLength), lags)) }
    }
    var shape = [DoubleComplex](repeating: DoubleComplex(0, 0), count: Self.order + 1)
    if !shapes.isEmpty {
      let powers = shapes.map { $0.power }.ascending
      let usual = powers[powers.count / 3]
      var total = 0.0
      var used = 0.0
      for segment in shapes where segment.power <= 4 * usual {
        used += 1
        total += segment.power
        for delay in shape.indices {
          shape[delay] = shape[delay] + segment.lags[delay] / segment.lags[0].real
        }
      }
      let scale = total / (used * used)
      for delay in shape.indices { shape[delay] = shape[delay].scaled(by: scale) }
    }
    shape[0].real = shape[0].real * 1.0001 + floor
    let prediction = LinearPrediction(autocorrelation: shape)
    let gain = 1 / prediction.errorPower.squareRoot()
    taps = prediction.filter.map { Complex($0.scaled(by: gain)) }
  }

  /// Filters `count` samples; `order` samples before `input` must be readable.
  func filter(
    _ input: UnsafePointer<Complex>, count: Int, into output: UnsafeMutablePointer<Complex>
  ) {
    taps.withUnsafeBufferPointer { taps in
      var index = 0
      while index + 4 <= count {
        // Four outputs: products with real and imaginary parts of the taps are summed separately.
        var (straight, crossed) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        for delay in 0...Self.order {
          let samples = UnsafeRawPointer(input + (index - delay))
            .loadUnaligned(as: SIMD8<Float>.self)
          straight += samples * taps[delay].real
          crossed += samples * taps[delay].imaginary
        }
        for place in 0..<4 {
          output[index + place] = Complex(
            straight[2 * place] - crossed[2 * place + 1],
            straight[2 * place + 1] + crossed[2 * place])
        }
        index += 4
      }
      while index < count {
        var sum = Complex(0, 0)
        for delay in 0...Self.order { sum = sum + input[index - delay] * taps[delay] }
        output[index] = sum
        index += 1
      }
    }
  }

  /// Writes the filter's frequency response to the points of `transform`, 0 Hz first.
  func response(_ transform: FourierTransform) {
    transform.points.update(repeating: Complex(0, 0), count: transform.size)
    for delay in taps.indices { transform.points[delay] = taps[delay] }
    transform.forward()
  }
}

import Signal

/// Square Gray-mapped QAM of unit power: the first half of a symbol's bits chooses its real part, the
/// second half its imaginary part.
struct BurstConstellation: Sendable {
  /// 2, 4, 6 or 8.
  let bitsPerSymbol: Int
  /// Bits of one dimension, h.
  let dimensionBits: Int
  /// The amplitude for each value of the bits of one dimension, the first bit the most significant;
  /// 2^h of them. All zeros are the largest.
  let amplitudes: [Float]

  static let qpsk = BurstConstellation(bitsPerSymbol: 2)

  init(bitsPerSymbol: Int) {
    self.bitsPerSymbol = bitsPerSymbol
    dimensionBits = bitsPerSymbol / 2
    let count = 1 << dimensionBits
    var amplitudes = [Float](repeating: 0, count: count)
    // 1, 3, ... count - 1 to both sides: their mean square is (count^2 - 1) / 3 in each dimension.
    let unit = 1 / (2 * Double(count * count - 1) / 3).squareRoot()
    for index in 0..<count {
      amplitudes[index ^ index >> 1] = Float(unit * Double(count - 1 - 2 * index))
    }
    self.amplitudes = amplitudes
  }

  /// The points of `bits`, as many as whole symbols hold.
  func points(_ bits: [UInt8]) -> [Complex] {
    (0..<bits.count / bitsPerSymbol).map { symbol in
      var values = (0, 0)
      for bit in 0..<dimensionBits {
        values.0 = values.0 << 1 | Int(bits[symbol * bitsPerSymbol + bit] & 1)
        values.1 = values.1 << 1 | Int(bits[symbol * bitsPerSymbol + dimensionBits + bit] & 1)
      }
      return Complex(amplitudes[values.0], amplitudes[values.1])
    }
  }

  /// What a receiver makes of noisy symbols: the exact log-likelihood ratio of every bit, positive
  /// for 0, and the mean and variance of every symbol given all that is known of it.
  ///
  /// - Parameters:
  ///   - symbols: n received points, their amplitude put right.
  ///   - variances: n positive variances of the complex noise.
  ///   - priors: nil, or for every bit what is known of it from elsewhere, a ratio as above; it is not in
  ///     the ratios given back, but in the means and variances.
  ///   - ratios: room for n times `bitsPerSymbol`.
  ///   - means: nil, or room for n.
  ///   - spreads: nil, or room for n variances.
  func demap(
    _ symbols: UnsafeBufferPointer<Complex>, variances: UnsafePointer<Float>,
    priors: UnsafePointer<Float>?, ratios: UnsafeMutablePointer<Float>,
    means: UnsafeMutablePointer<Complex>? = nil, spreads: UnsafeMutablePointer<Float>? = nil
  ) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { weights in
      amplitudes.withUnsafeBufferPointer { amplitudes in
        guard let weights = weights.baseAddress else { return }
        for index in 0..<symbols.count {
          let scale = -1 / variances[index]
          let first = index * bitsPerSymbol
          let second = first + dimensionBits
          let real = demap(
            symbols[index].real, scale, priors.map { $0 + first }, amplitudes, weights,
            ratios + first)
          let imaginary = demap(
            symbols[index].imaginary, scale, priors.map { $0 + second }, amplitudes, weights,
            ratios + second)
          means?[index] = Complex(real.mean, imaginary.mean)
          spreads?[index] = real.spread + imaginary.spread
        }
      }
    }
  }

  /// One dimension of a symbol; `scale` is the negated reciprocal of the complex noise's variance.
  @inline(__always)
  private func demap(
    _ value: Float, _ scale: Float, _ priors: UnsafePointer<Float>?,
    _ amplitudes: UnsafeBufferPointer<Float>, _ weights: UnsafeMutablePointer<Float>,
    _ ratios: UnsafeMutablePointer<Float>
  ) -> (mean: Float, spread: Float) {
    let count = amplitudes.count
    var best = -Float.infinity
    for point in 0..<count {
      let distance = value - amplitudes[point]
      var weight = scale * distance * distance
      if let priors {
        for bit in 0..<dimensionBits {
          let half = 0.5 * priors[bit]
          weight += point >> (dimensionBits - 1 - bit) & 1 == 0 ? half : -half
        }
      }
      weights[point] = weight
      best = max(best, weight)
    }
    var total: Float = 0
    var mean: Float = 0
    var power: Float = 0
    for point in 0..<count {
      let weight = fastExponential(weights[point] - best)
      weights[point] = weight
      total += weight
      mean += weight * amplitudes[point]
      power += weight * amplitudes[point] * amplitudes[point]
    }
    mean /= total
    for bit in 0..<dimensionBits {
      var zero: Float = 1e-30
      var one: Float = 1e-30
      for point in 0..<count {
        if point >> (dimensionBits - 1 - bit) & 1 == 0 {
          zero += weights[point]
        } else {
          one += weights[point]
        }
      }
      ratios[bit] = fastLogarithm(zero) - fastLogarithm(one) - (priors.map { $0[bit] } ?? 0)
    }
    return (mean, max(0, power / total - mean * mean))
  }
}

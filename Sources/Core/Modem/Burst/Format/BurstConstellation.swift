import HandShakeSignal

/// Square Gray-mapped QAM of unit power. The first half of a symbol's bits selects its real part,
/// the second half its imaginary part.
struct BurstConstellation: Sendable {
  /// 2, 4, 6 or 8.
  let bitsPerSymbol: Int
  /// Bits of one dimension, h.
  let dimensionBits: Int
  /// The 2^h amplitudes, by the value of the bits of one dimension, the first bit the most
  /// significant. The value 0 has the largest amplitude.
  let amplitudes: [Float]

  /// The constellations of 2, 4, 6 and 8 bits.
  static let square = [2, 4, 6, 8].map { BurstConstellation(bitsPerSymbol: $0) }
  static let qpsk = BurstConstellation(bitsPerSymbol: 2)

  init(bitsPerSymbol: Int) {
    self.bitsPerSymbol = bitsPerSymbol
    dimensionBits = bitsPerSymbol / 2
    let count = 1 << dimensionBits
    var amplitudes = [Float](repeating: 0, count: count)
    // The mean square of 1, 3, ... count - 1 is (count^2 - 1) / 3 in each dimension.
    let unit = 1 / (2 * Double(count * count - 1) / 3).squareRoot()
    for index in 0..<count {
      amplitudes[index ^ index >> 1] = Float(unit * Double(count - 1 - 2 * index))
    }
    self.amplitudes = amplitudes
  }

  /// The points of `bits`, one for each whole symbol.
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

  /// Computes the exact LLR of every bit of noisy symbols, positive for 0. Also computes the mean
  /// and variance of every symbol by its value and its priors.
  ///
  /// - Parameters:
  ///   - symbols: n received points with corrected amplitude.
  ///   - variances: n positive variances of the complex noise.
  ///   - priors: the LLR of every bit from another source, or nil. The means and variances include
  ///     the priors, the output LLRs do not.
  ///   - llrs: room for n times `bitsPerSymbol`.
  ///   - means: nil, or room for n.
  ///   - spreads: nil, or room for n variances.
  func demap(
    _ symbols: UnsafeBufferPointer<Complex>, variances: UnsafePointer<Float>,
    priors: UnsafePointer<Float>?, llrs: UnsafeMutablePointer<Float>,
    means: UnsafeMutablePointer<Complex>? = nil, spreads: UnsafeMutablePointer<Float>? = nil
  ) {
    withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: 16) { weights in
      amplitudes.withUnsafeBufferPointer { amplitudes in
        guard let weights = weights.baseAddress, let points = symbols.baseAddress else { return }
        var first = 0
        while first < symbols.count {
          let lanes = min(8, symbols.count - first)
          var (reals, imaginaries, scales) = (
            SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>(repeating: -1)
          )
          for lane in 0..<lanes {
            reals[lane] = points[first + lane].real
            imaginaries[lane] = points[first + lane].imaginary
            scales[lane] = -1 / variances[first + lane]
          }
          let bit = first * bitsPerSymbol
          let real = demap(
            reals, scales, priors.map { $0 + bit }, amplitudes, weights, llrs + bit, lanes)
          let second = bit + dimensionBits
          let imaginary = demap(
            imaginaries, scales, priors.map { $0 + second }, amplitudes, weights, llrs + second,
            lanes)
          for lane in 0..<lanes {
            means?[first + lane] = Complex(real.mean[lane], imaginary.mean[lane])
            spreads?[first + lane] = real.spread[lane] + imaginary.spread[lane]
          }
          first += 8
        }
      }
    }
  }

  /// Demaps one dimension of up to eight symbols. `scales` are -1 over the variances of the complex
  /// noise. `priors` and `llrs` start at the first symbol's bits in this dimension.
  @inline(__always)
  private func demap(
    _ values: SIMD8<Float>, _ scales: SIMD8<Float>, _ priors: UnsafePointer<Float>?,
    _ amplitudes: UnsafeBufferPointer<Float>, _ weights: UnsafeMutablePointer<SIMD8<Float>>,
    _ llrs: UnsafeMutablePointer<Float>, _ lanes: Int
  ) -> (mean: SIMD8<Float>, spread: SIMD8<Float>) {
    let count = amplitudes.count
    var best = SIMD8<Float>(repeating: -.infinity)
    for point in 0..<count {
      let distance = values - amplitudes[point]
      var weight = scales * distance * distance
      if let priors {
        for bit in 0..<dimensionBits {
          let half: Float = point >> (dimensionBits - 1 - bit) & 1 == 0 ? 0.5 : -0.5
          for lane in 0..<lanes { weight[lane] += half * priors[lane * bitsPerSymbol + bit] }
        }
      }
      weights[point] = weight
      best.replace(with: weight, where: weight .> best)
    }
    var total = SIMD8<Float>.zero
    var mean = SIMD8<Float>.zero
    var power = SIMD8<Float>.zero
    for point in 0..<count {
      let weight = fastExponential(weights[point] - best)
      weights[point] = weight
      let moment = weight * amplitudes[point]
      total += weight
      mean += moment
      power += moment * amplitudes[point]
    }
    mean /= total
    for bit in 0..<dimensionBits {
      var zero = SIMD8<Float>(repeating: 1e-30)
      var one = zero
      for point in 0..<count {
        if point >> (dimensionBits - 1 - bit) & 1 == 0 {
          zero += weights[point]
        } else {
          one += weights[point]
        }
      }
      let llr = fastLogarithm(zero / one)
      for lane in 0..<lanes {
        let place = lane * bitsPerSymbol + bit
        llrs[place] = llr[lane] - (priors.map { $0[place] } ?? 0)
      }
    }
    var spread = power / total - mean * mean
    spread.replace(with: 0, where: spread .< 0)
    return (mean, spread)
  }
}

import HandShakeSignal

/// Noise power per frequency bin, learnt from what has been heard so far.
///
/// It follows the mean of the logarithm of each bin's energy, from which that of exponentially distributed noise
/// differs by Euler's constant. What all bins have in common, the level, moves within a fraction of a second; each
/// bin's difference from it slowly and never far at a time: a tone that comes and goes leaves little trace, a whistle
/// that stays becomes noise within seconds.
struct NoiseFloor {
  /// Natural logarithm of the mean noise energy per bin.
  private(set) var logarithms: [Float]
  /// One over the mean noise energy per bin: frames are compared with the floor more often than the floor is learnt.
  private var reciprocals: [Float]
  private var frames = 0

  /// Mean of the logarithm of a unit-mean exponential variable, negated.
  static let eulerConstant: Float = 0.5772157
  /// Frames over which the estimate averages.
  private let memory: Int
  /// Largest surprise in nepers that counts; larger ones count as this.
  private let clip: Float = 2.5
  private let levelGain: Float = 0.1
  /// Logarithm of the energy of digital silence as `MarkerFrames` gives it.
  private static let silence: Float = -36.84

  /// A floor of `binCount` bins, a multiple of eight.
  init(binCount: Int, memory: Int) {
    precondition(binCount % 8 == 0, "bins are worked on in eights")
    logarithms = [Float](repeating: Self.silence, count: binCount)
    reciprocals = [Float](repeating: fastExponential(-Self.silence), count: binCount)
    self.memory = memory
  }

  /// Takes the energies of one frame; leaves their logarithms in `scratch`.
  mutating func learn(_ energies: UnsafePointer<Float>, scratch: UnsafeMutablePointer<Float>) {
    guard !isSilent(energies) else {
      forget()
      return
    }
    frames += 1
    let gain = 1 / Float(min(frames + 8, memory))
    logarithms.withUnsafeMutableBufferPointer { floor in
      reciprocals.withUnsafeMutableBufferPointer { reciprocals in
        for bin in 0..<floor.count { scratch[bin] = fastLogarithm(energies[bin]) - floor[bin] }
        var sums = SIMD8<Float>.zero
        for bin in stride(from: 0, to: floor.count, by: 8) { sums += scratch[eight: bin] }
        let shift = sums.sum() / Float(floor.count) + Self.eulerConstant
        // At first the mean of all that came: the first frame may hold little but silence.
        let levelMove = max(levelGain, 1 / Float(frames)) * shift
        let expected = shift - Self.eulerConstant
        for bin in 0..<floor.count {
          let surprise = scratch[bin] - expected
          let above = surprise < -clip ? -clip : surprise
          floor[bin] += levelMove + gain * (above > clip ? clip : above)
          reciprocals[bin] = fastExponential(-floor[bin])
        }
      }
    }
  }

  /// Forgets the noise, after digital silence: a sound that follows has its own noise or none, and a sound without
  /// noise before the silence was a message.
  mutating func forget() {
    guard frames > 0 else { return }
    frames = 0
    logarithms.withUnsafeMutableBufferPointer { $0.update(repeating: Self.silence) }
    reciprocals.withUnsafeMutableBufferPointer {
      $0.update(repeating: fastExponential(-Self.silence))
    }
  }

  /// A floor of as many bins that learnt nothing.
  var untaught: NoiseFloor { NoiseFloor(binCount: logarithms.count, memory: memory) }

  /// Whether nothing was learnt since the last digital silence, which is not the noise that comes.
  var isUntaught: Bool { frames == 0 }

  /// Whether every frame counts, for there were few so far.
  var isYoung: Bool { frames < 32 }

  /// Whether a frame holds less than any converter's noise.
  private func isSilent(_ energies: UnsafePointer<Float>) -> Bool {
    for bin in 0..<logarithms.count where energies[bin] > 1e-15 { return false }
    return true
  }

  /// Divides the `energies` of a frame by the floor, in place.
  ///
  /// - Returns: the mean of the quotients' natural logarithms, and the largest quotient.
  func divide(_ energies: UnsafeMutablePointer<Float>) -> (meanLogarithm: Float, largest: Float) {
    Self.multiply(energies, by: reciprocals, count: logarithms.count)
  }

  /// Multiplies `count` energies, a multiple of eight, by the `reciprocals` of their noise, in place.
  ///
  /// - Returns: the mean of the products' natural logarithms, and the largest product.
  static func multiply(
    _ energies: UnsafeMutablePointer<Float>, by reciprocals: [Float], count: Int
  ) -> (meanLogarithm: Float, largest: Float) {
    reciprocals.withUnsafeBufferPointer { reciprocals in
      let reciprocals = reciprocals.baseAddress!
      var largest = SIMD8<Float>.zero
      var sum: Float = 0
      var start = 0
      while start < count {
        // The logarithm of a product is the sum of those of its factors. The exponents are summed apart, and 64
        // mantissas below 2 can't overflow.
        let end = min(start + 64 * 8, count)
        var mantissas = SIMD8<Float>(repeating: 1)
        var exponents = SIMD8<UInt32>.zero
        for bin in stride(from: start, to: end, by: 8) {
          let quotient = energies[eight: bin] * reciprocals[eight: bin]
          energies[eight: bin] = quotient
          largest.replace(with: quotient, where: quotient .> largest)
          let bits = unsafeBitCast(quotient, to: SIMD8<UInt32>.self)
          exponents &+= bits &>> 23
          mantissas *= unsafeBitCast(bits & 0x007F_FFFF | 0x3F80_0000, to: SIMD8<Float>.self)
        }
        sum += (Float(exponents.wrappedSum()) - 127 * Float(end - start)) * 0.6931472
        for lane in 0..<8 { sum += fastLogarithm(mantissas[lane]) }
        start = end
      }
      return (sum / Float(count), largest.max())
    }
  }
}

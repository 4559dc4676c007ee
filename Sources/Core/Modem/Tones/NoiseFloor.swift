import HandShakeSignal

/// Noise power per frequency bin, learnt from the past sound.
///
/// The floor follows the mean of the logarithm of each bin's energy. For exponential noise, the
/// logarithm of the mean differs from it by Euler's constant. The common level moves within a
/// fraction of a second. The difference of each bin from it moves slowly and in small steps. A
/// short tone leaves little trace, and a lasting whistle becomes noise within seconds.
struct NoiseFloor {
  /// Natural logarithm of the mean noise energy per bin.
  private(set) var logarithms: [Float]
  /// Reciprocals of the mean noise energies. Frames are compared more often than learnt.
  private var reciprocals: [Float]
  private var frames = 0

  /// Negated mean of the logarithm of an exponential variable of mean 1.
  static let eulerConstant: Float = 0.5772157
  /// Frames over which the estimate averages.
  private let memory: Int
  /// Largest deviation that counts, in nepers. Larger deviations are clipped.
  private let clip: Float = 2.5
  private let levelGain: Float = 0.1
  /// Logarithm of the energy of digital silence from `MarkerFrames`.
  private static let silence: Float = -36.84

  /// A floor of `binCount` bins, a multiple of eight.
  init(binCount: Int, memory: Int) {
    precondition(binCount % 8 == 0, "bins are worked on in eights")
    logarithms = [Float](repeating: Self.silence, count: binCount)
    reciprocals = [Float](repeating: fastExponential(-Self.silence), count: binCount)
    self.memory = memory
  }

  /// Takes the energies of one frame and leaves their logarithms in `scratch`.
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
        // At first the mean of all frames, because the first frame may be mostly silence.
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

  /// Forgets the noise after digital silence. The next sound has its own noise or no noise. A sound
  /// without noise before the silence was a message.
  mutating func forget() {
    guard frames > 0 else { return }
    frames = 0
    logarithms.withUnsafeMutableBufferPointer { $0.update(repeating: Self.silence) }
    reciprocals.withUnsafeMutableBufferPointer {
      $0.update(repeating: fastExponential(-Self.silence))
    }
  }

  /// A floor with as many bins that has learnt nothing.
  var untaught: NoiseFloor { NoiseFloor(binCount: logarithms.count, memory: memory) }

  /// Whether no noise was learnt since the last digital silence. Silence predicts no noise.
  var isUntaught: Bool { frames == 0 }

  /// Whether every frame counts, because only few have come.
  var isYoung: Bool { frames < 32 }

  /// Whether a frame has less energy than the noise of any converter.
  private func isSilent(_ energies: UnsafePointer<Float>) -> Bool {
    for bin in 0..<logarithms.count where energies[bin] > 1e-15 { return false }
    return true
  }

  /// Divides the `energies` of a frame by the floor, in place.
  ///
  /// - Returns: the mean of the natural logarithms of the quotients, and the largest quotient.
  func divide(_ energies: UnsafeMutablePointer<Float>) -> (meanLogarithm: Float, largest: Float) {
    Self.multiply(energies, by: reciprocals, count: logarithms.count)
  }

  /// Multiplies `count` energies, a multiple of eight, by the noise's `reciprocals`, in place.
  ///
  /// - Returns: the mean of the natural logarithms of the products, and the largest product.
  static func multiply(
    _ energies: UnsafeMutablePointer<Float>, by reciprocals: [Float], count: Int
  ) -> (meanLogarithm: Float, largest: Float) {
    reciprocals.withUnsafeBufferPointer { reciprocals in
      let reciprocals = reciprocals.baseAddress!
      var largest = SIMD8<Float>.zero
      var sum: Float = 0
      var start = 0
      while start < count {
        // The logarithm of a product is the sum of the factors' logarithms. Exponents are summed
        // separately, and 64 mantissas below 2 cannot overflow.
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

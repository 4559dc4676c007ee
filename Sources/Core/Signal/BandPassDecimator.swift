/// Filters a band of real samples, shifts it to 0 Hz and lowers the rate, in a single step.
///
/// The taps are a low-pass multiplied by the carrier. Taps before the middle are conjugates of the
/// taps after, so each multiplies the sum and the difference of two samples. Outputs are computed
/// in eights, so the samples are sorted by their index modulo the decimation.
struct BandPassDecimator {
  private let decimation: Int
  /// Taps before the middle tap, oldest sample first.
  private let taps: [Complex]
  private let middleTap: Float
  /// Outputs in a turn of the carrier.
  private let turnLength: Int
  /// Cosines of a turn and eight more, then negated sines.
  private let rotation: [Float]
  private var rotationIndex = 0
  private var input: [Float]
  /// The number of latest samples that are zero.
  private var silentCount: Int
  /// The input by its index modulo `decimation`.
  private var phases: [Float] = []

  /// - Parameters:
  ///   - lowPass: an odd number of symmetrical taps for the rate of the input.
  ///   - carrierHertz: a multiple of `rateHertz / decimation / turnLength`.
  ///   - turnLength: the period of the carrier in outputs.
  init(
    lowPass: [Double], rateHertz: Double, decimation: Int, carrierHertz: Double, turnLength: Int
  ) {
    self.decimation = decimation
    self.turnLength = turnLength
    let middle = lowPass.count / 2
    let radiansPerSample = 2 * Double.pi * carrierHertz / rateHertz
    // exp(i w (middle - k)) on the taps keeps the phase of the middle sample; the rotation removes
    // the carrier.
    taps = lowPass.prefix(middle).enumerated().map { index, tap in
      let phasor = DoubleComplex.phasor(radiansPerSample * Double(middle - index))
      return Complex(phasor.scaled(by: tap))
    }
    middleTap = Float(lowPass[middle])
    let radians = (0..<turnLength + 8).map {
      radiansPerSample * Double(decimation) * Double($0 % turnLength)
    }
    rotation = radians.map { Float(cosine($0)) } + radians.map { Float(-sine($0)) }
    input = [Float](repeating: 0, count: 2 * middle)
    silentCount = input.count
  }

  /// Filters the next `samples`; output 0 belongs to the first sample, with silence before it.
  mutating func filter(
    _ samples: UnsafeBufferPointer<Float>, into output: inout SplitComplexBlock
  ) {
    input.append(contentsOf: samples)
    silentCount = samples.allSatisfy { $0 == 0 } ? silentCount + samples.count : 0
    output.count = 0
    guard input.count > 2 * taps.count else { return }
    let count = (input.count - 2 * taps.count - 1) / decimation + 1
    defer {
      rotationIndex = (rotationIndex + count) % turnLength
      input.removeFirst(count * decimation)
    }
    output.resize(to: count)
    guard silentCount < input.count else { return output.silence() }
    let columns = sortInput()
    output.real.withUnsafeMutableBufferPointer { real in
      output.imaginary.withUnsafeMutableBufferPointer { imaginary in
        let (real, imaginary) = (real.baseAddress!, imaginary.baseAddress!)
        for start in stride(from: 0, to: count, by: 8) {
          (real[eight: start], imaginary[eight: start]) = eight(from: start, columns)
        }
      }
    }
  }

  /// Sorts `input` into `phases`, each padded for the reads of the last eight outputs past its end.
  ///
  /// - Returns: the length of a phase.
  private mutating func sortInput() -> Int {
    let columns = (input.count + decimation - 1) / decimation + 8
    if phases.count < columns * decimation {
      phases = [Float](repeating: 0, count: columns * decimation)
    }
    let decimation = decimation
    input.withUnsafeBufferPointer { input in
      phases.withUnsafeMutableBufferPointer { phases in
        for phase in 0..<decimation {
          var column = phase * columns
          var index = phase
          while index < input.count {
            phases[column] = input[index]
            column += 1
            index += decimation
          }
        }
      }
    }
    return columns
  }

  /// Eight outputs; the first is output number `start` of this call.
  @inline(__always)
  private func eight(
    from start: Int, _ columns: Int
  ) -> (real: SIMD8<Float>, imaginary: SIMD8<Float>) {
    phases.withUnsafeBufferPointer { phases in
      taps.withUnsafeBufferPointer { taps in
        let phases = phases.baseAddress! + start
        func samples(_ phase: Int, _ column: Int) -> SIMD8<Float> {
          phases[eight: phase * columns + column]
        }
        let last = 2 * taps.count
        var (phase, column) = (0, 0)
        var (laterPhase, laterColumn) = (last % decimation, last / decimation)
        var real = SIMD8<Float>.zero
        var imaginary = SIMD8<Float>.zero
        for tap in taps {
          let earlier = samples(phase, column)
          let later = samples(laterPhase, laterColumn)
          real += tap.real * (earlier + later)
          imaginary += tap.imaginary * (earlier - later)
          phase += 1
          if phase == decimation { (phase, column) = (0, column + 1) }
          laterPhase -= 1
          if laterPhase < 0 { (laterPhase, laterColumn) = (decimation - 1, laterColumn - 1) }
        }
        real += middleTap * samples(phase, column)
        let place = (rotationIndex + start) % turnLength
        let turnReal = rotation[eight: place]
        let turnImaginary = rotation[eight: place + turnLength + 8]
        return (
          real * turnReal - imaginary * turnImaginary,
          real * turnImaginary + imaginary * turnReal
        )
      }
    }
  }
}

/// Complex numbers with separate real and imaginary parts, and room to write seven too many.
struct SplitComplexBlock {
  var real: [Float] = []
  var imaginary: [Float] = []
  /// The number of complex numbers.
  var count = 0

  mutating func resize(to count: Int) {
    self.count = count
    if real.count < count + 8 {
      real = [Float](repeating: 0, count: count + 8)
      imaginary = [Float](repeating: 0, count: count + 8)
    }
  }

  /// Sets all numbers to zero.
  mutating func silence() {
    real.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    imaginary.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Appends the numbers to `output`.
  func append(to output: inout [Complex]) {
    let start = output.count
    output.append(contentsOf: repeatElement(Complex(0, 0), count: count))
    real.withUnsafeBufferPointer { real in
      imaginary.withUnsafeBufferPointer { imaginary in
        output.withUnsafeMutableBufferPointer { output in
          for index in 0..<count { output[start + index] = Complex(real[index], imaginary[index]) }
        }
      }
    }
  }
}

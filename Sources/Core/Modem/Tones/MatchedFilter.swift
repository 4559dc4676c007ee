import HandShakeSignal

/// Energies of tones in one symbol of the baseband, by correlation with the dilated tone.
///
/// A dilation by `1 + d` comes from a fast clock or from an approach at `343 d` m/s. It multiplies
/// every frequency and divides every duration by `1 + d`, and the filters follow both. Energies are
/// normalised so that noise alone gives its power per baseband sample.
struct MatchedFilter {
  private let shape: ToneShape
  private let rate = DownConverter.outputRateHertz
  private var weighted: [Complex] = []

  init(shape: ToneShape) { self.shape = shape }

  /// Energy of a tone with this envelope that arrives with baseband magnitude 1: the sum of squared
  /// weights.
  var toneGain: Double {
    (0..<Int(shape.seconds * rate)).reduce(0.0) { sum, index in
      let gain = Double(shape.gain(at: (Double(index) + 0.5) / rate))
      return sum + gain * gain
    }
  }

  /// Multiplies the samples of the symbol at baseband sample `start` with its envelope.
  ///
  /// - Returns: the number of the first weighted sample, and the sum of squared weights.
  private mutating func weigh(
    _ history: borrowing BasebandHistory, channel: Int, start: Double, dilation: Double
  ) -> (first: Int, squares: Float) {
    let first = Int(start.rounded(.up))
    let last = Int((start + shape.seconds * rate / (1 + dilation)).rounded(.down))
    let scale = (1 + dilation) / rate
    let count = last - first + 1
    // Samples are processed in eights. Zeros fill the last eight.
    let room = (count + 7) / 8 * 8
    if weighted.count != room { weighted = [Complex](repeating: Complex(0, 0), count: room) }
    var squares: Float = 0
    history.withSamples(first..<last + 1, channel: channel) { samples in
      weighted.withUnsafeMutableBufferPointer { weighted in
        if shape.fadeSeconds == 0 {
          weighted.baseAddress!.update(from: samples, count: count)
          squares = Float(count)
        } else {
          for index in 0..<count {
            let gain = shape.gain(at: (Double(first + index) - start) * scale)
            squares += gain * gain
            weighted[index] = samples[index].scaled(by: gain)
          }
        }
        for index in count..<room { weighted[index] = Complex(0, 0) }
      }
    }
    return (first, max(squares, .leastNormalMagnitude))
  }

  /// Energies of `count` tones from `lowestHertz` up, sent `spacingHertz` apart, in the symbol at
  /// baseband sample `start`. All microphones that count in `noise` are combined.
  mutating func energies(
    _ history: borrowing BasebandHistory, _ noise: NoiseSnapshot, start: Double, dilation: Double,
    lowestHertz: Double, spacingHertz: Double, into energies: UnsafeMutableBufferPointer<Float>
  ) {
    let first = noise.channels[0]
    self.energies(
      history, channel: first.index, start: start, dilation: dilation, lowestHertz: lowestHertz,
      spacingHertz: spacingHertz, into: energies)
    guard noise.channels.count > 1 else { return }
    let received = (0..<energies.count).map {
      (lowestHertz + spacingHertz * Double($0)) * (1 + dilation)
    }
    let room = (energies.count + 7) / 8 * 8
    var sums = [Float](repeating: 0, count: room)
    var own = sums
    for index in 0..<energies.count {
      sums[index] = energies[index] / noise.energy(atHertz: received[index])
    }
    sums.withUnsafeMutableBufferPointer { sums in
      own.withUnsafeMutableBufferPointer { own in
        for other in noise.channels.dropFirst() {
          self.energies(
            history, channel: other.index, start: start, dilation: dilation,
            lowestHertz: lowestHertz, spacingHertz: spacingHertz,
            into: UnsafeMutableBufferPointer(rebasing: own[..<energies.count]))
          for index in 0..<energies.count {
            own[index] /= noise.energy(atHertz: received[index], in: other)
          }
          for group in stride(from: 0, to: room, by: 8) {
            sums.baseAddress![eight: group] = SquareLaw.exponential(
              sums.baseAddress![eight: group], own.baseAddress![eight: group],
              weight: other.weight)
          }
        }
      }
    }
    for index in 0..<energies.count {
      energies[index] = sums[index] * noise.energy(atHertz: received[index])
    }
  }

  /// Energies of tones in one microphone.
  private mutating func energies(
    _ history: borrowing BasebandHistory, channel: Int, start: Double, dilation: Double,
    lowestHertz: Double, spacingHertz: Double, into energies: UnsafeMutableBufferPointer<Float>
  ) {
    let (_, squares) = weigh(history, channel: channel, start: start, dilation: dilation)
    let step = 2 * Double.pi * spacingHertz * (1 + dilation) / rate
    let lowest = 2 * Double.pi * (lowestHertz * (1 + dilation) - DownConverter.centreHertz) / rate
    weighted.withUnsafeBufferPointer { samples in
      for group in stride(from: 0, to: energies.count, by: 8) {
        var turnReal = SIMD8<Float>.zero
        var turnImaginary = SIMD8<Float>.zero
        for lane in 0..<8 {
          let radians = lowest + step * Double(group + lane)
          turnReal[lane] = Float(cosine(radians))
          turnImaginary[lane] = Float(-sine(radians))
        }
        let power = Self.correlate(samples, turnReal, turnImaginary)
        for lane in 0..<min(8, energies.count - group) {
          energies[group + lane] = power[lane] / squares
        }
      }
    }
  }

  /// Squared magnitudes of the sums of `samples` rotated by eight frequencies at once.
  @inline(__always)
  private static func correlate(
    _ samples: UnsafeBufferPointer<Complex>, _ turnReal: SIMD8<Float>,
    _ turnImaginary: SIMD8<Float>
  ) -> SIMD8<Float> {
    var phaseReal = SIMD8<Float>(repeating: 1)
    var phaseImaginary = SIMD8<Float>.zero
    var sumReal = SIMD8<Float>.zero
    var sumImaginary = SIMD8<Float>.zero
    for sample in samples {
      sumReal += sample.real * phaseReal - sample.imaginary * phaseImaginary
      sumImaginary += sample.real * phaseImaginary + sample.imaginary * phaseReal
      let real = phaseReal * turnReal - phaseImaginary * turnImaginary
      phaseImaginary = phaseReal * turnImaginary + phaseImaginary * turnReal
      phaseReal = real
    }
    return sumReal * sumReal + sumImaginary * sumImaginary
  }

  /// Energy of the tone sent at `hertz` in the symbol at baseband sample `start`. All microphones
  /// that count in `noise` are combined.
  mutating func energy(
    _ history: borrowing BasebandHistory, _ noise: NoiseSnapshot, start: Double, dilation: Double,
    hertz: Double
  ) -> Float {
    func energy(_ channel: NoiseSnapshot.Channel) -> Float {
      let halves = halves(
        history, channel: channel.index, start: start, dilation: dilation, hertz: hertz)
      return (halves.first + halves.second).power
    }
    let first = noise.channels[0]
    guard noise.channels.count > 1 else { return energy(first) }
    let received = hertz * (1 + dilation)
    func ratio(_ channel: NoiseSnapshot.Channel) -> SIMD8<Float> {
      SIMD8(repeating: energy(channel) / noise.energy(atHertz: received, in: channel))
    }
    let sum = noise.channels.dropFirst().reduce(ratio(first)) {
      SquareLaw.exponential($0, ratio($1), weight: $1.weight)
    }
    return sum[0] * noise.energy(atHertz: received)
  }

  /// The turn of the tone sent at `hertz` from the first to the second half, in all microphones.
  mutating func turn(
    _ history: borrowing BasebandHistory, _ noise: NoiseSnapshot, start: Double, dilation: Double,
    hertz: Double
  ) -> Complex {
    let received = hertz * (1 + dilation)
    return noise.channels.reduce(Complex(0, 0)) { sum, channel in
      let halves = halves(
        history, channel: channel.index, start: start, dilation: dilation, hertz: hertz)
      let turn = halves.second.timesConjugate(of: halves.first)
      guard noise.channels.count > 1 else { return turn }
      return sum
        + turn.scaled(by: channel.weight / noise.energy(atHertz: received, in: channel))
    }
  }

  /// Sets the weights of the microphones by how far the tones sent at `hertz`, from `clock` on,
  /// stand out of their neighbours. A rise of all tones is not a signal.
  mutating func weigh(
    _ candidate: inout MarkerCandidate, hertz: [Double], at clock: SymbolClock,
    _ history: borrowing BasebandHistory
  ) {
    let noise = candidate.noise
    guard noise.channels.count > 1 else { return }
    let symbolSamples = shape.seconds * rate / (1 + clock.dilation)
    // Tones without mutual leakage: a place of 1 / seconds between the tone and its neighbours.
    let spacing = 2 / shape.seconds
    let neighbours = [0, 1, 2, 6, 7, 8]
    var energies = [Float](repeating: 0, count: 9)
    candidate.noise.weigh(
      noise.channels.map { channel in
        var sum: Float = 0
        for (index, hertz) in hertz.enumerated() {
          energies.withUnsafeMutableBufferPointer {
            self.energies(
              history, channel: channel.index,
              start: clock.start + Double(index) * symbolSamples, dilation: clock.dilation,
              lowestHertz: hertz - 4 * spacing, spacingHertz: spacing, into: $0)
          }
          let mean =
            neighbours.reduce(Float(0)) { $0 + fastLogarithm(energies[$1] + .leastNormalMagnitude) }
            / Float(neighbours.count)
          sum +=
            energies[4]
            / max(
              noise.energy(atHertz: hertz * (1 + clock.dilation), in: channel),
              fastExponential(mean + NoiseFloor.eulerConstant))
        }
        return sum / Float(hertz.count) - 1
      })
  }

  /// Correlations of the two halves of one symbol with the tone sent at `hertz`. The squared
  /// magnitude of their sum is the tone's energy.
  mutating func halves(
    _ history: borrowing BasebandHistory, channel: Int, start: Double, dilation: Double,
    hertz: Double
  ) -> (first: Complex, second: Complex) {
    let (firstSample, squares) = weigh(history, channel: channel, start: start, dilation: dilation)
    let radians = 2 * Double.pi * (hertz * (1 + dilation) - DownConverter.centreHertz) / rate
    let middle = Int(start + shape.seconds * rate / (1 + dilation) / 2) - firstSample
    let turn = Complex.phasor(-radians)
    let scale = 1 / squares.squareRoot()
    // Eight phases, one sample apart, turn by eight samples at a time.
    var phaseReal = SIMD8<Float>.zero
    var phaseImaginary = SIMD8<Float>.zero
    var phase = Complex(1, 0)
    for lane in 0..<8 {
      phaseReal[lane] = phase.real
      phaseImaginary[lane] = phase.imaginary
      phase = phase * turn
    }
    var whole = Complex(0, 0)
    var first = Complex(0, 0)
    weighted.withUnsafeBufferPointer { samples in
      let samples = UnsafeRawPointer(samples.baseAddress!)
      var sumReal = SIMD8<Float>.zero
      var sumImaginary = SIMD8<Float>.zero
      for offset in stride(from: 0, to: weighted.count * 8, by: 64) {
        let block = samples.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
        let real = block.evenHalf
        let imaginary = block.oddHalf
        let valueReal = real * phaseReal - imaginary * phaseImaginary
        let valueImaginary = real * phaseImaginary + imaginary * phaseReal
        let rest = middle - offset / 8
        if rest >= 0 && rest < 8 {
          // The first half ends in this block.
          first = Complex(sumReal.sum(), sumImaginary.sum())
          for lane in 0..<rest { first = first + Complex(valueReal[lane], valueImaginary[lane]) }
        }
        sumReal += valueReal
        sumImaginary += valueImaginary
        let turned = phaseReal * phase.real - phaseImaginary * phase.imaginary
        phaseImaginary = phaseReal * phase.imaginary + phaseImaginary * phase.real
        phaseReal = turned
      }
      whole = Complex(sumReal.sum(), sumImaginary.sum())
    }
    let second = whole - first
    return (first.scaled(by: scale), second.scaled(by: scale))
  }
}

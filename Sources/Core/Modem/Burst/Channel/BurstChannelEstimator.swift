import HandShakeSignal

/// Estimates the response of a channel, tap by tap, from what is received of a known signal.
///
/// The linear minimum mean square error estimate under a power-delay profile that is learnt on the
/// way by expectation maximisation: `received[n] = sum over l of taps[l] known[n - l + lead] + noise`,
/// noise white. Its normal equations are solved by conjugate gradients (M. R. Hestenes and E. Stiefel,
/// J. Res. NBS 49, 1952), each step four transforms instead of a matrix of 600 by 600; a Toeplitz
/// solver needs the whole known signal to lie inside the window, and what follows it is not known.
final class BurstChannelEstimator {
  /// A response by tap, as it was estimated.
  struct Response {
    fileprivate let taps: [Complex]
    fileprivate let profile: [Float]
  }

  /// Taps of the response.
  let tapCount: Int
  /// Taps before delay zero.
  let lead: Int
  /// The estimate.
  let taps: ComplexMemory
  /// Expected power of each tap.
  private let profile: RealMemory
  /// Six vectors of taps: the solver's error, direction, image and gradient, and for the expected error a
  /// response that was drawn and its estimate.
  private let vectors: ComplexMemory
  /// A real number for each tap.
  private let scales: RealMemory
  private var weights = RealMemory(count: 0)
  private var received = ComplexMemory(count: 0)
  /// The samples that would be received through the response that was drawn.
  private var probe = ComplexMemory(count: 0)
  private var spectrum = ComplexMemory(count: 0)
  private let transforms: TransformPool
  private var transform: FourierTransform
  private var count = 0
  private var noisePower: Float = 1
  private var knownEnergy: Float = 0

  init(tapCount: Int, lead: Int, _ transforms: TransformPool) {
    self.transforms = transforms
    self.tapCount = tapCount
    self.lead = lead
    taps = ComplexMemory(count: tapCount)
    profile = RealMemory(count: tapCount)
    vectors = ComplexMemory(count: 6 * tapCount)
    scales = RealMemory(count: tapCount)
    transform = transforms.of(16, keepsInput: true)
  }

  /// The response as it is estimated now.
  var response: Response {
    get {
      Response(
        taps: Array(UnsafeBufferPointer(start: taps.start, count: tapCount)),
        profile: Array(UnsafeBufferPointer(start: profile.start, count: tapCount)))
    }
    set {
      taps.start.update(from: newValue.taps, count: tapCount)
      profile.start.update(from: newValue.profile, count: tapCount)
    }
  }

  /// Squared magnitude of the response.
  var energy: Float { ComplexRun.energy(taps.start, count: tapCount) }

  /// States the problem: `count` received samples, and the known signal at the same times, zero where
  /// nothing was sent.
  ///
  /// - Parameters:
  ///   - weights: one over how much stronger the noise is at each sample (in amplitude), 0 where
  ///     something unknown was sent; nil for all ones.
  ///   - noisePower: of the white noise.
  func load(
    received samples: UnsafePointer<Complex>, known: UnsafePointer<Complex>,
    weights sampleWeights: UnsafePointer<Float>? = nil, count: Int, noisePower: Float
  ) {
    self.count = count
    self.noisePower = noisePower
    // The transform's wrapped end falls on samples of weight zero, as far as there are such.
    var blank = 0
    if let sampleWeights {
      while blank < min(count, tapCount - lead), sampleWeights[blank] == 0 { blank += 1 }
    }
    let size = TransformPool.shortest(atLeast: count + tapCount - blank)
    if transform.size != size { transform = transforms.of(size, keepsInput: true) }
    if received.count < count {
      received = ComplexMemory(count: count)
      probe = ComplexMemory(count: count)
      weights = RealMemory(count: count)
    }
    if spectrum.count < size { spectrum = ComplexMemory(count: size) }
    let (weights, received) = (weights.start, received.start)
    var energy: Float = 0
    for index in 0..<count {
      let weight = sampleWeights?[index] ?? 1
      weights[index] = weight
      received[index] = samples[index].scaled(by: weight)
      energy += known[index].power * weight * weight
    }
    knownEnergy = energy
    input.update(from: known, count: count)
    (input + count).update(repeating: Complex(0, 0), count: size - count)
    transform.forward()
    // Both directions of every product carry this factor, and both need their 1/size.
    let (scale, spectrum) = (1 / Float(size), spectrum.start)
    for index in 0..<size { spectrum[index] = transform.points[index].scaled(by: scale) }
  }

  /// A first profile: exponential decay that holds as much energy as was received.
  func assumeDecay(overTaps decay: Float) {
    let energy = ComplexRun.energy(received.start, count: count)
    let mean = energy / max(knownEnergy, 1e-20) / decay
    for tap in 0..<tapCount {
      profile.start[tap] = mean * fastExponential(-Float(max(0, tap - lead)) / decay)
      taps.start[tap] = Complex(0, 0)
    }
  }

  /// Alternates between estimating taps and profile.
  ///
  /// - Parameter isFirst: whether to find out if there is anything to estimate, which needs less: false
  ///   sounders would take all iterations.
  func estimate(rounds: Int, iterations: Int, isFirst: Bool = false) {
    for _ in 0..<rounds {
      solve(iterations: iterations, isFirst: isFirst)
      learnProfile()
    }
  }

  /// Improves `taps` under `profile`, from where they are.
  func solve(iterations: Int, isFirst: Bool = false) {
    solve(received.start, into: taps.start, iterations: iterations, isFirst: isFirst)
  }

  /// How badly the known signal explains the received samples, in squared standard deviations of
  /// noise: minus twice the logarithm of the likelihood, but for a constant.
  func misfit() -> Float {
    forward(taps.start)
    let (points, weights, received) = (transform.points + lead, weights.start, received.start)
    var fit: Float = 0
    for index in 0..<count {
      let value = points[index].scaled(by: weights[index])
      fit += value.real * received[index].real + value.imaginary * received[index].imaginary
    }
    return (ComplexRun.energy(received, count: count) - fit) / noisePower
  }

  /// The power that the noise seems to have, over what it was taken for: 1 where noise and profile explain what was
  /// received, for then the misfit of every sample is 1 on average.
  func noiseRatio() -> Float {
    let weights = weights.start
    let heard = (0..<count).reduce(into: 0) { if weights[$1] > 0 { $0 += 1 } }
    return misfit() / Float(max(heard, 1))
  }

  /// Expected squared error of the response's transform, mean over the band, found by estimating a
  /// response drawn from the profile once: closed forms need the inverse of the whole matrix.
  func expectedError(iterations: Int) -> Float {
    let small = transforms.of(1024)
    let (drawn, found) = (vectors.start + 4 * tapCount, vectors.start + 5 * tapCount)
    let chance = transforms.probes.start
    for tap in 0..<tapCount { drawn[tap] = chance[tap].scaled(by: profile.start[tap].squareRoot()) }
    forward(drawn)
    let deviation = noisePower.squareRoot()
    let (points, weights, probe) = (transform.points + lead, weights.start, probe.start)
    for index in 0..<count {
      probe[index] =
        points[index].scaled(by: weights[index])
        + chance[(tapCount + index) & 8191].scaled(by: deviation)
    }
    found.update(repeating: Complex(0, 0), count: tapCount)
    solve(probe, into: found, iterations: iterations)
    let size = small.size
    small.points.update(repeating: Complex(0, 0), count: size)
    for tap in 0..<tapCount {
      small.points[tap & (size - 1)] = small.points[tap & (size - 1)] + found[tap] - drawn[tap]
    }
    small.forward()
    let edge = Int(0.4 * Double(size))
    var sum: Float = 0
    for index in 0..<edge { sum += small.points[index].power }
    for index in (size - edge)..<size { sum += small.points[index].power }
    return sum / Float(2 * edge)
  }

  /// The profile that the taps and their uncertainty suggest: smoothed over few taps at the start,
  /// where single echoes stand out, and over many in the tail.
  func learnProfile() {
    let floor = 1e-7 * (energy + 1e-20)
    let precision = knownEnergy / noisePower
    let sums = scales.start
    var running: Float = 0
    for tap in 0..<tapCount {
      running += taps.start[tap].power + 1 / (precision + 1 / (profile.start[tap] + floor))
      sums[tap] = running
    }
    for tap in 0..<tapCount {
      let width = min(3 + abs(tap - lead - 8) / 6, 25)
      let low = max(0, tap - width / 2)
      let high = min(tapCount - 1, tap + width / 2)
      let sum = sums[high] - (low > 0 ? sums[low - 1] : 0)
      profile.start[tap] = max(sum / Float(high - low + 1), floor)
    }
  }

  /// Shifts taps and profile to `shift` taps earlier.
  func shift(by shift: Int) {
    for step in 0..<tapCount {
      let tap = shift >= 0 ? step : tapCount - 1 - step
      let from = tap + shift
      let inside = from >= 0 && from < tapCount
      taps.start[tap] = inside ? taps.start[from] : Complex(0, 0)
      profile.start[tap] = inside ? profile.start[from] : profile.start[tapCount - 1]
    }
  }

  // MARK: The normal equations

  /// Slope a tap, preconditioned, at which a solution will do: about what is left of a tap's error over
  /// what noise makes of it anyway, in power.
  private static let solved: Float = 1e-2
  /// Share of the first slope at which a first solution will do.
  private static let solvedShare: Float = 0.003

  private func solve(
    _ samples: UnsafePointer<Complex>, into result: UnsafeMutablePointer<Complex>, iterations: Int,
    isFirst: Bool = false
  ) {
    let (error, direction) = (vectors.start, vectors.start + tapCount)
    let (image, gradient) = (direction + tapCount, direction + 2 * tapCount)
    let (preconditioner, weights) = (scales.start, weights.start)
    let perNoise = 1 / noisePower
    let knownEnergy = knownEnergy
    let tiny = 1e-9 * (ComplexRun.energy(samples, count: count) / max(knownEnergy, 1e-20) + 1e-20)
    for tap in 0..<tapCount {
      let weight = 1 / (profile.start[tap] + tiny)
      preconditioner[tap] = 1 / (knownEnergy * perNoise + weight)
    }
    applyNormal(result, into: image, tiny)
    let points = transform.points
    clearBesideSamples()
    for index in 0..<count { input[lead + index] = samples[index].scaled(by: weights[index]) }
    backward()
    for tap in 0..<tapCount {
      error[tap] = points[tap].scaled(by: perNoise) - image[tap]
      gradient[tap] = error[tap].scaled(by: preconditioner[tap])
      direction[tap] = gradient[tap]
    }
    var slope = ComplexRun.product(error, gradient, count: tapCount)
    let enough = max(Self.solved * Float(tapCount), isFirst ? Self.solvedShare * slope : 0)
    for _ in 0..<iterations {
      guard slope > enough else { return }
      applyNormal(direction, into: image, tiny)
      let step = slope / ComplexRun.product(direction, image, count: tapCount)
      for tap in 0..<tapCount {
        result[tap] = result[tap] + direction[tap].scaled(by: step)
        error[tap] = error[tap] - image[tap].scaled(by: step)
        gradient[tap] = error[tap].scaled(by: preconditioner[tap])
      }
      let next = ComplexRun.product(error, gradient, count: tapCount)
      let turn = next / slope
      for tap in 0..<tapCount { direction[tap] = gradient[tap] + direction[tap].scaled(by: turn) }
      slope = next
    }
  }

  /// What the normal equations make of `vector`.
  private func applyNormal(
    _ vector: UnsafePointer<Complex>, into output: UnsafeMutablePointer<Complex>, _ tiny: Float
  ) {
    forward(vector)
    let (points, weights, profile) = (transform.points, weights.start, profile.start)
    clearBesideSamples()
    for index in 0..<count {
      let weight = weights[index]
      input[lead + index] = points[lead + index].scaled(by: weight * weight)
    }
    backward()
    let perNoise = 1 / noisePower
    for tap in 0..<tapCount {
      output[tap] =
        points[tap].scaled(by: perNoise) + vector[tap].scaled(by: 1 / (profile[tap] + tiny))
    }
  }

  private var input: UnsafeMutablePointer<Complex> { transform.input.baseAddress! }

  /// Makes the points of the input before and after the received samples zero.
  private func clearBesideSamples() {
    input.update(repeating: Complex(0, 0), count: lead)
    (input + lead + count).update(repeating: Complex(0, 0), count: transform.size - lead - count)
  }

  /// The known signal through the `response`: sample n stands at point n + lead.
  private func forward(_ response: UnsafePointer<Complex>) {
    input.update(from: response, count: tapCount)
    (input + tapCount).update(repeating: Complex(0, 0), count: transform.size - tapCount)
    transform.forward()
    ComplexRun.multiply(transform.points, spectrum.start, into: input, count: transform.size)
    transform.inverse()
  }

  /// The input correlated with the known signal.
  private func backward() {
    transform.forward()
    ComplexRun.multiply(
      transform.points, byConjugateOf: spectrum.start, into: input, count: transform.size)
    transform.inverse()
  }
}

import HandShakeSignal

/// Estimates the response of a channel, tap by tap, from the reception of a known signal.
///
/// The linear minimum mean square error estimate. Expectation maximisation learns its power-delay
/// profile. The model is `received[n] = sum over l of taps[l] known[n - l + lead] + noise`, with
/// white noise. Conjugate gradients solve the normal equations (M. R. Hestenes and E. Stiefel,
/// J. Res. NBS 49, 1952), with four transforms per step instead of a matrix of 600 by 600. Toeplitz
/// solvers require the whole known signal in the window, but the samples after it are unknown.
final class BurstChannelEstimator {
  /// An estimated response, by tap.
  struct Response {
    fileprivate let taps: [Complex]
    fileprivate let profile: [Float]
  }

  /// Number of taps of the response.
  let tapCount: Int
  /// Number of taps before delay zero.
  let lead: Int
  /// The estimated taps.
  let taps: ComplexMemory
  /// Expected power of each tap.
  private let profile: RealMemory
  /// Six vectors of taps: the solver's error, direction, image and gradient. For the expected error
  /// there are a drawn response and its estimate.
  private let vectors: ComplexMemory
  /// A real number for each tap.
  private let scales: RealMemory
  private var weights = RealMemory(count: 0)
  private var received = ComplexMemory(count: 0)
  /// The samples that the drawn response would deliver.
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

  /// The current estimate of the response.
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

  /// Loads the problem: `count` received samples, and the known signal at the same times. The known
  /// signal is zero if nothing was sent.
  ///
  /// - Parameters:
  ///   - weights: 1 over the relative noise amplitude at each sample, 0 if something unknown was
  ///     sent; nil for all ones.
  ///   - noisePower: power of the white noise.
  func load(
    received samples: UnsafePointer<Complex>, known: UnsafePointer<Complex>,
    weights sampleWeights: UnsafePointer<Float>? = nil, count: Int, noisePower: Float
  ) {
    self.count = count
    self.noisePower = noisePower
    // The wrapped end of the transform falls on samples of weight zero, if there are any.
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
    // Each product uses this factor in both directions, and each direction needs 1/size.
    let (scale, spectrum) = (1 / Float(size), spectrum.start)
    for index in 0..<size { spectrum[index] = transform.points[index].scaled(by: scale) }
  }

  /// Sets a first profile: exponential decay with the energy that was received.
  func assumeDecay(overTaps decay: Float) {
    let energy = ComplexRun.energy(received.start, count: count)
    let mean = energy / max(knownEnergy, 1e-20) / decay
    for tap in 0..<tapCount {
      profile.start[tap] = mean * fastExponential(-Float(max(0, tap - lead)) / decay)
      taps.start[tap] = Complex(0, 0)
    }
  }

  /// Estimates taps and profile alternately.
  ///
  /// - Parameter isFirst: whether a coarse solution is enough to detect a signal. Without it, false
  ///   sounders take all iterations.
  func estimate(rounds: Int, iterations: Int, isFirst: Bool = false) {
    for _ in 0..<rounds {
      solve(iterations: iterations, isFirst: isFirst)
      learnProfile()
    }
  }

  /// Improves `taps` under `profile`, from their present values.
  func solve(iterations: Int, isFirst: Bool = false) {
    solve(received.start, into: taps.start, iterations: iterations, isFirst: isFirst)
  }

  /// How badly the known signal explains the received samples, in squared standard deviations of
  /// noise: minus twice the log-likelihood, up to a constant.
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

  /// The apparent noise power over the assumed noise power. It is 1 if noise and profile explain
  /// the received samples, because the misfit per sample is then 1 on average.
  func noiseRatio() -> Float {
    let weights = weights.start
    let heard = (0..<count).reduce(into: 0) { if weights[$1] > 0 { $0 += 1 } }
    return misfit() / Float(max(heard, 1))
  }

  /// Expected squared error of the response's transform, averaged over the band. A response is
  /// drawn from the profile and estimated: closed forms need the inverse of the whole matrix.
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

  /// Learns the profile from the taps and their uncertainty. It smooths over few taps at the start,
  /// where single echoes stand out, and over many taps in the tail.
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

  /// Preconditioned slope per tap at which the solver stops: about the remaining error power of a
  /// tap over the error power that noise causes anyway.
  private static let solved: Float = 1e-2
  /// Share of the first slope at which a first solution stops.
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

  /// Applies the matrix of the normal equations to `vector`.
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

  /// Zeroes the points of the input before and after the received samples.
  private func clearBesideSamples() {
    input.update(repeating: Complex(0, 0), count: lead)
    (input + lead + count).update(repeating: Complex(0, 0), count: transform.size - lead - count)
  }

  /// Filters the known signal by `response`: sample n is at point n + lead.
  private func forward(_ response: UnsafePointer<Complex>) {
    input.update(from: response, count: tapCount)
    (input + tapCount).update(repeating: Complex(0, 0), count: transform.size - tapCount)
    transform.forward()
    ComplexRun.multiply(transform.points, spectrum.start, into: input, count: transform.size)
    transform.inverse()
  }

  /// Correlates the input with the known signal.
  private func backward() {
    transform.forward()
    ComplexRun.multiply(
      transform.points, byConjugateOf: spectrum.start, into: input, count: transform.size)
    transform.inverse()
  }
}

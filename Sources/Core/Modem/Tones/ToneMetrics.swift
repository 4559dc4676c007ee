import HandShakeSignal

/// Log-likelihood ratios (LLR) of the tones of a symbol from their energies.
///
/// The LLR compares two densities of the energy: sent and not sent. A sent tone has exponential
/// energy (Rayleigh fading) about the level expected at its frequency, or sometimes about a much
/// lower level (a notch). A tone that was not sent has a Lomax density: exponential noise of
/// uncertain power. Its heavy tail keeps one loud bin from vetoing the truth. Echoes of earlier
/// tones count as noise. Echoes of the tone in later symbols count for it: direct sound and
/// reflections may cancel while the tone lasts, but not after its end.
struct ToneMetrics {
  private let count: Int
  /// Whether tones have spectral leakage.
  private let hasSkirts: Bool
  /// Energy of a tone's echo, one symbol later and so on, relative to the tone itself.
  private var echoGains: [Float]
  /// Energy of a tone in the symbol before it, likewise. The loudest arrival may be a late one.
  private var forerunnerGain: Float = 0
  /// Energies of the latest symbols without possible noise, newest first.
  private var earlier: [[Float]] = []
  /// Weighted sums for the expected level of each tone.
  private var weights: [Float]
  private var weightedEnergies: [Float]
  /// Sum and number of the energies of the tones so far.
  private var levelSum: Float = 0
  private var levelWeight: Float = 0
  /// Mean noise energy of the latest symbol.
  private(set) var meanNoise: Float = 0

  /// Share of the tones in a notch, and their energy relative to the others.
  private static let notchShare: Float = 0.1
  private static let notchGain: Float = 0.3
  /// Standard deviation in hertz of the Gaussian weights of neighbours that share their fading.
  private static let coherenceHertz = 150.0
  private let coherenceTones: Float
  /// An echo with less gain tells nothing.
  private static let leastEchoGain: Float = 0.03
  /// From here on, in units of the noise, the Lomax density falls as the fifth power.
  private static let tailStart: Float = 4

  /// Metrics of `toneCount` tones with echoes over `echoSymbols` symbols. If every tone arrives
  /// alike on one path, tones have no spectral leakage.
  init(toneCount: Int, toneSpacingHertz: Double, echoSymbols: Int, hasSkirts: Bool = true) {
    count = toneCount
    self.hasSkirts = hasSkirts
    coherenceTones = Float(Self.coherenceHertz / toneSpacingHertz)
    echoGains = [Float](repeating: 0, count: echoSymbols)
    weights = [Float](repeating: 0, count: count)
    weightedEnergies = [Float](repeating: 0, count: count)
  }

  /// Mean energy of the sent tones, without noise.
  var level: Float { levelWeight > 0 ? levelSum / levelWeight : 0 }

  private func noise(of symbol: ToneSymbol) -> [Float] {
    hasSkirts ? symbol.skirtedNoise : symbol.noise
  }

  /// Learns level and echoes from the symbols of the marker and their `tones`.
  mutating func learn(marker: [ToneSymbol], tones: [Int]) {
    for (symbol, tone) in zip(marker, tones) {
      let noise = noise(of: symbol)
      observe(tone: tone, energy: max(0, symbol.energies[tone] - noise[tone]))
      meanNoise = noise.reduce(0, +) / Float(count)
    }
    learnEchoes(marker, tones: tones.map { Optional($0) })
    for symbol in marker.suffix(echoGains.count) { remember(symbol) }
  }

  /// Learns the echoes again from successive symbols. Some of their tones are known.
  mutating func learnEchoes(_ symbols: [ToneSymbol], tones: [Int?]) {
    let noises = symbols.map { noise(of: $0) }
    func gain(_ lag: Int) -> Float {
      var own: Float = 0
      var echo: Float = 0
      for index in symbols.indices where symbols.indices.contains(index + lag) {
        guard let tone = tones[index], tones[index + lag] != tone else { continue }
        own += symbols[index].energies[tone]
        echo += symbols[index + lag].energies[tone] - noises[index + lag][tone]
      }
      return own > 0 ? max(0, min(1, echo / own)) : 0
    }
    for lag in 1...echoGains.count { echoGains[lag - 1] = gain(lag) }
    forerunnerGain = gain(-1)
  }

  /// Takes a sent tone with `energy`, without noise.
  mutating func observe(tone: Int, energy: Float) {
    levelSum += energy
    levelWeight += 1
    for other in 0..<count {
      let distance = Float(other - tone) / coherenceTones
      guard abs(distance) < 4 else { continue }
      let weight = fastExponential(-0.5 * distance * distance)
      weights[other] += weight
      weightedEnergies[other] += weight * energy
    }
  }

  /// Forgets the earlier symbols. The next symbol follows silence.
  mutating func forgetEarlier() { earlier.removeAll() }

  private mutating func remember(_ symbol: ToneSymbol) {
    earlier.insert(symbol.excess, at: 0)
    if earlier.count > echoGains.count { earlier.removeLast() }
  }

  /// Disturbance of each tone of a symbol: its noise and the echoes of earlier symbols.
  private func disturbance(of symbol: ToneSymbol) -> [Float] {
    var disturbance = noise(of: symbol)
    for (lag, past) in earlier.enumerated() {
      for tone in 0..<count { disturbance[tone] += echoGains[lag] * past[tone] }
    }
    return disturbance
  }

  /// Expected energy of every tone.
  private func expectedEnergies(level: Float) -> [Float] {
    (0..<count).map { tone in
      max((weightedEnergies[tone] + 2 * level) / (weights[tone] + 2), 0.3 * level)
    }
  }

  /// Logarithm of the factor by which the density of a tone that was not sent falls with energy.
  private static func tail(_ energy: SIMD8<Float>, noise: SIMD8<Float>) -> SIMD8<Float> {
    (tailStart + 1) * fastLogarithm(1 + energy / (tailStart * noise))
  }

  /// Calls `body` for all tones, eight at a time, with their energies, noises and expected
  /// energies. Adds the results to the LLRs of the tones.
  private static func addLLRs(
    _ energies: [Float], _ noise: [Float], _ expected: [Float], to llrs: inout [Float],
    base: Int, _ body: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
  ) {
    let count = energies.count
    for start in stride(from: 0, to: count, by: 8) {
      let more = body(
        energies.eight(from: start, beyond: 0), noise.eight(from: start, beyond: 1),
        expected.eight(from: start, beyond: 1))
      for lane in 0..<min(8, count - start) { llrs[base + start + lane] += more[lane] }
    }
  }

  /// Appends the LLR of every tone in a symbol.
  ///
  /// - Parameter later: the symbols after it that have come.
  /// - Returns: the likeliest tone, the LLR that its own symbol gives it, and its noise.
  @discardableResult
  mutating func append(
    _ symbol: ToneSymbol, followedBy later: ArraySlice<ToneSymbol> = [], to llrs: inout [Float]
  ) -> (tone: Int, llr: Float, noise: Float) {
    var disturbance = disturbance(of: symbol)
    if forerunnerGain > Self.leastEchoGain, let next = later.first {
      for tone in 0..<count { disturbance[tone] += forerunnerGain * next.excess[tone] }
    }
    meanNoise = symbol.meanNoise
    let level = max(self.level, meanNoise)
    let expected = expectedEnergies(level: level)
    let base = llrs.count
    llrs.append(contentsOf: repeatElement(0, count: count))
    Self.addLLRs(symbol.energies, disturbance, expected, to: &llrs, base: base) {
      energy, disturbance, expected in
      let noise = disturbance + 0.002 * level
      let strong = noise + expected
      let weak = noise + Self.notchGain * expected
      let sent =
        (1 - Self.notchShare) / strong * fastExponential(-energy / strong)
        + Self.notchShare / weak * fastExponential(-energy / weak)
      return fastLogarithm(sent * noise + .leastNormalMagnitude) + Self.tail(energy, noise: noise)
    }
    var best = (tone: 0, llr: -Float.infinity, noise: Float(0))
    for tone in 0..<count where llrs[base + tone] > best.llr {
      best = (tone, llrs[base + tone], disturbance[tone])
    }
    remember(symbol)
    addEchoes(later, expected, level: level, to: &llrs, base: base)
    return best
  }

  /// Adds to the LLRs of the latest symbol the evidence from its echoes in later symbols.
  private func addEchoes(
    _ later: ArraySlice<ToneSymbol>, _ expected: [Float], level: Float, to llrs: inout [Float],
    base: Int
  ) {
    guard echoGains.contains(where: { $0 > Self.leastEchoGain }) else { return }
    var past = earlier
    for (gain, (index, symbol)) in zip(echoGains, later.enumerated()) {
      if gain > Self.leastEchoGain {
        var noise = noise(of: symbol)
        for lag in echoGains.indices where lag != index && lag < past.count {
          for tone in 0..<count { noise[tone] += echoGains[lag] * past[lag][tone] }
        }
        Self.addLLRs(symbol.energies, noise, expected, to: &llrs, base: base) {
          energy, noise, expected in
          let quiet = noise + 0.002 * level
          let loud = quiet + gain * expected
          let tails = (Self.tailStart + energy / quiet) / (Self.tailStart + energy / loud)
          return fastLogarithm(quiet / loud) + (Self.tailStart + 1) * fastLogarithm(tails)
        }
      }
      past.insert(symbol.excess, at: 0)
    }
  }

  /// Appends the LLR of every tone if all arrive with equal energy on one path: a Rician against an
  /// exponential variable. Without reflections it is nearer to the limit than `append`.
  mutating func appendSteady(_ symbol: ToneSymbol, to llrs: inout [Float]) {
    let disturbance = disturbance(of: symbol)
    let level = max(self.level, meanNoise)
    for tone in 0..<count {
      let noise = disturbance[tone] + 0.02 * level
      llrs.append(
        logarithmOfBesselI0(2 * (level * symbol.energies[tone]).squareRoot() / noise)
          - level / noise)
    }
    remember(symbol)
  }
}

/// Logarithm of the modified Bessel function of order 0 for positive `x`, to 1e-3.
///
/// Abramowitz and Stegun, Handbook of Mathematical Functions, 9.8.1 and 9.8.2.
func logarithmOfBesselI0(_ x: Float) -> Float {
  if x < 3.75 {
    let y = (x / 3.75) * (x / 3.75)
    return fastLogarithm(
      1 + y * (3.5156229 + y * (3.0899424 + y * (1.2067492 + y * (0.2659732 + y * 0.0360768)))))
  }
  let y = 3.75 / x
  return x - 0.5 * fastLogarithm(x)
    + fastLogarithm(0.39894228 + y * (0.01328592 + y * (0.00225319 - y * 0.00157565)))
}

import HandShakeSignal

/// The two received tones of a probe, and the level at which the probe was sent.
struct ProbeTones {
  /// The level at which the probe was sent, from the distance of its tones.
  let sentLevelDecibels: Int
  /// The steps, ascending.
  let steps: [ProbeReport.Step]
  /// Width of the stronger tone in the last step; nil if noise hides it.
  let spreadHertz: Double?

  private static let size = 8192
  private static let rate = SweepResponse.rateHertz
  /// Below this share of the other tone, a tone counts as lost in the room.
  private static let leastShare = 0.02
  /// The least ratio of a tone to the noise density for a width estimate: 26 dB. The strongest of
  /// many noise points reaches ten times their mean.
  private static let leastPeak = 400.0
  /// Search range around a tone, with motion included.
  private static let reachHertz = 60.0

  /// Reads the tones in `record`, at 48 kHz.
  ///
  /// - Parameters:
  ///   - noise: power per hertz of every 100 Hz of the band.
  ///   - place: converts a time of the probe to a position in the record, in samples.
  ///   - dilation: the speed-up of the record.
  init(_ record: [Float], _ noise: [Double], at place: (Double) -> Double, dilation: Double) {
    let spectra = ProbeSignal.stepsDecibels.indices.map { step in
      Self.densities(
        record, from: place(ProbeSignal.firstStepStart + Double(step) * ProbeSignal.stepSeconds))
    }
    let lower = ProbeSignal.lowerToneHertz * (1 + dilation)
    let level = Self.sentLevel(spectra, lowerHertz: lower, dilation: dilation)
    let distance = ProbeSignal.toneDistanceHertz(levelDecibels: level) * (1 + dilation)
    steps = zip(ProbeSignal.stepsDecibels, spectra).map { decibelsSent, densities in
      let tones = [lower, lower + distance].map { Self.power(densities, $0, noise) }
      let products = [lower - distance, lower + 2 * distance]
        .map { Self.power(densities, $0, noise) }
      let tonePower = tones.reduce(0) { $0 + max($1.signal, 1e-20) }
      let product = products.reduce(0) { $0 + $1.signal }
      let floor = products.reduce(0) { $0 + $1.noise }
      return ProbeReport.Step(
        levelDecibels: decibelsSent + Double(level),
        toneDecibels: HandShakeDiagnosis.decibels(power: tonePower),
        distortionDecibels: product > 2 * floor
          ? HandShakeDiagnosis.decibels(ratio: product / tonePower) : nil)
    }
    sentLevelDecibels = level
    // The tone that the room attenuates less.
    let stronger = spectra.last.flatMap { last in
      [lower, lower + distance].max {
        Self.power(last, $0, noise).signal < Self.power(last, $1, noise).signal
      }
    }
    spreadHertz = spectra.last.flatMap { Self.spread($0, stronger ?? lower, noise) }
  }

  /// Power per hertz of the step that starts at `sample`, without its edges.
  private static func densities(_ record: [Float], from sample: Double) -> [Double] {
    var spectra = BlockSpectra(size: size, hop: size, window: .blackmanHarris, rateHertz: rate)
    let start = Int(sample + 0.02 * rate)
    let samples = (start..<start + size).map { record.indices.contains($0) ? record[$0] : 0 }
    samples.withUnsafeBufferPointer {
      if let base = $0.baseAddress { spectra.push(base, count: size, stride: 1) }
    }
    guard let block = spectra.next() else { return [] }
    return (0..<size / 2).map { Double(block[$0].power) * spectra.densityFactor }
  }

  private static func point(_ densities: [Double], _ hertz: Double) -> Int {
    Int((hertz / rate * 2 * Double(densities.count)).rounded())
  }

  private static func around(_ densities: [Double], _ hertz: Double, _ reach: Double) -> Range<Int>
  {
    let (first, last) = (point(densities, hertz - reach), point(densities, hertz + reach))
    return max(first, 0)..<max(min(last + 1, densities.count), max(first, 0))
  }

  private static func power(
    _ densities: [Double], _ hertz: Double, _ noise: [Double]
  ) -> (signal: Double, noise: Double) {
    let cell = Int((hertz - ProbeSignal.bandHertz.lowerBound) / 100)
    let floor = noise.indices.contains(cell) ? noise[cell] * 2 * reachHertz : 0
    let width = rate / 2 / Double(max(densities.count, 1))
    let sum = around(densities, hertz, reachHertz).reduce(0) { $0 + densities[$1] } * width
    return (sum - floor, floor)
  }

  /// The level whose tone distance makes the spectra at both tones agree. If the room attenuates
  /// the lower tone, the upper tone's place decides.
  private static func sentLevel(
    _ spectra: [[Double]], lowerHertz: Double, dilation: Double
  ) -> Int {
    guard let last = spectra.last, !last.isEmpty else { return 0 }
    func amplitude(_ point: Int) -> Double {
      last.indices.contains(point) ? last[point].squareRoot() : 0
    }
    let places = around(last, lowerHertz, reachHertz)
    let middle = point(last, lowerHertz)
    let upper = around(last, lowerHertz + 700, 360).map { last[$0] }.max() ?? 0
    let isSwallowed = (places.map { last[$0] }.max() ?? 0) < leastShare * upper
    var best = (level: 0, fit: -1.0)
    for level in ProbeSignal.levelsDecibels.reversed() {
      let shift = point(last, ProbeSignal.toneDistanceHertz(levelDecibels: level) * (1 + dilation))
      let fit =
        isSwallowed
        ? amplitude(middle + shift)
        : places.reduce(0) { $0 + amplitude($1) * amplitude($1 + shift) }
      // Full scale is the default, so noise must not change it if the tones are hidden.
      if fit > (best.level == 0 ? 1.5 : 1) * best.fit { best = (level, fit) }
    }
    return best.level
  }

  /// Root mean square width of the tone at `hertz`, less the width that the window adds.
  private static func spread(_ densities: [Double], _ hertz: Double, _ noise: [Double]) -> Double? {
    let points = around(densities, hertz, 150)
    let cell = Int((hertz - ProbeSignal.bandHertz.lowerBound) / 100)
    guard let peak = points.map({ densities[$0] }).max(), noise.indices.contains(cell),
      peak > leastPeak * noise[cell]
    else { return nil }
    let width = rate / 2 / Double(densities.count)
    var (sum, first, second) = (0.0, 0.0, 0.0)
    for point in points where densities[point] > 0.03 * peak {
      let offset = Double(point) * width - hertz
      sum += densities[point]
      first += densities[point] * offset
      second += densities[point] * offset * offset
    }
    let variance = second / sum - (first / sum) * (first / sum)
    // Variance of the Blackman-Harris window, in squared points.
    let windowVariance = 1.0 * width * width
    return max(variance - windowVariance, 0).squareRoot()
  }
}

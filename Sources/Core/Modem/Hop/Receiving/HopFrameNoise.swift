import HandShakeSignal

/// The noise during a frame.
struct HopFrameNoise {
  private let variants: HopVariants
  /// Window over the part of a symbol in which one tone sounds, with little spectral leakage.
  private let window: [Float]
  private let transform: FourierTransform

  /// Tones within this distance of a sounding tone hold its sound; the main lobe is half as wide.
  private static let nearTones = 10

  init(_ variants: HopVariants) {
    self.variants = variants
    let parameters = variants.parameters
    let seconds = parameters.symbolSeconds - parameters.transitionSeconds
    window = Window.blackmanHarris.coefficients(count: Int(seconds * DownConverter.outputRateHertz))
    var size = 64
    while size < 4 * window.count { size *= 2 }
    transform = FourierTransform(size: size, keepsInput: true)
  }

  /// The noise during the first `count` symbols, as an energy in the filter of a tone; nil if too
  /// few symbols are far from any tone.
  ///
  /// It is measured at tones far from the sounding tone, as the lower quartile of each tone's
  /// energies. Echoes raise the higher energies.
  func noise(
    within candidate: MarkerCandidate, count: Int, _ history: borrowing BasebandHistory
  ) -> Double? {
    let toneCount = HopParameters.toneCount
    let windowEnergy = window.reduce(0) { $0 + $1 * $1 }
    let binsPerHertz = Double(transform.size) / DownConverter.outputRateHertz
    let bins = variants.hertz(of: 0..<toneCount, candidate).map {
      Int((($0 * (1 + candidate.dilation) - DownConverter.centreHertz) * binsPerHertz).rounded())
    }
    var silent = [[Float]](repeating: [], count: toneCount)
    for symbol in 0..<count {
      let middle =
        candidate.start
        + (Double(symbol) + 0.5) * variants.symbolSamples / (1 + candidate.dilation)
      transform.transform(
        history, channel: candidate.noise.channels[0].index, from: Int(middle) - window.count / 2,
        count: window.count, window: window)
      let energies = bins.map { transform.energy(bin: $0) / windowEnergy }
      let sounding = energies.indices.max { energies[$0] < energies[$1] }!
      for tone in 0..<toneCount where abs(tone - sounding) > Self.nearTones {
        silent[tone].append(energies[tone])
      }
    }
    let quartiles = silent.filter { $0.count >= 4 }.map { energies -> Double in
      let place = energies.count / 4
      // The mean of this order statistic of so many exponential variables.
      let mean = (0...place).reduce(0) { $0 + 1 / Double(energies.count - $1) }
      return Double(energies.ascending[place]) / mean
    }
    return quartiles.isEmpty ? nil : quartiles.reduce(0, +) / Double(quartiles.count)
  }
}

import HandShakeSignal

/// A guess at the header of a hop frame.
struct HopGuess: Equatable {
  var framingIndex: Int
  var sizeClass: Int
  /// Symbols of the whole frame.
  var symbolCount: Int
}

/// Hop protocols of one timing, which share a search, and their placements.
struct HopVariants {
  let names: [String]
  let framings: [HopFraming]
  /// Parameters of the first protocol; the others differ in rate and variant only.
  let parameters: HopParameters
  let placements: [Placement]

  init(_ variants: [(name: String, parameters: HopParameters)], placements: [Placement]) {
    names = variants.map { $0.name }
    framings = variants.map { HopFraming($0.parameters) }
    parameters = variants[0].parameters
    self.placements = placements
  }

  /// Envelope of a tone.
  var shape: ToneShape {
    ToneShape(seconds: parameters.symbolSeconds, fadeSeconds: 0, timingFunction: .abrupt)
  }

  /// Baseband samples to a symbol, as sent.
  var symbolSamples: Double { parameters.symbolSeconds * DownConverter.outputRateHertz }

  /// Energy of a tone that arrives with baseband magnitude 1.
  var toneGain: Double { symbolSamples }

  var preambleSeconds: Double { Double(parameters.preamble.count) * parameters.symbolSeconds }

  /// Whether a preamble is so long that the speed may change within it.
  var isLong: Bool { preambleSeconds > 0.4 }

  /// Symbols of the longest frame.
  var longestCount: Int { framings.map { $0.symbolCount(sizeClass: $0.largestSizeClass) }.max()! }

  /// Distances of two copies by size class, in symbols, in rising order.
  var spacings: [Double] {
    let framing = framings.max { $0.largestSizeClass < $1.largestSizeClass }!
    return (0...framing.largestSizeClass).map {
      framing.spacingSeconds(sizeClass: $0) / parameters.symbolSeconds
    }
  }

  /// Baseband samples from one copy to the next, as sent.
  func spacingSamples(_ guess: HopGuess) -> Double {
    framings[guess.framingIndex].spacingSeconds(sizeClass: guess.sizeClass)
      * DownConverter.outputRateHertz
  }

  func guess(framingIndex: Int, sizeClass: Int) -> HopGuess {
    HopGuess(
      framingIndex: framingIndex, sizeClass: sizeClass,
      symbolCount: framings[framingIndex].symbolCount(sizeClass: sizeClass))
  }

  /// The tones of preamble and header.
  func knownTones(_ guess: HopGuess) -> [Int] {
    let framing = framings[guess.framingIndex]
    let word = HopHeader.words[
      HopHeader.value(variant: framing.parameters.variant, sizeClass: guess.sizeClass)]
    return parameters.preamble + word.enumerated().map { framing.tone($1, at: $0) }
  }

  /// Ratio of a tone's energy to the noise density from which this frame is read.
  func neededRatio(_ guess: HopGuess) -> Double {
    framings[guess.framingIndex].neededRatio(sizeClass: guess.sizeClass)
  }

  func placement(of candidate: MarkerCandidate) -> Placement {
    placements[candidate.placementIndex]
  }

  /// Frequencies of `tones`, as sent.
  func hertz(of tones: some Sequence<Int>, _ candidate: MarkerCandidate) -> [Double] {
    let placement = placement(of: candidate)
    return tones.map { parameters.hertz(of: $0, in: placement) }
  }

  /// Noise energies before a frame, at the frequencies at which `tones` arrive.
  func noise(of tones: some Sequence<Int>, _ candidate: MarkerCandidate) -> [Float] {
    hertz(of: tones, candidate).map {
      candidate.noise.energy(atHertz: $0 * (1 + candidate.dilation))
    }
  }

  /// Baseband sample after the first `count` symbols, which may come `spare` symbols late.
  func end(of candidate: MarkerCandidate, count: Int, spare: Double = 1.05) -> Int {
    Int(candidate.start + (Double(count) + spare) * symbolSamples / (1 + candidate.dilation)) + 2
  }
}

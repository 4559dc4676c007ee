import HandShakeSignal

/// Reads the message between two markers, by every protocol that has these markers.
struct GGWaveReader {
  /// The likeliest reading.
  struct Reading {
    var decision: GGWaveDecision
    /// Number of the protocol.
    var variant: Int
    var start: Double
    var end: Double
    var dilation: Double
    var signalToNoiseDecibels: Double
    var marginDecibels: Double
  }

  private struct Variant {
    let parameters: GGWaveParameters
    let code: GGWaveCode
    var demodulator: GGWaveDemodulator
  }

  private var variants: [Variant]
  private let lowestToneHertz: Double
  private var markerHertz: Double { lowestToneHertz + GGWaveParameters.markerMiddleHertz }
  /// Equal in all variants, because they share their markers.
  private let tonesAtOnce: Int
  /// From the `GGWaveWeights` of the message.
  private var microphoneCount: Float = 1

  init(variants: [GGWaveParameters], placement: Placement, centreHertz: Double) {
    self.variants = variants.map {
      Variant(
        parameters: $0, code: GGWaveCode($0),
        demodulator: GGWaveDemodulator($0, placement: placement, centreHertz: centreHertz))
    }
    tonesAtOnce = variants[0].tonesAtOnce
    lowestToneHertz = placement.lowestToneHertz
  }

  /// The reading with the most evidence; nil if no protocol's message fits between the markers.
  ///
  /// - Parameter onlyCertain: whether to leave out readings that cannot be certain. An uncertain
  ///   reading may then be likelier than the returned reading.
  mutating func read(
    from first: GGWaveMarker, to last: GGWaveMarker, onlyCertain: Bool,
    _ history: borrowing BasebandHistory
  ) -> Reading? {
    let dilation = 0.5 * (first.dilation + last.dilation)
    let blocks = (last.start - first.end) * (1 + dilation) / Double(GGWaveBlockSpectrum.length)
    guard blocks > -1, blocks < 10_000 else { return nil }
    let weights = GGWaveWeights(first, last, gains: history.gains)
    for variant in variants.indices {
      variants[variant].demodulator.spectrum.weights = weights?.ofChannels
    }
    microphoneCount = weights?.microphoneCount ?? Float(history.counting.count)
    var best = read(from: first, to: last, blocks, .both, onlyCertain, history)
    if best?.decision.isCertain != true,
      min(first.contrast, last.contrast) >= GGWaveMarker.clearContrast
    {
      // If a device cut off the start or end of the sound, the marker's middle is displaced.
      for anchor in [GGWaveTimeline.Anchor.last, .first] {
        let other = read(from: first, to: last, blocks, anchor, onlyCertain, history)
        if other?.decision.evidenceBits ?? -.infinity > best?.decision.evidenceBits ?? -.infinity {
          best = other
        }
      }
    }
    guard var best else { return nil }
    // The choice was between about three lengths, a few times and protocols.
    best.decision.evidenceBits -= Self.choiceBits
    best.start -= GGWaveMarker.sampleCount
    best.end += GGWaveMarker.sampleCount
    return best
  }

  /// The tones of a message that was read and that started at `startSeconds`.
  func tones(of reading: Reading, startSeconds: Double) -> KnownTones {
    let (variant, speedUp) = (variants[reading.variant], 1 + reading.dilation)
    let symbols = variant.code.tones(variant.code.stream(reading.decision.message))
    return KnownTones(
      sections: GGWaveWave.sections(symbols, variant.parameters).map { section in
        KnownTones.Section(
          startSeconds: startSeconds + section.startSeconds / speedUp,
          seconds: section.seconds / speedUp,
          hertz: section.tones.map {
            (lowestToneHertz + GGWaveParameters.toneSpacingHertz * Double($0)) * speedUp
          })
      })
  }

  /// In noise, a marker's time is known to about 30 ms, half a block.
  private static let largestBlockError = 1.3
  /// A marker that lost 12 of its 16 frames has its middle two blocks away. In noise, beside data
  /// of two tones, which are 18 dB louder, its time is known to 100 ms.
  private static let largestBlockErrorOfParts = 2.5
  private static let choiceBits: Float = 5

  private mutating func read(
    from first: GGWaveMarker, to last: GGWaveMarker, _ blocks: Double,
    _ anchor: GGWaveTimeline.Anchor, _ onlyCertain: Bool, _ history: borrowing BasebandHistory
  ) -> Reading? {
    let error =
      anchor == .both && tonesAtOnce > 2 ? Self.largestBlockError : Self.largestBlockErrorOfParts
    let fewest = max(1, Int((blocks - error).rounded(.up)))
    let most = Int((blocks + error).rounded(.down))
    guard fewest <= most else { return nil }
    var best: Reading?
    for blockCount in fewest...most {
      let timeline = GGWaveTimeline(
        from: first, to: last, anchor: anchor, blockCount: blockCount, markerHertz: markerHertz)
      for variant in variants.indices {
        guard let reading = read(variant: variant, timeline, onlyCertain, history) else { continue }
        if reading.decision.evidenceBits > best?.decision.evidenceBits ?? -.infinity {
          best = reading
        }
      }
    }
    return best
  }

  private mutating func read(
    variant: Int, _ nominal: GGWaveTimeline, _ onlyCertain: Bool,
    _ history: borrowing BasebandHistory
  ) -> Reading? {
    let parameters = variants[variant].parameters
    let blocksPerSymbol = parameters.blocksPerSymbol
    guard nominal.blockCount % blocksPerSymbol == 0 else { return nil }
    let code = variants[variant].code
    let lengths = code.lengths(symbolCount: nominal.blockCount / blocksPerSymbol)
    guard !lengths.isEmpty else { return nil }
    let timeline = variants[variant].demodulator.aligned(nominal, markerHertz: markerHertz, history)
    let likelihoods = GGWaveLikelihoods(
      energies: variants[variant].demodulator.energies(timeline, history),
      groupCount: parameters.tonesAtOnce, blocksPerSymbol: blocksPerSymbol,
      microphoneCount: microphoneCount)
    var best: GGWaveDecision?
    for length in lengths {
      guard
        let decision = GGWaveDecision(
          length: length, code: code, likelihoods: likelihoods, onlyCertain: onlyCertain)
      else { continue }
      if decision.evidenceBits > best?.evidenceBits ?? -.infinity { best = decision }
    }
    guard let best else { return nil }
    let signalToNoise = likelihoods.signalToNoiseDecibels(
      groupCount: parameters.tonesAtOnce, gains: variants[variant].demodulator.windowGains)
    return Reading(
      decision: best, variant: variant, start: timeline.start,
      end: timeline.position(block: timeline.blockCount),
      dilation: timeline.dilation(block: timeline.blockCount / 2),
      signalToNoiseDecibels: signalToNoise,
      marginDecibels: parameters.marginDecibels(signalToNoiseDecibels: signalToNoise))
  }
}

extension GGWaveLikelihoods {
  /// Tone power over noise power in 0 to 24 kHz, in dB, in all microphones together.
  ///
  /// - Parameter gains: gains of the windows, see `GGWaveDemodulator`.
  func signalToNoiseDecibels(groupCount: Int, gains: (tone: Float, noise: Float)) -> Double {
    // A tone of amplitude a is a phasor of a/2; noise of the power p has p/6 in 8 of 48 kHz.
    let amplitudeSquared = 4 * max(levels.signal - levels.noise, 0.01 * levels.noise) / gains.tone
    let noisePower = 6 * levels.noise / gains.noise
    return decibels(
      powerRatio: Double(
        microphoneCount * Float(groupCount) * amplitudeSquared / 2 / max(noisePower, 1e-20)))
  }
}

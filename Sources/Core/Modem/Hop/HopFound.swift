import Signal

/// A text that was read, and how it arrived.
struct HopFound {
  var text: HopText
  /// Symbols that seemed to be others than were sent.
  var correctedSymbols: Int
  var evidence: ToneEvidence
}

/// How strong a frame came, once tones of it are known.
extension HopListener {
  /// Energy of a tone that arrives with baseband magnitude 1.
  var toneGain: Double { parameters.symbolSeconds * DownConverter.outputRateHertz }

  /// Strength of the first symbols, which are `tones`, where `candidate` puts them at a constant speed.
  func evidence(
    _ candidate: MarkerCandidate, tones: [Int], _ history: borrowing BasebandHistory
  ) -> ToneEvidence {
    let symbolSamples = toneGain / (1 + candidate.dilation)
    let noise = noise(candidate)
    var energies = [Float](repeating: 0, count: HopParameters.toneCount)
    var evidence = ToneEvidence(skirtRatio: HopParameters.skirtRatio)
    for (index, tone) in tones.enumerated() {
      energies.withUnsafeMutableBufferPointer {
        filter.energies(
          history, start: candidate.start + Double(index) * symbolSamples,
          dilation: candidate.dilation,
          lowestHertz: placements[candidate.placementIndex].lowestToneHertz,
          spacingHertz: parameters.toneSpacingHertz, into: $0)
      }
      energies.withUnsafeBufferPointer { evidence.add($0, noise: noise, sent: tone) }
    }
    return evidence
  }

  /// Noise of all tones before a frame.
  private func noise(_ candidate: MarkerCandidate) -> [Float] {
    (0..<HopParameters.toneCount).map {
      candidate.noise.energy(
        atHertz: parameters.hertz(of: $0, in: placements[candidate.placementIndex])
          * (1 + candidate.dilation))
    }
  }

  /// Strength of the symbols as they were traced last, which are `tones`, in the windows at `delay`.
  func evidence(
    _ candidate: MarkerCandidate, tones: [Int], tracedAt delay: Int
  ) -> ToneEvidence {
    let noise = noise(candidate)
    var evidence = ToneEvidence(skirtRatio: HopParameters.skirtRatio)
    let symbols = symbols(candidate.placementIndex, delay: delay, count: tones.count)
    for (symbol, tone) in zip(symbols, tones) {
      symbol.energies.withUnsafeBufferPointer { evidence.add($0, noise: noise, sent: tone) }
    }
    return evidence
  }
}

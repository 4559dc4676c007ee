import HandShakeSignal

/// The tones of a frame in matched filters, where its start puts them at a constant speed.
struct HopToneFilter {
  private let variants: HopVariants
  private var filter: MatchedFilter

  init(_ variants: HopVariants) {
    self.variants = variants
    filter = MatchedFilter(shape: variants.shape)
  }

  /// Energies of the first symbols at frequencies `hertz`, one each.
  mutating func energies(
    _ candidate: MarkerCandidate, hertz: [Double], _ history: borrowing BasebandHistory
  ) -> [Float] {
    let symbolSamples = variants.symbolSamples / (1 + candidate.dilation)
    var energies: [Float] = []
    energies.reserveCapacity(hertz.count)
    for (symbol, hertz) in hertz.enumerated() {
      let halves = filter.halves(
        history, start: candidate.start + Double(symbol) * symbolSamples,
        dilation: candidate.dilation, hertz: hertz)
      energies.append((halves.first + halves.second).power)
    }
    return energies
  }

  /// How strong the first symbols came, which are `tones`.
  mutating func evidence(
    _ candidate: MarkerCandidate, tones: [Int], _ history: borrowing BasebandHistory
  ) -> ToneEvidence {
    let symbolSamples = variants.symbolSamples / (1 + candidate.dilation)
    let noise = variants.noise(of: 0..<HopParameters.toneCount, candidate)
    let lowestHertz = variants.placement(of: candidate).lowestToneHertz
    var energies = [Float](repeating: 0, count: HopParameters.toneCount)
    var evidence = ToneEvidence(skirtRatio: HopParameters.skirtRatio)
    for (index, tone) in tones.enumerated() {
      energies.withUnsafeMutableBufferPointer {
        filter.energies(
          history, start: candidate.start + Double(index) * symbolSamples,
          dilation: candidate.dilation, lowestHertz: lowestHertz,
          spacingHertz: variants.parameters.toneSpacingHertz, into: $0)
      }
      energies.withUnsafeBufferPointer { evidence.add($0, noise: noise, sent: tone) }
    }
    return evidence
  }

  /// The start and speed near `candidate` at which the first symbols, which are `tones`, are strongest.
  mutating func clock(
    _ candidate: MarkerCandidate, tones: some Sequence<Int>, _ history: borrowing BasebandHistory
  ) -> SymbolClock {
    SymbolClock.fit(
      candidate, markerHertz: variants.hertz(of: tones, candidate),
      symbolSeconds: variants.parameters.symbolSeconds, filter: &filter, history: history)
  }
}

import HandShakeSignal

/// The exact place of a marker in time and frequency.
struct GGWaveMarker {
  /// Its first sample.
  var start: Double
  /// Relative speed-up: its frequencies are `1 + dilation` times the nominal frequencies.
  var dilation: Double
  /// Sum of the contrasts of its pairs, as in `GGWaveMarkerSearch`.
  var contrast: Float
  /// Mean energies of its tones and of the missing tones, by microphone; 0 if it does not count.
  var levels: [(own: Float, other: Float)]

  /// The sample after its last sample.
  var end: Double { start + Self.sampleCount / (1 + dilation) }

  /// Contrast that noise does not reach in years.
  static let clearContrast: Float = 8
  static let sampleCount = GGWaveParameters.markerSeconds * DownConverter.outputRateHertz
  /// Steps of the search in time, 8 ms each; a block has eight steps.
  private static let step = GGWaveBlockSpectrum.length / 8
  private static let stepsEitherSide = 13
  /// Blocks in the middle of a marker that are used.
  private static let blockCount = 5
  private static let firstBlockOffset =
    (sampleCount - Double(blockCount * GGWaveBlockSpectrum.length)) / 2
  /// Frequencies on either side of the candidate, in points of the block spectrum.
  private static let shiftsEitherSide = 4

  /// The mean of the middle half of `values`, four to sixteen. The tones of data are few, but may
  /// be 18 dB louder than a marker's tones.
  static func midMean(_ values: [Float]) -> Float {
    let sorted = values.ascending
    let edge = sorted.count / 4
    let middle = sorted[edge..<sorted.count - edge]
    return middle.reduce(0, +) / Float(middle.count)
  }

  /// Locates `candidate` exactly. Its lowest nominal tone is `lowestToneHertz`.
  ///
  /// The time is the middle of the curve by which its tones exceed the others. Both halves of the
  /// curve are alike, and its top is too flat to use.
  init(
    _ candidate: GGWaveMarkerSearch.Candidate, lowestToneHertz: Double,
    spectrum: inout GGWaveBlockSpectrum, history: borrowing BasebandHistory
  ) {
    let tones = candidate.isEnd ? GGWaveCode.endMarker : GGWaveCode.startMarker
    let others = candidate.isEnd ? GGWaveCode.startMarker : GGWaveCode.endMarker
    let spacing = GGWaveParameters.toneSpacingHertz
    let middleHertz = lowestToneHertz + GGWaveParameters.markerMiddleHertz
    let dilations = (-Self.shiftsEitherSide...Self.shiftsEitherSide).map {
      (candidate.shiftHertz + Double($0) * GGWaveBlockSpectrum.binHertz) / middleHertz
    }
    let pairCount = tones.count
    // Points of the own and the other tone of every pair, by dilation.
    let bins = dilations.map { dilation in
      (0..<pairCount).map { pair -> (own: Int, other: Int) in
        func bin(_ tone: Int) -> Int {
          spectrum.bin(hertz: (lowestToneHertz + spacing * Double(tone)) * (1 + dilation))
        }
        return (bin(tones[pair]), bin(others[pair]))
      }
    }
    let positions = 2 * Self.stepsEitherSide + 1
    let firstStart =
      candidate.start - GGWaveBlockSpectrum.length / 6 - Self.stepsEitherSide * Self.step
    let steps = positions + 8 * (Self.blockCount - 1)
    // Energies of own and other tones, by step, dilation and pair.
    let stride = 2 * pairCount * dilations.count
    var energies = [Float](repeating: 0, count: steps * stride)
    for step in 0..<steps {
      spectrum.load(
        history, start: firstStart + Int(Self.firstBlockOffset) + step * Self.step, window: nil)
      var place = step * stride
      for pairs in bins {
        for pair in pairs {
          energies[place] = spectrum.energy(bin: pair.own)
          energies[place + 1] = spectrum.energy(bin: pair.other)
          place += 2
        }
      }
    }
    func sums(position: Int, dilation: Int, pair: Int) -> (own: Float, other: Float) {
      var own: Float = 0
      var other: Float = 0
      for block in 0..<Self.blockCount {
        let place = (position + 8 * block) * stride + 2 * (dilation * pairCount + pair)
        own += energies[place]
        other += energies[place + 1]
      }
      return (own, other)
    }
    func excess(position: Int, dilation: Int) -> Float {
      Self.midMean(
        (0..<pairCount).map { pair in
          let (own, other) = sums(position: position, dilation: dilation, pair: pair)
          return own - other
        })
    }
    var best = (position: Self.stepsEitherSide, dilation: Self.shiftsEitherSide, excess: Float(0))
    for position in 0..<positions {
      for dilation in dilations.indices {
        let excess = excess(position: position, dilation: dilation)
        if excess > best.excess { best = (position, dilation, excess) }
      }
    }
    var weights: Float = 0
    var moment: Float = 0
    for position in 0..<positions {
      let above = excess(position: position, dilation: best.dilation) - 0.6 * best.excess
      guard above > 0, abs(position - best.position) < Self.stepsEitherSide else { continue }
      weights += above
      moment += above * Float(position)
    }
    let position = weights > 0 ? Double(moment / weights) : Double(best.position)
    start = Double(firstStart) + position * Double(Self.step)
    let nearest = min(max(Int(position.rounded()), 0), positions - 1)
    let inner = min(max(best.dilation, 1), dilations.count - 2)
    let excesses = (inner - 1...inner + 1).map { Double(excess(position: nearest, dilation: $0)) }
    let peak = ParabolaVertex(before: excesses[0], excesses[1], after: excesses[2])
    let offset = min(max(peak.maximumOffset, -1), 1)
    dilation = dilations[inner] + offset * GGWaveBlockSpectrum.binHertz / middleHertz
    contrast = (0..<pairCount).reduce(0) { sum, pair in
      let (own, other) = sums(position: nearest, dilation: best.dilation, pair: pair)
      return sum
        + SquareLaw.contrast(
          (own - other) / (own + other + 1e-20), channelCount: history.counting.count)
    }
    levels = [(own: Float, other: Float)](repeating: (0, 0), count: history.channelCount)
    defer { spectrum.weights = nil }
    for channel in history.counting {
      spectrum.weights = history.gains.indices.map { $0 == channel ? 1 : 0 }
      var own = [Float](repeating: 0, count: pairCount)
      var other = own
      for block in 0..<Self.blockCount {
        spectrum.load(
          history, start: Int(start + Self.firstBlockOffset) + block * GGWaveBlockSpectrum.length,
          window: nil)
        for (pair, bins) in bins[best.dilation].enumerated() {
          own[pair] += spectrum.energy(bin: bins.own)
          other[pair] += spectrum.energy(bin: bins.other)
        }
      }
      levels[channel] = (Self.midMean(own), Self.midMean(other))
    }
  }
}

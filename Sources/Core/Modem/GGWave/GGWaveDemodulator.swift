import HandShakeSignal

/// The energies of all tones in every symbol of a message.
struct GGWaveDemodulator {
  private let lowestToneHertz: Double
  private let toneCount: Int
  var spectrum: GGWaveBlockSpectrum
  /// Windows of every block of a symbol.
  private let windows: [[Float]]
  /// Blocks of 64 ms in a symbol.
  let blocksPerSymbol: Int

  init(_ parameters: GGWaveParameters, placement: Placement, centreHertz: Double) {
    lowestToneHertz = placement.lowestToneHertz
    toneCount = parameters.toneCount
    spectrum = GGWaveBlockSpectrum(centreHertz: centreHertz)
    blocksPerSymbol = parameters.blocksPerSymbol
    windows = GGWaveBlockSpectrum.windows(blocksPerSymbol: blocksPerSymbol)
  }

  /// Gains of the windows of a symbol. `tone` is the sum of the squares of their sums. `noise` is
  /// the sum of their squares.
  var windowGains: (tone: Float, noise: Float) {
    let sums = windows.map { $0.reduce(0, +) }
    return (sums.reduce(0) { $0 + $1 * $1 }, windows.joined().reduce(0) { $0 + $1 * $1 })
  }

  /// Appends the energies of the tones of symbol number `symbol`, summed over its blocks.
  mutating func append(
    symbol: Int, _ timeline: GGWaveTimeline, _ history: borrowing BasebandHistory,
    to energies: inout [Float]
  ) {
    let first = energies.count
    energies.append(contentsOf: repeatElement(0, count: toneCount))
    for block in 0..<blocksPerSymbol {
      let number = symbol * blocksPerSymbol + block
      let start = Int(timeline.position(block: number).rounded())
      spectrum.load(history, start: start, window: windows[block])
      let stretch = 1 + timeline.dilation(block: number)
      for tone in 0..<toneCount {
        let hertz = lowestToneHertz + GGWaveParameters.toneSpacingHertz * Double(tone)
        energies[first + tone] += spectrum.energy(bin: spectrum.bin(hertz: hertz * stretch))
      }
    }
  }

  /// The energies of every symbol, or of every `step`-th symbol, `toneCount` for each symbol.
  mutating func energies(
    _ timeline: GGWaveTimeline, every step: Int = 1, _ history: borrowing BasebandHistory
  ) -> [Float] {
    var energies: [Float] = []
    let count = timeline.blockCount / blocksPerSymbol
    energies.reserveCapacity(count * toneCount)
    for symbol in stride(from: 0, to: count, by: step) {
      append(symbol: symbol, timeline, history, to: &energies)
    }
    return energies
  }

  /// How clearly the strongest tones of all groups exceed `noise`, summed over some symbols. The
  /// right time and speed give the maximum.
  private mutating func fit(
    _ timeline: GGWaveTimeline, noise: Float, _ history: borrowing BasebandHistory
  ) -> Float {
    strongest(timeline, history).reduce(0) { $0 + fastLogarithm(1 + $1.largest / noise) }
  }

  /// Mean energy of the tones that are not the strongest of their groups. In a very clean recording
  /// it is 30 dB below the strongest tones.
  private mutating func noise(
    _ timeline: GGWaveTimeline, _ history: borrowing BasebandHistory
  ) -> Float {
    let groups = strongest(timeline, history)
    let sums = groups.reduce((largest: Float(0), rest: Float(0))) {
      ($0.largest + $1.largest, $0.rest + $1.rest)
    }
    return max(sums.rest, 1e-3 * sums.largest, 1e-20) / Float(max(1, groups.count))
  }

  /// For some symbols: the energy of the strongest tone of every group, and the mean of the others.
  private mutating func strongest(
    _ timeline: GGWaveTimeline, _ history: borrowing BasebandHistory
  ) -> [(largest: Float, rest: Float)] {
    let count = timeline.blockCount / blocksPerSymbol
    let step = max(1, count * blocksPerSymbol / Self.mostBlocksForTiming)
    let energies = energies(timeline, every: step, history)
    let group = GGWaveParameters.tonesPerGroup
    return (0..<energies.count / group).map { number in
      let tones = energies[number * group..<(number + 1) * group]
      let largest = tones.max()!
      return (largest, (tones.reduce(0, +) - largest) / Float(group - 1))
    }
  }

  private static let mostBlocksForTiming = 24
  /// Steps of 8 ms. Steps of 4 ms about the best step follow.
  private static let timingSteps = [-5.0, -4, -3, -2, -1, 1, 2, 3, 4, 5]
  private static let timingStep = Double(GGWaveBlockSpectrum.length) / 8

  /// `timeline`, moved to the best fit.
  mutating func aligned(
    _ timeline: GGWaveTimeline, markerHertz: Double, _ history: borrowing BasebandHistory
  ) -> GGWaveTimeline {
    let speedStep = GGWaveBlockSpectrum.binHertz / markerHertz
    return best(
      timeline,
      [
        { middle in
          Self.timingSteps.map { middle.moved(samples: $0 * Self.timingStep, dilation: 0) }
        },
        { middle in
          [-0.5, 0.5].map { middle.moved(samples: $0 * Self.timingStep, dilation: 0) }
        },
        { middle in
          [-1.0, -0.5, 0.5, 1].map { middle.moved(samples: 0, dilation: $0 * speedStep) }
        },
      ], history)
  }

  /// The timeline that fits best. Each of `moves` in turn varies the best timeline so far.
  mutating func best(
    _ first: GGWaveTimeline, _ moves: [(GGWaveTimeline) -> [GGWaveTimeline]],
    _ history: borrowing BasebandHistory
  ) -> GGWaveTimeline {
    let noise = noise(first, history)
    var best = (timeline: first, fit: fit(first, noise: noise, history))
    for move in moves {
      for timeline in move(best.timeline) {
        let fit = fit(timeline, noise: noise, history)
        if fit > best.fit { best = (timeline, fit) }
      }
    }
    return best.timeline
  }
}

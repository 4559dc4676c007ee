import HandShakeSignal

/// The start of each symbol of a frame and the speed-up of the signal, followed tone by tone.
struct SymbolClock {
  /// Baseband sample at which the next symbol starts.
  private(set) var start: Double
  /// Relative speed-up of the signal.
  private(set) var dilation: Double
  private let symbolSamples: Double
  private let symbolSeconds: Double
  /// Sum of the turns between the halves of the latest tones; its angle is the frequency error.
  private var turn = Complex(0, 0)

  /// Share of the summed turns that stays after each new tone.
  private let memory: Float = 0.8
  private let dilationGain = 0.3
  private let timeGain = 0.03

  /// The clock of a frame whose first symbol starts at `start`.
  init(start: Double, dilation: Double, symbolSeconds: Double) {
    self.start = start
    self.dilation = dilation
    self.symbolSeconds = symbolSeconds
    symbolSamples = symbolSeconds * DownConverter.outputRateHertz
  }

  /// Baseband sample at which the next symbol ends.
  var end: Double { start + symbolSamples / (1 + dilation) }

  /// Goes on to the next symbol.
  mutating func advance() { start = end }

  /// The start and dilation near `candidate` with the strongest tones.
  ///
  /// - Parameters:
  ///   - hertz: frequencies of the tones.
  ///   - symbols: numbers of the symbols of the tones; nil for the first symbols in order.
  ///
  /// Coordinate ascent in halving steps on the sum of the tones' magnitudes. A few faded tones
  /// disturb this sum less than the sum of the energies.
  @inline(never)
  static func fit(
    _ candidate: MarkerCandidate, hertz: [Double], symbols: [Int]? = nil, symbolSeconds: Double,
    filter: inout MatchedFilter, history: borrowing BasebandHistory
  ) -> SymbolClock {
    let symbolSamples = symbolSeconds * DownConverter.outputRateHertz
    let symbols = symbols ?? Array(hertz.indices)
    let middle = (Double(symbols.reduce(0, +)) / Double(symbols.count) + 0.5) * symbolSamples
    var start = candidate.start
    var dilation = candidate.dilation

    func strength(_ start: Double, _ dilation: Double, _ filter: inout MatchedFilter) -> Float {
      var sum: Float = 0
      for index in hertz.indices {
        sum += filter.energy(
          history, candidate.noise,
          start: start + Double(symbols[index]) * symbolSamples / (1 + dilation),
          dilation: dilation, hertz: hertz[index]
        ).squareRoot()
      }
      return sum
    }

    var best = strength(start, dilation, &filter)
    var timeStep = symbolSamples / 10
    var dilationStep = 0.15 / symbolSeconds / ToneShape.referenceHertz
    for _ in 0..<5 {
      for (timeMove, dilationMove) in [(timeStep, 0.0), (0.0, dilationStep)] {
        for sign in [1.0, -1.0] {
          var moved = false
          while true {
            // A change of dilation turns the time axis about the middle of the tones.
            let newDilation = dilation + sign * dilationMove
            let newStart = start + sign * timeMove + sign * dilationMove * middle
            guard abs(newStart - candidate.start) < symbolSamples / 2,
              abs(newDilation - candidate.dilation) < 0.5 / symbolSeconds / ToneShape.referenceHertz
            else { break }
            let value = strength(newStart, newDilation, &filter)
            guard value > best else { break }
            (start, dilation, best, moved) = (newStart, newDilation, value, true)
          }
          if moved { break }
        }
      }
      timeStep /= 2.2
      dilationStep /= 2.2
    }
    return SymbolClock(start: start, dilation: dilation, symbolSeconds: symbolSeconds)
  }

  /// Corrects dilation and time by the tone at `hertz`, the likely tone of the current symbol.
  mutating func follow(
    hertz: Double, _ noise: NoiseSnapshot, filter: inout MatchedFilter,
    history: borrowing BasebandHistory
  ) {
    turn =
      turn.scaled(by: memory)
      + filter.turn(history, noise, start: start, dilation: dilation, hertz: hertz)
    // The halves' centres lie half a symbol apart. The angle's tangent is limited to a quarter
    // turn. There the estimate is still better than no estimate.
    let magnitude = turn.power.squareRoot()
    if magnitude > 0 {
      let sineOfAngle = Double(max(-1, min(1, turn.imaginary / magnitude)))
      let angle = turn.real > 0 ? sineOfAngle : (sineOfAngle < 0 ? -1 : 1)
      dilation += dilationGain * angle / (.pi * symbolSeconds) / hertz
    }

    let shift = symbolSamples / 8
    let (early, late) = (strength(at: start - shift), strength(at: start + shift))
    if early + late > 0 { start += timeGain * shift * Double((late - early) / (early + late)) }

    func strength(at start: Double) -> Float {
      filter.energy(history, noise, start: start, dilation: dilation, hertz: hertz).squareRoot()
    }
  }
}

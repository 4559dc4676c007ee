import HandShakeSignal

/// Spectra of 64 ms, three frames of ggwave's: the longest time in which every symbol stands still.
///
/// Longer symbols add up the energies of several blocks: a transform of all of it would lose to a room or to motion
/// more than it gains on noise.
struct GGWaveBlockSpectrum {
  /// Samples of a block.
  static let length = Int(
    (GGWaveParameters.shortestSymbolSeconds * DownConverter.outputRateHertz).rounded())
  /// Points of the transform: four to a block's resolution, so that any frequency is near one.
  private static let size = 4 * length
  static let binHertz = DownConverter.outputRateHertz / Double(size)

  private let transform = FourierTransform(size: Self.size, keepsInput: true)
  private let centreHertz: Double
  /// What each microphone counts, as `GGWaveWeights` tells; nil where nothing tells it.
  var weights: [Float]?

  /// - Parameter centreHertz: what 0 Hz stands for in the histories.
  init(centreHertz: Double) { self.centreHertz = centreHertz }

  /// Transforms the block from sample `start` on under `window`, or none; `energy` gives what it holds.
  mutating func load(_ history: borrowing BasebandHistory, start: Int, window: [Float]?) {
    transform.transform(history, from: start, count: Self.length, window: window, weights: weights)
  }

  /// Place of a frequency in the spectrum.
  func bin(hertz: Double) -> Int { Int(((hertz - centreHertz) / Self.binHertz).rounded()) }

  /// The energy at a place of the spectrum loaded last.
  @inline(__always)
  func energy(bin: Int) -> Float { transform.energy(bin: bin) }

  /// Windows of the blocks of a symbol of `count` blocks: the symbol's own envelope, to which a filter that matches it
  /// weighs (North 1943).
  static func windows(blocksPerSymbol count: Int) -> [[Float]] {
    let seconds = Double(count)
    let ramp = GGWaveParameters.rampShare * seconds
    return (0..<count).map { block in
      (0..<length).map { index in
        let time = Double(block) + (Double(index) + 0.5) / Double(length)
        return Float(min(1, min(time, seconds - time) / ramp))
      }
    }
  }
}

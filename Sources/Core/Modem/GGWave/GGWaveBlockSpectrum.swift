import HandShakeSignal

/// Spectra of 64 ms, three ggwave frames: the longest time in which every symbol is constant.
///
/// Longer symbols add the energies of several blocks. In a room or in motion, a transform of the
/// whole symbol would lose more than it gains against noise.
struct GGWaveBlockSpectrum {
  /// Samples of a block.
  static let length = Int(
    (GGWaveParameters.shortestSymbolSeconds * DownConverter.outputRateHertz).rounded())
  /// Points of the transform: four per block resolution, so that a point is near any frequency.
  private static let size = 4 * length
  static let binHertz = DownConverter.outputRateHertz / Double(size)

  private let transform = FourierTransform(size: Self.size, keepsInput: true)
  private let centreHertz: Double
  /// Weights of the microphones, from `GGWaveWeights`; nil if unknown.
  var weights: [Float]?

  /// - Parameter centreHertz: the frequency that 0 Hz stands for in the histories.
  init(centreHertz: Double) { self.centreHertz = centreHertz }

  /// Transforms the block from sample `start` on under `window`, if any; `energy` gives the result.
  mutating func load(_ history: borrowing BasebandHistory, start: Int, window: [Float]?) {
    transform.transform(history, from: start, count: Self.length, window: window, weights: weights)
  }

  /// Point of a frequency in the spectrum.
  func bin(hertz: Double) -> Int { Int(((hertz - centreHertz) / Self.binHertz).rounded()) }

  /// The energy at a point of the last loaded spectrum.
  @inline(__always)
  func energy(bin: Int) -> Float { transform.energy(bin: bin) }

  /// Windows of the blocks of a symbol of `count` blocks: the symbol's own envelope, as a matched
  /// filter weighs it (North 1943).
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

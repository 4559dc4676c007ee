import Signal

/// The root-raised-cosine pulse of burst frames as a receiver needs it: its spectrum on any grid, and
/// the waveform of symbols that are known.
struct PulseSpectrum {
  let rollOff: Double

  /// Samples by which a waveform goes on before its first symbol and after its last.
  static let reach = 48

  /// Gain at `frequency`, in cycles a sample: 1 in the middle of the band, and scaled so that symbols
  /// of power 1 make a waveform of power 1.
  func gain(at frequency: Double) -> Double {
    let inSymbols = abs(frequency) / 0.75
    let flat = 0.5 * (1 - rollOff)
    let end = 0.5 * (1 + rollOff)
    if inSymbols <= flat { return 4.0 / 3 }
    if inSymbols >= end { return 0 }
    return 4.0 / 3 * (0.5 * (1 + cosine(.pi * (inSymbols - flat) / rollOff))).squareRoot()
  }

  /// Gains at the `size` frequencies of a transform, in its order.
  func spectrum(size: Int) -> RealMemory {
    let memory = RealMemory(count: size)
    for index in 0..<size {
      let frequency = Double(index < size / 2 ? index : index - size) / Double(size)
      memory.start[index] = Float(gain(at: frequency))
    }
    return memory
  }
}

/// What depends on the number of points of a window only.
final class BurstWindowTables {
  let size: Int
  /// Symbols in a window.
  let symbolCount: Int
  let samples: FourierTransform
  let symbols: FourierTransform
  let pulse: RealMemory

  /// - Parameter size: of a window in samples: a power of two from 16.
  init(size: Int, pulse: PulseSpectrum, _ transforms: BurstTransforms) {
    self.size = size
    symbolCount = size / 4 * 3
    samples = transforms.of(size)
    symbols = transforms.of(size / 4 * 3)
    self.pulse = pulse.spectrum(size: size)
  }

  /// The number of the symbol frequency that a sample frequency folds to.
  @inline(__always)
  func folded(_ point: Int) -> Int {
    point < size / 2 ? point : point - size / 4
  }

  /// Replaces the points of `samples` by the waveform of the symbols in the points of `symbols`.
  func shape() {
    symbols.forward()
    let scale = 1 / Float(size)
    for point in 0..<size {
      samples.points[point] = symbols.points[folded(point)].scaled(pulse.start[point] * scale)
    }
    samples.inverse()
  }
}

/// Window tables by size, made when first asked for.
final class BurstWindows {
  let pulse: PulseSpectrum
  let transforms: BurstTransforms
  private var made: [BurstWindowTables] = []

  init(pulse: PulseSpectrum, _ transforms: BurstTransforms) {
    self.pulse = pulse
    self.transforms = transforms
  }

  func of(atLeast count: Int) -> BurstWindowTables {
    let size = BurstTransforms.length(atLeast: max(count, 256))
    for tables in made where tables.size == size { return tables }
    let new = BurstWindowTables(size: size, pulse: pulse, transforms)
    made.append(new)
    return new
  }
}

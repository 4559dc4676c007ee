import Signal

/// A spectrum over time as pixels: time to the right, frequency upwards.
struct SpectrogramImage {
  /// 0xAARRGGBB, row by row from the highest frequency.
  let pixels: [UInt32]
  let columns: Int
  let rows: Int
  /// Levels of the first and the last colour, in dB relative to a mean square of 1.
  let decibels: ClosedRange<Double>

  /// The lowest level there is: silence.
  private static let silence = -140.0
  /// Least and greatest range of the colours, in dB.
  private static let span = 30.0...75.0

  /// The picture of `spectra`, coloured from just below the median, the noise in most recordings, to the
  /// loudest.
  init(_ spectra: SpectrumSeries) {
    columns = spectra.columnCount
    rows = spectra.binCount
    var levels = [Float](repeating: Float(Self.silence), count: columns * rows)
    for column in 0..<columns {
      for (bin, power) in spectra.column(column).enumerated() {
        levels[(rows - 1 - bin) * columns + column] = Float(Self.level(power))
      }
    }
    let range = Self.range(of: levels)
    let table = ColourMap.table
    let scale = Float(255 / (range.upperBound - range.lowerBound))
    pixels = levels.map { level in
      table[Int(min(max((level - Float(range.lowerBound)) * scale, 0), 255))]
    }
    decibels = range
  }

  /// A power in dB relative to a mean square of 1.
  static func level(_ power: Float) -> Double {
    max(Signal.decibels(powerRatio: Double(power)), silence)
  }

  private static func range(of levels: [Float]) -> ClosedRange<Double> {
    // A fraction of the cells says as much of the distribution.
    let step = max(1, levels.count / 20_000)
    let sample = stride(from: 0, to: levels.count, by: step).map { levels[$0] }
      .filter { $0 > Float(silence) }.sorted()
    guard !sample.isEmpty, let loudest = levels.max() else { return -90...(-60) }
    let floor = Double(sample[sample.count / 3])
    let top = (Double(loudest) / 5).rounded(.up) * 5
    let bottom = ((floor - 3) / 5).rounded(.down) * 5
    return min(max(bottom, top - span.upperBound), top - span.lowerBound)...top
  }
}

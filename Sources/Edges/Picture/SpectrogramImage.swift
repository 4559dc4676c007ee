import HandShakeSignal

/// A spectrum over time as pixels: time to the right, frequency upwards.
struct SpectrogramImage {
  /// 0xAARRGGBB, row by row from the highest frequency.
  let pixels: [UInt32]
  let columns: Int
  let rows: Int
  /// The frequencies of the lowest and the highest row.
  let hertz: ClosedRange<Double>
  /// The levels of the first and the last colour, in dB relative to a mean square of 1.
  let decibels: ClosedRange<Double>

  /// The lowest level, which stands for silence.
  private static let silence = -140.0
  /// The least and the greatest range of the colours, in dB.
  private static let span = 10.0...75.0

  /// The picture of `spectra` within `band`. The distribution of its levels sets the colours.
  init(_ spectra: SpectrumSeries, band: ClosedRange<Double>) {
    func bin(_ hertz: Double) -> Int {
      let bin = ((hertz - spectra.lowestHertz) / spectra.binHertz).rounded()
      return Int(min(max(bin, 0), Double(spectra.binCount - 1)))
    }
    let bins = bin(band.lowerBound)...bin(band.upperBound)
    hertz =
      spectra.lowestHertz + Double(bins.lowerBound) * spectra.binHertz...spectra.lowestHertz
      + Double(bins.upperBound) * spectra.binHertz
    columns = spectra.columnCount
    rows = bins.count
    var levels = [Float](repeating: Float(Self.silence), count: columns * rows)
    for column in 0..<columns {
      let powers = spectra.column(column)
      for (row, bin) in bins.reversed().enumerated() {
        levels[row * columns + column] = Float(Self.level(powers[powers.startIndex + bin]))
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
    max(HandShakeSignal.decibels(powerRatio: Double(power)), silence)
  }

  /// From the 10th percentile of the levels to 6 dB above the 99.9th. So a click does not take the
  /// colours of hours of noise, and still stands out.
  private static func range(of levels: [Float]) -> ClosedRange<Double> {
    // A sample of the cells is enough for the distribution.
    let step = max(1, levels.count / 50_000)
    let sample = stride(from: 0, to: levels.count, by: step).map { levels[$0] }
      .filter { $0 > Float(silence) }.sorted()
    guard !sample.isEmpty else { return -90...(-60) }
    let loud = Double(sample[sample.count - 1 - sample.count / 1000])
    let top = min(loud + 6, Double(levels.max() ?? 0)).rounded(.up)
    let bottom = max(Double(sample[sample.count / 10]).rounded(.down), top - span.upperBound)
    return bottom...max(top, bottom + span.lowerBound)
  }
}

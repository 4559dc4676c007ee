import HandShakeSignal
import Testing

/// Spectra of one bin each, appended a second apart to a series of few columns.
@Suite struct SpectrumSeriesTests {
  private func series(_ powers: [Float], sliceTicks: Int) -> SpectrumSeries {
    var series = SpectrumSeries(
      binCount: 1, lowestHertz: 100, binHertz: 10, tickSeconds: 1, sliceTicks: sliceTicks,
      columnLimit: 4)
    for (index, power) in powers.enumerated() {
      [power].withUnsafeBufferPointer { series.append($0, atTick: index) }
    }
    series.finish(seconds: Double(powers.count))
    return series
  }

  private func columns(_ series: SpectrumSeries) -> [Float] {
    (0..<series.columnCount).map { series.column($0).first ?? -1 }
  }

  @Test func keepsWhatFits() {
    let kept = series([1, 2, 3, 4], sliceTicks: 1)
    #expect(columns(kept) == [1, 2, 3, 4])
    #expect(kept.columnSeconds == 1 && kept.seconds == 4)
  }

  @Test func shortColumnsAreMeans() {
    let kept = series([1, 3, 5, 7, 9], sliceTicks: 2)
    #expect(columns(kept) == [2, 6, 9])
    #expect(kept.columnSeconds == 2)
    #expect((0..<3).map { kept.level($0).peak } == [2, 6, 9])
  }

  @Test func longColumnsAreTheLoudestSlice() {
    // Slices of two seconds; after 16 a column has two of them.
    let kept = series([1, 1, 9, 9, 1, 1, 1, 1, 4, 6], sliceTicks: 2)
    #expect(kept.columnSeconds == 4)
    #expect(columns(kept) == [9, 1, 5])
    #expect((0..<3).map { kept.level($0).mean } == [5, 1, 5])
    #expect((0..<3).map { kept.level($0).peak } == [9, 1, 5])
  }

  @Test func aLongTimeStaysInBounds() {
    let powers = (0..<5000).map { $0 == 3210 ? Float(7) : 1 }
    let kept = series(powers, sliceTicks: 1)
    #expect(kept.columnCount <= 4)
    #expect(kept.columnSeconds == 2048)
    #expect(columns(kept) == [1, 7, 1])
    #expect(kept.seconds == 5000)
  }

  @Test func whatIsNoNumberIsLeftOut() {
    #expect(columns(series([1, .nan, .infinity, 4], sliceTicks: 1)) == [1, 0, 0, 4])
  }
}

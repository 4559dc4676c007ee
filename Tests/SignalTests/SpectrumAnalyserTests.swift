import HandShakeSignal
import Testing

@Suite struct SpectrumAnalyserTests {
  private func analysed(
    _ samples: [Float], rateHertz: Double, columnLimit: Int = 2048
  ) -> SpectrumSeries {
    var analyser = SpectrumAnalyser(
      rateHertz: rateHertz, band: 14_000...21_000, columnLimit: columnLimit)
    // In blocks of odd lengths, as they come.
    var rest = samples[...]
    while !rest.isEmpty {
      Array(rest.prefix(777)).withUnsafeBufferPointer { analyser.push($0) }
      rest = rest.dropFirst(777)
    }
    analyser.finish()
    return analyser.series
  }

  private func sine(_ hertz: Double, seconds: Double, rateHertz: Double) -> [Float] {
    var oscillator = Oscillator(frequencyHertz: hertz, amplitude: 0.5, rateHertz: rateHertz)
    var samples = [Float](repeating: 0, count: Int(seconds * rateHertz))
    samples.withUnsafeMutableBufferPointer { oscillator.renderSine(into: $0) }
    return samples
  }

  @Test(arguments: [48_000.0, 64_000, 96_000, 192_000, 768_000])
  func aSineHasItsFrequencyLevelAndTime(rateHertz: Double) throws {
    let tone = sine(18_000, seconds: 0.5, rateHertz: rateHertz)
    let samples = [Float](repeating: 0, count: tone.count) + tone
    let series = analysed(samples, rateHertz: rateHertz)
    #expect(series.binHertz <= 50)
    #expect(abs(series.seconds - 1) < 0.01)
    let middle = Int(0.75 / series.columnSeconds)
    let column = Array(series.column(middle))
    let strongest = try #require(column.indices.max { column[$0] < column[$1] })
    #expect(
      abs(series.lowestHertz + Double(strongest) * series.binHertz - 18_000) < series.binHertz)
    #expect(abs(series.level(middle).mean - 0.125) < 0.001)
    #expect(series.level(Int(0.4 / series.columnSeconds)).mean < 1e-9)
  }

  @Test func whatLiesOutsideTheBandDoesNotCount() {
    let series = analysed(sine(9000, seconds: 0.3, rateHertz: 48_000), rateHertz: 48_000)
    #expect(series.level(series.columnCount / 2).mean < 1e-9)
  }

  @Test func mergedColumnsHoldTheSame() {
    let samples = sine(16_000, seconds: 4, rateHertz: 48_000)
    let series = analysed(samples, rateHertz: 48_000, columnLimit: 16)
    #expect(series.columnCount > 8 && series.columnCount <= 16)
    for index in 1..<(series.columnCount - 1) {
      #expect(abs(series.level(index).mean - 0.125) < 0.002)
      #expect(abs(series.level(index).peak - 0.125) < 0.002)
    }
  }

  @Test func nothingIsNothing() {
    #expect(analysed([], rateHertz: 48_000).seconds == 0)
  }
}

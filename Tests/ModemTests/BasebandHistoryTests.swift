import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct BasebandHistoryTests {
  private func real(_ history: borrowing BasebandHistory, _ range: Range<Int>) -> [Float] {
    history.withSamples(range, channel: 0) { samples in
      range.indices.map { samples[$0 - range.lowerBound].real }
    }
  }

  @Test func theLatestSamplesKeepTheirNumbers() {
    var history = BasebandHistory(span: 100, originSeconds: 0)
    var count = 0
    for length in [10, 1, 0, 8192, 3000, 8192, 8192, 77] {
      history.append([(count..<count + length).map { Complex(Float($0), 0) }])
      count += length
      #expect(history.endIndex == count)
      let first = max(0, count - 100)
      #expect(real(history, first..<count) == (first..<count).map(Float.init))
    }
  }

  @Test func outsideIsSilence() {
    var history = BasebandHistory(span: 10, originSeconds: 0)
    history.append([[Complex(1, 0), Complex(2, 0)]])
    #expect(real(history, -2..<4) == [0, 0, 1, 2, 0, 0])
    #expect(real(history, 50..<52) == [0, 0])
  }

  @Test func sampleNumbersHaveTheirTime() {
    let history = BasebandHistory(span: 10, originSeconds: -0.25)
    #expect(history.seconds(atSample: 0) == -0.25)
    #expect(history.seconds(atSample: 4000) == 0.25)
  }
}

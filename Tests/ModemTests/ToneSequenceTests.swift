import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct ToneSequenceTests {
  @Test(arguments: [TimingFunction.linear, .raisedCosine, .easeOut(.quartic)])
  func tabulatedGainsAreExactToOneInThreeHundred(fade: TimingFunction) {
    let shape = ToneShape(seconds: 0.0656, fadeSeconds: 0.008, timingFunction: fade)
    for step in 1..<6560 {
      let time = Double(step) * 1e-5
      #expect(abs(Double(shape.gain(at: time)) - shape.exactGain(at: time)) < 1.0 / 250)
    }
    for time in [-1.0, -1e-9, 0, 0.0656, 0.07] { #expect(shape.gain(at: time) == 0) }
    #expect(shape.gain(at: 0.03) == 1)
  }

  @Test func blocksOfAnySizeGiveTheSameSamples() {
    let hertz = [17000.0, 18000, 19000]
    let whole = samples(ofTones: hertz)
    // Three tones of 1/15.25 s.
    #expect(whole.count == Int((3 / 15.25 * 48000).rounded(.up)))
    let tones = ToneSequence(
      hertz: hertz, shape: classicParameters.toneShape, sampleRateHertz: 48000)
    var parts: [Float] = []
    for size in [1, 0, 17, 4096, 3000, 100_000, 10] {
      var block = [Float](repeating: 9, count: size)
      let count = block.withUnsafeMutableBufferPointer { tones.read(into: $0) }
      parts += block[..<count]
      #expect(block[count...].allSatisfy { $0 == 9 })
    }
    #expect(parts == whole)
  }

  @Test func tonesHaveFullAmplitudeAndMeetInSilence() {
    let whole = samples(ofTones: [17000, 19000, 18000])
    let symbol = 48000 / 15.25
    for tone in 0..<3 {
      let edge = Int(Double(tone) * symbol)
      let middle = whole[edge + 500..<edge + 2500]
      #expect(middle.map(abs).max()! > 0.99)
      #expect(whole[edge..<edge + 4].allSatisfy { abs($0) < 0.001 })
      if edge > 4 { #expect(whole[edge - 4..<edge].allSatisfy { abs($0) < 0.001 }) }
    }
    #expect(whole.allSatisfy { abs($0) <= 1 })
  }
}

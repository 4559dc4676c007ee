import Foundation
import Testing

@testable import HandShakeFeed

@Suite struct ChannelSelectorTests {
  private static let rateHertz = 48_000.0

  /// `seconds` of interleaved sines, one channel for each frequency and amplitude.
  private func sines(_ channels: [(hertz: Double, amplitude: Float)], seconds: Double) -> [Float] {
    (0..<Int(seconds * Self.rateHertz)).flatMap { frame in
      channels.map {
        $0.amplitude * Float(sin(2 * Double.pi * $0.hertz * Double(frame) / Self.rateHertz))
      }
    }
  }

  private func push(_ frames: [Float], _ selector: inout ChannelSelector, _ output: inout [Float]) {
    for start in stride(from: 0, to: frames.count, by: 2_048) {
      frames[start..<min(start + 2_048, frames.count)].withUnsafeBufferPointer { block in
        guard let first = block.baseAddress else { return }
        selector.push(first, frameCount: block.count / 2, into: &output)
      }
    }
  }

  @Test func loudSpeechDoesNotCount() {
    var selector = ChannelSelector(channelCount: 2, rateHertz: Self.rateHertz)
    var output: [Float] = []
    push(sines([(500, 0.9), (18_000, 0.01)], seconds: 0.5), &selector, &output)
    #expect(selector.channel == 1)
  }

  @Test func theStartOfALateTransmissionIsKept() {
    var selector = ChannelSelector(channelCount: 2, rateHertz: Self.rateHertz)
    var output: [Float] = []
    let quiet = sines([(18_000, 0.001), (18_000, 0)], seconds: 1)
    let late = sines([(18_000, 0.001), (18_500, 0.1)], seconds: 1)
    push(quiet + late, &selector, &output)
    selector.finish(into: &output)
    #expect(selector.channel == 1)
    #expect(output.count == Int(2 * Self.rateHertz))
    let start = output[Int(Self.rateHertz)..<Int(1.05 * Self.rateHertz)]
    #expect(start.max() ?? 0 > 0.09)
  }

  @Test func aLittleMoreIsNotEnough() {
    var selector = ChannelSelector(channelCount: 2, rateHertz: Self.rateHertz)
    var output: [Float] = []
    push(sines([(18_000, 0.01), (18_000, 0)], seconds: 0.5), &selector, &output)
    push(sines([(18_000, 0.01), (18_000, 0.015)], seconds: 1), &selector, &output)
    #expect(selector.channel == 0, "3.5 dB more are not enough")
    push(sines([(18_000, 0.01), (18_000, 0.03)], seconds: 1), &selector, &output)
    #expect(selector.channel == 1)
  }

  @Test func aFixedChannelPassesAtOnce() {
    var selector = ChannelSelector(channelCount: 2, rateHertz: Self.rateHertz, fixedChannel: 1)
    var output: [Float] = []
    push([1, 2, 3, 4], &selector, &output)
    #expect(output == [2, 4])
  }

  @Test(arguments: [(1_000.0, -55.0), (5_000, -20), (17_000, 0), (13_300, 0), (20_700, 0)])
  func bandFilterResponse(hertz: Double, highestDecibels: Double) {
    var filter = BandFilter(rateHertz: Self.rateHertz)
    let samples = sines([(hertz, 1)], seconds: 1)
    let energy = filter.energy(of: samples, count: samples.count, stride: 1)
    let decibels = 10 * log10(energy / (Double(samples.count) / 2))
    #expect(decibels <= highestDecibels + 0.1)
    if highestDecibels == 0 { #expect(decibels > -7) }
  }

  @Test func noNumbersLeaveNoTrace() {
    var filter = BandFilter(rateHertz: Self.rateHertz)
    _ = filter.energy(of: [.nan, .infinity], count: 2, stride: 1)
    let samples = sines([(17_000, 1)], seconds: 0.1)
    #expect(filter.energy(of: samples, count: samples.count, stride: 1) > 1_000)
  }
}

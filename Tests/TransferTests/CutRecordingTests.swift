import HandShakeFeed
import HandShakeModem
import HandShakeRecordings
import HandShakeTestKit
import Testing

/// Events of the golden recordings do not depend on how samples are cut.
@Suite struct CutRecordingTests {
  @Test(arguments: Recording.all.map { $0.name })
  func eventsDoNotDependOnHowSamplesAreCut(name: String) throws {
    let recording = try #require(Recording.all.first { $0.name == name })
    let rateHertz = ChannelFeed.receiverRateHertz(of: Double(recording.rateHertz))
    let samples = try frames(of: recording, rateHertz: rateHertz)
    let protocols = try recording.listener.protocols
    func events(pushing length: Int) throws -> [String] {
      var receiver = try Receiver(
        protocols: protocols, sampleRateHertz: rateHertz, channelCount: recording.channelCount)
      var events: [ReceiverEvent] = []
      samples.withUnsafeBufferPointer { samples in
        for start in stride(from: 0, to: samples.count, by: length) {
          let end = min(start + length, samples.count)
          events += receiver.push(UnsafeBufferPointer(rebasing: samples[start..<end]))
        }
      }
      return (events + receiver.finish()).map { "\($0)" }
    }
    let whole = try events(pushing: samples.count)
    // Samples one by one take time: three recordings show it.
    let alone = extent(true, usually: Recording.all.sample.contains { $0.name == name })
    for length in (alone ? [1] : []) + extent([480, 48_000], usually: [480]) {
      #expect(try events(pushing: length) == whole, "\(length) samples at a time")
    }
  }

  /// The frames at the rate of a receiver.
  private func frames(of recording: Recording, rateHertz: Double) throws -> [Float] {
    let frames = try recording.samples().map { Float($0) / 32_768 }
    guard Double(recording.rateHertz) != rateHertz else { return frames }
    var feed = try ChannelFeed(
      fromHertz: Double(recording.rateHertz), toHertz: rateHertz,
      channelCount: recording.channelCount)
    var samples: [Float] = []
    frames.withUnsafeBufferPointer { feed.push($0) { samples += $0 } }
    feed.finish { samples += $0 }
    return samples
  }
}

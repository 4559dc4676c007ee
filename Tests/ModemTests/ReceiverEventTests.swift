import HandShakeChannelModel
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

@Suite struct ReceiverEventTests {
  private func events(_ text: String) throws -> [ReceiverEvent] {
    var transmitter = try Transmitter(
      .text(Array(text.utf8)), protocol: classic, placement: classic.placements[0],
      sampleRateHertz: 48000)
    let samples = transmitter.samples()
    var random = SeededRandom(seed: 1)
    var receiver = try Receiver(protocols: [classic], sampleRateHertz: 48000)
    let recording = Channel(signalToNoiseDecibels: 20, tailSeconds: 2)
      .capture(samples, random: &random)
    return receiver.listen(to: recording)
  }

  @Test func aFrameIsDetectedThenProgressesThenIsAMessage() throws {
    let text = String(repeating: "0123456789", count: 20)
    var names: [String] = []
    for event in try events(text) {
      switch event {
      case .level, .file, .sealed, .receipt, .ranging, .pairing, .repeated, .blocks: break
      case .detected(let frame):
        names.append("detected \(frame.number)")
        #expect(frame.protocolName == "classic")
      case .progress(let frame, let part):
        names.append("progress \(frame.number) \(part.count)")
        #expect(text.utf8.starts(with: part))
      case .message(let message):
        names.append("message \(message.frame.number)")
        #expect(message.bytes == Array(text.utf8))
      case .failed(let failure): names.append("failed \(failure.frame.number)")
      }
    }
    #expect(
      names == ["detected 1", "progress 1 84", "progress 1 168", "message 1"])
  }

  /// The message comes when its last tone has, not when the input ends.
  @Test func messagesComeAtOnce() throws {
    var lastLevel = 0.0
    for event in try events("hello") {
      switch event {
      case .level(let level): lastLevel = level.seconds
      case .message(let message):
        #expect(lastLevel - message.frame.endSeconds < 0.25)
        return
      default: break
      }
    }
    Issue.record("no message")
  }

  @Test func failuresTellTheirStageAndWhatWasHeard() throws {
    var transmitter = try Transmitter(
      .text(Array("hello, world, how are you".utf8)), protocol: classic,
      placement: classic.placements[0], sampleRateHertz: 48000)
    var samples = [Float](repeating: 0, count: transmitter.sampleCount * 6 / 10)
    samples.withUnsafeMutableBufferPointer { _ = transmitter.read(into: $0) }
    var receiver = try Receiver(protocols: [classic], sampleRateHertz: 48000)
    let events = receiver.listen(to: samples)
    let failures = events.compactMap { event in
      if case .failed(let failure) = event { failure } else { nil }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.stage == .cutOff)
    let heard = String(decoding: failures.first?.heard ?? [], as: UTF8.self)
    #expect(heard.hasPrefix("hello, world, "))
  }
}

import Foundation
import HandShakeAudioFile
import HandShakeChannelModel
import HandShakeFeed
import HandShakeModem
import HandShakeTestKit
import Testing

/// From the sender to the receiver through recordings on disk, as the commands do it.
@Suite struct FileTransferTests {
  private let text = "lamp 42 at north"

  private static let formats = ["wav", "flac", "ogg", "aiff"]
  private static let rates = [44100, 48000, 88200, 96000, 192_000]
  /// Every format and every rate. One does not change the other, so not each of both together.
  private static let formatsAndRates = Array(zip(formats + [formats[0]], rates))

  @Test(arguments: formatsAndRates)
  func everyFormatAndRate(format: String, rateHertz: Int) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("transfer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent("recording.\(format)").path
    for mode in Mode.some where Double(rateHertz) >= 2.1 * mode.placement.highestToneHertz {
      var random = SeededRandom(seed: 1)
      let channel = Channel(
        signalToNoiseDecibels: 20, recorder: Recorder(gainDecibels: -12))
      let recording = channel.capture(
        try mode.transmission(text, rateHertz: Double(rateHertz)), rateHertz: Double(rateHertz),
        random: &random)
      let writer = try RecordingWriter(path: path, sampleRateHertz: rateHertz)
      try writer.write(recording)
      try writer.finish()

      let read = try samplesOfFile(path, atHertz: 48000)
      let reception = try listen(read)
      #expect(reception.texts == [text], "\(mode.testDescription)")
      #expect(reception.failures.isEmpty, "\(mode.testDescription)")
    }
  }

  private func samplesOfFile(_ path: String, atHertz rateHertz: Double) throws -> [Float] {
    let reader = try RecordingReader(path: path)
    #expect(reader.channelCount == 1)
    let resampler = try Resampler(
      fromHertz: Double(reader.sampleRateHertz), toHertz: rateHertz, channels: 1)
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 4096)
    while true {
      let count = try reader.read(into: &block)
      if count == 0 { break }
      block[..<count].withUnsafeBufferPointer { input in
        resampler.process(input) { samples += $0 }
      }
    }
    resampler.flush { samples += $0 }
    return samples
  }
}

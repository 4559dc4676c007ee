import ChannelModel
import Signal
import Testing

@testable import Modem

struct BurstReceiverTests {
  /// The texts that come out of `transmission` in white noise, and what failed.
  private func receive(
    _ transmission: [Float], _ modem: ModemProtocol, snrDecibels: Double, seed: UInt64
  ) throws -> (texts: [[UInt8]], failures: [Failure]) {
    var random = SeededRandom(seed: seed)
    let pause = [Float](repeating: 0, count: 30000)
    var recording = pause + transmission + pause
    let sigma = Float(0.5.squareRoot() * exponential(-snrDecibels / 20 * 2.302585))
    for index in recording.indices {
      recording[index] = 0.5 * (recording[index] + sigma * Float(random.normal()))
    }
    var texts: [[UInt8]] = []
    var failures: [Failure] = []
    for event in try events(recording, modem) {
      if case .message(let message) = event { texts.append(message.bytes) }
      if case .failed(let failure) = event { failures.append(failure) }
    }
    return (texts, failures)
  }

  @Test(arguments: [
    (BurstSounder.medium, 5, 20.0), (.long, 1, -6.0), (.medium, 9, 25.0), (.short, 10, 33.0),
    (.long, 0, -8.0), (.medium, 3, -3.0),
  ])
  func framesComeThroughNoise(sounder: BurstSounder, rung: Int, snr: Double) throws {
    let modem = burstProtocol(rung: rung, sounder: sounder)
    let text = Array("sixty-four bytes go through the noise, whatever rung they stand on".utf8)
    let seed: UInt64 = 5
    let (texts, failures) = try receive(samples(text, modem), modem, snrDecibels: snr, seed: seed)
    #expect(texts == [text], "seed \(seed)")
    #expect(failures.isEmpty, "seed \(seed)")
  }
}

import ChannelModel
import Signal
import Testing

@testable import Modem

struct BurstReceiverTests {
  @Test(arguments: [
    (BurstSounder.medium, 5, 25.0), (.long, 1, 0.0), (.medium, 9, 30.0), (.short, 11, 45.0),
  ])
  func framesComeThroughNoise(sounder: BurstSounder, rung: Int, snr: Double) throws {
    let bytes = (0..<64).map { UInt8(truncatingIfNeeded: 7 &* $0 &+ 3) }
    var random = SeededRandom(seed: 5)
    var recording = [Float](repeating: 0, count: 30000)
    recording += try burstSamples(bytes, rung: rung, sounder: sounder)
    recording += [Float](repeating: 0, count: 30000)
    let sigma = Float(0.5.squareRoot() * exponential(-snr / 20 * 2.302585))
    for index in recording.indices {
      recording[index] = 0.5 * (recording[index] + sigma * Float(random.normal()))
    }
    let events = burstEvents(recording)
    var messages: [[UInt8]] = []
    for event in events {
      if case .message(let message) = event {
        messages.append(message.bytes)
        print(message.frame)
      } else {
        print(event)
      }
    }
    #expect(messages == [bytes], "seed 5")
  }
}

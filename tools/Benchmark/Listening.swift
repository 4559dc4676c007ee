import HandShakeChannelModel
import HandShakeModem
import HandShakeTransferKit

/// What a receiver made of a recording at 48 kHz.
struct Reception {
  var texts: [[UInt8]] = []
  var failures = 0
  /// Seconds of sound from the end of each message to its text.
  var delays: [Double] = []
}

/// Listens to a whole recording, a hundredth of a second at a time, as a device would give it.
func listen(_ recording: [Float], protocols: [ModemProtocol]) -> Reception {
  var receiver = makeReceiver(protocols)
  var reception = Reception()
  var pushed = 0
  func note(_ events: [ReceiverEvent]) {
    for event in events {
      switch event {
      case .message(let message):
        reception.texts.append(message.bytes)
        reception.delays.append(Double(pushed) / 48000 - message.frame.endSeconds)
      case .failed: reception.failures += 1
      case .file, .sealed, .receipt, .ranging, .repeated, .blocks, .level, .detected, .progress:
        break
      }
    }
  }
  recording.withUnsafeBufferPointer { samples in
    for start in stride(from: 0, to: samples.count, by: 480) {
      let end = min(start + 480, samples.count)
      pushed = end
      note(receiver.push(UnsafeBufferPointer(rebasing: samples[start..<end])))
    }
  }
  note(receiver.finish())
  return reception
}

/// A receiver of recordings at 48 kHz.
func makeReceiver(_ protocols: [ModemProtocol]) -> Receiver {
  do throws(ReceiverError) {
    return try Receiver(protocols: protocols, sampleRateHertz: 48000)
  } catch {
    preconditionFailure("every receiver takes 48 kHz")
  }
}

/// The samples of one transmission, nil where the protocol can't carry the text at that pace.
func transmission(
  of text: [UInt8], _ modem: ModemProtocol, pace: TransmissionPace = .automatic,
  rateHertz: Double = 48_000
) -> [Float]? {
  do throws(TransmitterError) {
    var transmitter = try Transmitter(
      .text(text), protocol: modem, placement: modem.placements[0],
      sampleRateHertz: rateHertz, pace: pace)
    return transmitter.samples()
  } catch {
    return nil
  }
}

/// Letters, digits and blanks, `count` of them.
func randomText(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
  let characters = Array("abcdefghijklmnopqrstuvwxyz 0123456789".utf8)
  return (0..<count).map { _ in characters.randomElement(using: &random)! }
}

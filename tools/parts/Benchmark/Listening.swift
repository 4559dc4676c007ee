import HandShakeChannelModel
import HandShakeModem
import HandShakeTransferKit

/// The results of a receiver for a recording at 48 kHz.
struct Reception {
  /// The frame and the text of each reported message. The text is nil for other kinds of content,
  /// which no table sends.
  var told: [(frame: Frame, text: [UInt8]?)] = []
  var failures: [Failure] = []
  /// Seconds of sound from the end of each message to its text.
  var delays: [Double] = []
  /// Processor time of listening.
  var processorSeconds = 0.0

  var texts: [[UInt8]] { told.compactMap { $0.text } }
}

/// Listens to a whole recording of interleaved channels, in blocks of 0.01 s like the blocks of a
/// device.
func listen(_ recording: [Float], protocols: [ModemProtocol], channelCount: Int = 1) -> Reception {
  var receiver = makeReceiver(protocols, channelCount: channelCount)
  var reception = Reception()
  var pushed = 0
  func note(_ events: [ReceiverEvent]) {
    for event in events {
      switch event {
      case .message(let message):
        reception.told.append((message.frame, message.bytes))
        reception.delays.append(Double(pushed) / 48000 - message.frame.endSeconds)
      case .failed(let failure): reception.failures.append(failure)
      case .file(let file): reception.told.append((file.frame, nil))
      case .sealed(let sealed): reception.told.append((sealed.frame, nil))
      case .receipt(let frame, _), .ranging(let frame, _), .pairing(let frame, _):
        reception.told.append((frame, nil))
      case .repeated, .blocks, .level, .detected, .progress: break
      }
    }
  }
  let start = Usage.processorSeconds
  recording.withUnsafeBufferPointer { samples in
    for start in stride(from: 0, to: samples.count, by: 480 * channelCount) {
      let end = min(start + 480 * channelCount, samples.count)
      pushed = end / channelCount
      note(receiver.push(UnsafeBufferPointer(rebasing: samples[start..<end])))
    }
  }
  note(receiver.finish())
  reception.processorSeconds = Usage.processorSeconds - start
  return reception
}

/// A receiver of recordings at 48 kHz.
func makeReceiver(_ protocols: [ModemProtocol], channelCount: Int = 1) -> Receiver {
  do throws(ReceiverError) {
    return try Receiver(
      protocols: protocols, sampleRateHertz: 48000, channelCount: channelCount)
  } catch {
    preconditionFailure("every receiver takes 48 kHz")
  }
}

/// The samples of one transmission, or of `copies` as `hsend --repeat` plays them; nil if the
/// protocol cannot carry the text at that pace.
func transmission(
  of text: [UInt8], _ modem: ModemProtocol, placement: Int = 0,
  pace: TransmissionPace = .automatic, copies: Int = 1, rateHertz: Double = 48_000
) -> [Float]? {
  do throws(TransmitterError) {
    var transmitter = try Transmitter(
      .text(text), protocol: modem, placement: modem.placements[placement],
      sampleRateHertz: rateHertz, copies: copies, isRepeated: copies > 1, pace: pace)
    let sound = transmitter.samples()
    let pause = [Float](repeating: 0, count: Int(0.3 * rateHertz))
    return (1..<copies / transmitter.copyCount).reduce(into: sound) { all, _ in
      all += pause + sound
    }
  } catch {
    return nil
  }
}

/// `count` random letters, digits and spaces.
func randomText(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
  let characters = Array("abcdefghijklmnopqrstuvwxyz 0123456789".utf8)
  return (0..<count).map { _ in characters.randomElement(using: &random)! }
}

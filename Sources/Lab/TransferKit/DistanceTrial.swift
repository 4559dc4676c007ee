import HandShakeChannelModel
import HandShakeExchange
import HandShakeModem

/// A measurement of the distance of two stations in one air, faster than time: what `hsend --distance` and
/// `hrecv --answer` do, without devices.
public struct DistanceTrial {
  /// What came out; nil where nobody was measured.
  public private(set) var distance: Distance?
  /// Tries that it took.
  public private(set) var attempts = 0
  /// Answers that each listener sent.
  public private(set) var answers: [Int]
  /// How long it took.
  public private(set) var seconds = 0.0

  private final class Listener {
    var receiver: Receiver
    var station: RangingStation
    var voice = Voice()
    var isSpeaking = false
    var heard: [Float] = []

    init(_ receiver: consuming Receiver, _ station: RangingStation) {
      self.receiver = receiver
      self.station = station
    }
  }

  /// Measures from station 0 of `air`, where the `listeners` others answer, for `limitSeconds` at most.
  public init(
    _ air: SharedAir, protocol modem: ModemProtocol, listeners count: Int = 1,
    limitSeconds: Double = 60, seed: UInt32 = 1
  ) throws {
    let rateHertz = SharedAir.rateHertz
    let placement = modem.placements[0]
    answers = [Int](repeating: 0, count: count)
    var ears = try Receiver(protocols: [modem], sampleRateHertz: rateHertz)
    var sender = RangingSender(
      protocol: modem, placement: placement, rateHertz: rateHertz, waitSeconds: 5, seed: seed)
    var voice = Voice()
    var isSpeaking = false
    let listeners = try (0..<count).map { index in
      Listener(
        try Receiver(protocols: [modem], sampleRateHertz: rateHertz),
        RangingStation(
          protocol: modem, placement: placement, rateHertz: rateHertz,
          seed: seed &* 31 &+ UInt32(index) &+ 7))
    }
    var captured: [Float] = []
    let length = air.blockLength
    var heard = [[Float]](repeating: [Float](repeating: 0, count: length), count: count + 1)
    while seconds < limitSeconds {
      seconds += Double(length) / rateHertz
      captured += heard[0]
      for event in heard[0].withUnsafeBufferPointer({ ears.push($0) }) { sender.take(event) }
      if isSpeaking, !voice.isBusy {
        isSpeaking = false
        sender.endSpeaking(at: seconds)
      }
      switch sender.next(at: seconds, { Self.cut(captured, $0, $1) }) {
      case .send(let message, let attempt):
        attempts = attempt
        voice = try Voice(message, by: modem)
        isSpeaking = true
        sender.beginSpeaking(at: seconds)
      case .measured(let distance, _):
        self.distance = distance
        return
      case .unanswered: return
      case nil: break
      }
      var played = [voice.block(length)]
      for (index, listener) in listeners.enumerated() {
        listener.heard += heard[index + 1]
        for event in heard[index + 1].withUnsafeBufferPointer({ listener.receiver.push($0) }) {
          listener.station.take(event, at: seconds)
        }
        if listener.isSpeaking, !listener.voice.isBusy {
          listener.isSpeaking = false
          listener.station.endSpeaking(at: seconds)
        }
        if let answer = listener.station.next(
          at: seconds, { Self.cut(listener.heard, $0, $1) })
        {
          let message = try EncodedMessage(.ranging(answer.message), protocol: modem)
          listener.voice = try Voice(message, by: modem)
          answers[index] += 1
          listener.isSpeaking = true
          listener.station.beginSpeaking(at: seconds)
        }
        played.append(listener.voice.block(length))
      }
      heard = air.advance(played)
    }
  }

  /// The samples from one second to another of those there are.
  private static func cut(
    _ samples: [Float], _ start: Double, _ end: Double
  ) -> (samples: [Float], startSeconds: Double) {
    let first = min(max(Int(start * SharedAir.rateHertz), 0), samples.count)
    let last = min(max(Int(end * SharedAir.rateHertz), first), samples.count)
    return (Array(samples[first..<last]), Double(first) / SharedAir.rateHertz)
  }
}

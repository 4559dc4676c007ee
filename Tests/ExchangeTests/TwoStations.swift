import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeSealing
import Testing
import HandShakeTransferKit

@testable import HandShakeExchange

/// A sender and listeners in one air, faster than time: what `hsend --confirm` and `hrecv --answer` do without devices.
struct TwoStations {
  private final class Listener {
    var receiver: Receiver
    var station: AnsweringStation
    var unsealing: Unsealing
    var voice = Voice()
    var texts: [String] = []
    var files: [CarriedFile] = []
    var notes: [AnsweringStation.Note] = []
    var answers = 0

    init(_ receiver: consuming Receiver, _ station: AnsweringStation, _ unsealing: Unsealing) {
      self.receiver = receiver
      self.station = station
      self.unsealing = unsealing
    }
  }

  /// How it ended for the sender.
  private(set) var outcome: ConfirmedOutcome?
  /// What each listener printed.
  private(set) var texts: [[String]] = []
  private(set) var files: [CarriedFile] = []
  private(set) var notes: [AnsweringStation.Note] = []
  private(set) var answers = 0
  private(set) var sentRungs: [Int?] = []
  /// When it ended.
  private(set) var seconds = 0.0

  static func modem(_ name: String) throws -> ModemProtocol { try ProtocolCatalog.find(name) }

  /// Lets `exchange` send by `protocols` in turn, until it ends or `limitSeconds` are over.
  ///
  /// - Parameters:
  ///   - listeners: how many answer; the air's station 0 is the sender's.
  ///   - keyring: what the listeners open with.
  ///   - keepsFiles: whether they can keep them.
  init(
    _ air: SharedAir, _ exchange: consuming some ConfirmedExchange, by protocols: [ModemProtocol],
    listeners count: Int = 1, keyring: Keyring? = nil, keepsFiles: Bool = true,
    limitSecondsPerHour: Double = 600, limitSeconds: Double = 60, seed: UInt32 = 1
  ) throws {
    let answers = try ["hop", "hop-quick", "hop-deep"].map(Self.modem)
    var ears = try Receiver(protocols: answers, sampleRateHertz: SharedAir.rateHertz)
    var voice = Voice()
    var isSpeaking = false
    let listened = answers + [try Self.modem("burst")]
    let listeners = try (0..<count).map { index in
      Listener(
        try Receiver(protocols: listened, sampleRateHertz: SharedAir.rateHertz),
        AnsweringStation(
          limitSecondsPerHour: limitSecondsPerHour,
          seed: (seed &* 31 &+ UInt32(index)) &* 2_654_435_761),
        Unsealing(keyring, isLive: true))
    }
    var speaking = [Bool](repeating: false, count: count)
    let length = air.blockLength
    var heard = [[Float]](
      repeating: [Float](repeating: 0, count: length), count: count + 1)
    loop: while seconds < limitSeconds {
      seconds += Double(length) / SharedAir.rateHertz
      for event in heard[0].withUnsafeBufferPointer({ ears.push($0) }) {
        exchange.take(event, at: seconds)
      }
      if isSpeaking, !voice.isBusy {
        isSpeaking = false
        exchange.endSpeaking(at: seconds)
      }
      switch exchange.next(at: seconds) {
      case .send(let message, let attempt, let rung):
        sentRungs.append(rung)
        let modem = protocols[min(attempt, protocols.count) - 1]
        voice = try Voice(message, by: modem)
        isSpeaking = true
        exchange.beginSpeaking(at: seconds)
      case .end(let outcome):
        self.outcome = outcome
        break loop
      case .progress, nil: break
      }
      var played = [voice.block(length)]
      for (index, listener) in listeners.enumerated() {
        let events = heard[index + 1].withUnsafeBufferPointer { listener.receiver.push($0) }
        for event in listener.unsealing.opened(events, at: SealedClock.seconds) {
          if case .message(let message) = event {
            listener.texts.append(String(decoding: message.bytes, as: UTF8.self))
          }
          if case .file(let file) = event { listener.files.append(file.file) }
          listener.station.take(event, isKept: keepsFiles, at: seconds)
        }
        if speaking[index], !listener.voice.isBusy {
          speaking[index] = false
          listener.station.endSpeaking(at: seconds)
        }
        if let answer = listener.station.next(at: seconds) {
          let name =
            switch answer.robustness {
            case .quick: "hop-quick"
            case .usual: "hop"
            case .deep: "hop-deep"
            }
          let modem = try Self.modem(name)
          let message = try EncodedMessage(.receipt(answer.receipt), protocol: modem)
          listener.voice = try Voice(message, by: modem)
          listener.answers += 1
          speaking[index] = true
          listener.station.beginSpeaking(at: seconds)
        }
        listener.notes += listener.station.takeNotes()
        played.append(listener.voice.block(length))
      }
      heard = air.advance(played)
    }
    texts = listeners.map(\.texts)
    files = listeners.flatMap(\.files)
    notes = listeners.flatMap(\.notes)
    self.answers = listeners.reduce(0) { $0 + $1.answers }
  }

  /// Whether the sender knows that it came.
  var isConfirmed: Bool { if case .confirmed = outcome { true } else { false } }
}

/// An air of `count` stations two metres apart, each of which hears itself 20 dB louder, at 25 dB.
func air(
  _ count: Int, room: Room? = .office, losses: [Int: AirLosses] = [:],
  captureSeconds: Double = 0.03, seed: UInt64 = 1
) -> SharedAir {
  var random = SeededRandom(seed: seed)
  let stations = (0..<count).map { index in
    AirStation(
      clockPartsPerMillion: index % 2 == 0 ? 60 : -80, playbackSeconds: 0.04,
      captureSeconds: captureSeconds, noiseDecibels: -50)
  }
  return SharedAir(stations: stations, blockLength: 1920, seed: seed) { from, to in
    if from == to { return AirPath(distanceMetres: 0.1, levelDecibels: -5) }
    let lost = losses[from] ?? AirLosses()
    guard let room else {
      return AirPath(distanceMetres: 2, levelDecibels: -25, losses: lost)
    }
    return AirPath(
      room: room, distanceMetres: 2, levelDecibels: -25, losses: lost, random: &random)
  }
}

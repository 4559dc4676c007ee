import HandShakeChannelModel
import HandShakeExchange
import HandShakeSealing

@testable import HandShake
@testable import HandShakeModem

/// Two ends whose frames take as long as by `hop`, and of which a share gets lost.
struct PairingWorld {
  var runs: [PairingRun]
  var ended: [PairingEvent?] = [nil, nil]
  var digits: [Int?] = [nil, nil]
  var now = 0.0
  /// Seconds after the digits at which the people decide, and what they say.
  var decisions: [(seconds: Double, isAccepted: Bool)?] = [(2, true), (3, true)]
  private var deadlines: [Double?] = [nil, nil]
  private var sounding: [(message: PairingMessage, sender: Int, endSeconds: Double)] = []
  private var random: SeededRandom
  private let lossPercent: Int

  init(
    seed: UInt64, parts: [PairingPart?] = [.first, .second], lossPercent: Int = 0,
    mayStartPrograms: [Bool] = [false, false]
  ) throws {
    var random = SeededRandom(seed: seed)
    let seeds = (0..<2).map { _ in UInt32.random(in: .min ... .max, using: &random) }
    (self.random, self.lossPercent) = (random, lossPercent)
    runs = try (0..<2).map { index in
      PairingRun(
        parts[index], keys: try PairingKeys(), mayStartPrograms: mayStartPrograms[index],
        waitSeconds: 5, seed: seeds[index])
    }
  }

  private static func seconds(_ message: PairingMessage) -> Double {
    0.5 + Double(message.bytes.count) * 0.056
  }

  /// Whether nobody is heard; a sound is heard from 0.2 s after its start.
  private func sense(_ index: Int) -> ChannelSense {
    var sense = ChannelSense()
    let isBusy = sounding.contains {
      $0.sender != index && now > $0.endSeconds - Self.seconds($0.message) + 0.2
    }
    for (seconds, rms) in [(0.1, Float(0.001)), (0.2, isBusy ? 1 : 0.001)] {
      sense.take(.level(Level(seconds: seconds, peak: 0, bandRootMeanSquare: rms)))
    }
    return sense
  }

  /// What the end that did not send it hears of a message.
  var tamper: (PairingMessage) -> [PairingMessage] = { [$0] }

  mutating func run(limitSeconds: Double = 200) {
    while now < limitSeconds, ended.contains(where: { $0 == nil }) || !sounding.isEmpty {
      now += 0.1
      for sound in sounding where now >= sound.endSeconds {
        runs[sound.sender].endSpeaking(at: now)
        let collides = sounding.contains { $0.sender != sound.sender }
        guard !collides, Int.random(in: 0..<100, using: &random) >= lossPercent else { continue }
        for message in tamper(sound.message) {
          runs[1 - sound.sender].take(message, endedAt: now, at: now + 0.3)
        }
      }
      sounding.removeAll { now >= $0.endSeconds }
      for index in runs.indices { advance(index) }
    }
  }

  private mutating func advance(_ index: Int) {
    if let deadline = deadlines[index], now >= deadline, let decision = decisions[index] {
      deadlines[index] = nil
      if decision.isAccepted { runs[index].accept(at: now) } else { runs[index].refuse(at: now) }
    }
    while let step = runs[index].next(at: now, sense(index)) {
      switch step {
      case .send(let message):
        sounding.append((message, index, now + Self.seconds(message)))
      case .tell(.digits(let number)):
        digits[index] = number
        deadlines[index] = decisions[index].map { now + $0.seconds }
      case .tell(let event): ended[index] = ended[index] ?? event
      }
    }
  }

  /// What each end keeps, nil for nothing, and whether it is sure of the other.
  var kept: [(key: [UInt8], isSure: Bool)?] {
    ended.map {
      if case .paired(let agreement, let isSure, _) = $0 {
        (agreement.storedKey(), isSure)
      } else {
        nil
      }
    }
  }

  /// Whether both ends keep the same or nothing, or both say that the other may have done
  /// otherwise.
  var isHonest: Bool {
    if let first = kept[0], let second = kept[1] { return first.key == second.key }
    guard let one = kept[0] ?? kept[1] else { return true }
    return !one.isSure && failures.contains(.timedOut(hasAccepted: true))
  }

  var failures: [PairingFailure?] {
    ended.map { if case .unpaired(let failure) = $0 { failure } else { nil } }
  }
}

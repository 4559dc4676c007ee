import HandShakeChannelModel
import HandShakeCoding
import HandShakeExchange
@testable import HandShakeModem
import HandShakeSealing

@testable import HandShake

/// What happens in a model world; numbers choose among what there is then.
enum ModelOperation: Sendable {
  /// The sender sends a text once.
  case send
  /// The sender confirms a text, or a file, the same one more than once an hour.
  case confirmText, confirmFile
  /// From now on a listener hears only the blocks whose bits are set.
  case jam(listener: Int, heard: UInt8)
  /// The attacker plays a frame that he recorded.
  case replay(UInt16)
  /// The attacker plays one of the last frames of a stream with a block of his own, as often as
  /// there are others.
  case forge(UInt16, block: UInt16)
  /// The attacker asks for answers by streams in clear.
  case flood(UInt16)
  case wait(seconds: Double)
  case restart(station: Int)
  case reopen(station: Int)
  case setClock(machine: Int, seconds: Double)
  case fillDisk(machine: Int, isFull: Bool)
}

/// A sender, listeners and an attacker in one air. The attacker hears all, and has no secret.
///
/// Station 0 sends; 1 and 2 listen on one machine, 3 for one message on another, and 4 has another
/// machine without an answer. Faults are what breaks a rule of the list in Security.md.
final class ModelWorld {
  private(set) var faults: [String] = []
  private(set) var confirmedCount = 0
  private(set) var printedCount = 0

  private let machines = (0..<4).map { _ in ModelMachine() }
  private let stations: [ModelStation]
  private let machineOf = [0, 1, 1, 2, 3]
  private var now = 0.0
  private var sounding: [(frame: ModelFrame, sender: Int, endSeconds: Double)] = []
  private var recorded: [ModelFrame] = []
  private var heardBlocks = [UInt8](repeating: 0xFF, count: 5)
  /// When each text was sealed, by the sender's clock.
  private var sealed: [String: (unixSeconds: Double, isFile: Bool)] = [:]
  private var sentCount = 0
  /// The runs by which station 0 sent each file, and since when.
  private var runs: [String: [(run: UInt16, startSeconds: Double)]] = [:]
  private var random: SeededRandom
  private let secret: Secret
  private let burst: ModemProtocol

  /// The tick of the model, in seconds.
  private static let tickSeconds = 0.25
  private static let attacker = -1

  init(_ secret: Secret, _ burst: ModemProtocol, seed: UInt64) throws {
    var drawn = SeededRandom(seed: seed)
    let seeds = (0..<5).map { _ in UInt32(truncatingIfNeeded: drawn.next()) }
    random = drawn
    (self.secret, self.burst) = (secret, burst)
    let keyring = try Keyring([.init(name: nil, secret: secret)])
    let clock = 1_790_000_000.0
    stations = [
      ModelStation(
        machines[0], keyring: nil, clock: clock, answers: false, wantedCount: nil, seed: seeds[0]),
      ModelStation(
        machines[1], keyring: keyring, clock: clock, answers: true, wantedCount: nil, seed: seeds[1]
      ),
      ModelStation(
        machines[1], keyring: keyring, clock: clock, answers: false, wantedCount: nil,
        seed: seeds[2]),
      ModelStation(
        machines[2], keyring: keyring, clock: clock, answers: true, wantedCount: 1, seed: seeds[3]),
      ModelStation(
        machines[3], keyring: keyring, clock: clock, answers: false, wantedCount: nil,
        seed: seeds[4]),
    ]
  }

  func run(_ operations: [ModelOperation]) {
    for operation in operations {
      perform(operation)
      advance(by: Self.tickSeconds)
    }
    heardBlocks = heardBlocks.map { _ in 0xFF }
    advance(by: 60)
    check()
  }

  private func perform(_ operation: ModelOperation) {
    let sender = stations[0]
    switch operation {
    case .send:
      guard let outgoing = outgoingText(),
        let content = try? outgoing.outgoing.content.sealed(
          with: secret, at: SealedClock.time(ofSeconds: sender.clock + now)),
        let message = try? EncodedMessage(
          content, protocol: burst, identity: UInt16(truncatingIfNeeded: random.next()),
          pace: outgoing.outgoing.pace)
      else { return }
      sealed[outgoing.text] = (sender.clock + now, false)
      sound(message.modelFrames, from: 0)
    case .confirmText:
      guard sender.errand == nil, let outgoing = outgoingText() else { return }
      sealed[outgoing.text] = (sender.clock + now, false)
      sender.confirm(outgoing.outgoing, text: outgoing.text, at: now)
    case .confirmFile:
      let unixSeconds = sender.clock + now
      let hour = (unixSeconds / 3600).rounded(.down) * 3600
      let name = "f\(Int(hour))"
      let bytes = [UInt8](repeating: 7, count: 600)
      guard sender.errand == nil,
        let file = CarriedFile(
          name: Array(name.utf8), digest: SHA256.digest(of: bytes), bytes: bytes)
      else { return }
      sealed[name] = (hour, true)
      var outgoing = Outgoing(.file(file), by: burst, secret: secret)
      outgoing.pace = .rung(3)
      sender.confirm(outgoing, text: name, at: now)
    case .jam(let listener, let heard): heardBlocks[1 + listener % 4] = heard
    case .replay(let choice):
      if !recorded.isEmpty { sound([recorded[Int(choice) % recorded.count]], from: Self.attacker) }
    case .forge(let choice, let block):
      guard !recorded.isEmpty,
        case .burst(let header, let part, var bytes) = recorded[Int(choice) % recorded.count]
      else { return }
      bytes[Int(block) % bytes.count] ^= UInt8(1 + block % 255)
      sound([.burst(header, part, bytes)], from: Self.attacker)
    case .flood(let identity):
      // Two blocks in clear, of which one is never heard.
      let text = TransmittedContent.text([UInt8](repeating: 65, count: 90))
      guard
        let message = try? EncodedMessage(
          text, protocol: burst, identity: identity, pace: .rung(0), wantsAnswer: true)
      else { return }
      sound(
        message.modelFrames.compactMap { frame in
          guard case .burst(let header, let part, let bytes) = frame else { return nil }
          return .burst(header, part, Array(bytes.prefix(48)))
        }, from: Self.attacker)
    case .wait(let seconds): advance(by: seconds)
    case .restart(let station): stations[1 + station % 4].restart()
    case .reopen(let station): stations[1 + station % 4].reopen()
    case .setClock(let machine, let seconds):
      for (index, station) in stations.enumerated() where machineOf[index] == machine % 4 {
        station.clock += seconds
      }
    case .fillDisk(let machine, let isFull):
      machines[machine % 4].fill(isFull)
    }
  }

  private func outgoingText() -> (outgoing: Outgoing, text: String)? {
    sentCount += 1
    let text = "m\(sentCount) " + String(repeating: "x", count: Int(random.uniform(110...150)))
    var outgoing = Outgoing(.text(Array(text.utf8)), by: burst, secret: secret)
    outgoing.pace = .rung(0)
    return (outgoing, text)
  }

  private func sound(_ frames: [ModelFrame], from sender: Int) {
    var end = now
    for frame in frames {
      end += frame.seconds
      sounding.append((frame, sender, end))
      if sender == 0, case .burst(_, let part, _) = frame, let errand = stations[0].errand {
        runs[errand.text, default: []].append((part.run, errand.startSeconds))
      }
      if sender != Self.attacker, recorded.count < 200 { recorded.append(frame) }
      end += 0.05
    }
  }

  private func advance(by seconds: Double) {
    let end = now + seconds
    while now < end {
      let isActive = !sounding.isEmpty || stations.contains { $0.isActive(at: now) }
      now = isActive ? min(end, now + Self.tickSeconds) : end
      let over = sounding.filter { $0.endSeconds <= now }
      sounding.removeAll { $0.endSeconds <= now }
      for (frame, sender, endSeconds) in over {
        for (index, station) in stations.enumerated() where index != sender {
          let mask = heardBlocks[index]
          station.hear(frame, isHeard: { mask >> UInt8($0 % 8) & 1 == 1 }, at: endSeconds)
        }
        if sender >= 0, !sounding.contains(where: { $0.sender == sender }) {
          stations[sender].sounded(at: now)
        }
      }
      for (index, station) in stations.enumerated() {
        let isBusy = sounding.contains { $0.sender != index }
        let said = station.proceed(at: now, isBusy: isBusy)
        if !said.isEmpty { sound(said, from: index) }
      }
    }
  }

  // MARK: The rules

  private func check() {
    confirmedCount = stations[0].confirmed.count
    printedCount = stations.reduce(0) { $0 + $1.printed.count }
    for (index, station) in stations.enumerated() {
      for printed in station.printed { checkFreshness(printed, index) }
      checkBudget(station, index)
    }
    for machine in 1...3 { checkOnce(machine) }
    checkConfirmed()
  }

  /// F1.
  private func checkFreshness(_ printed: ModelStation.Printed, _ index: Int) {
    guard let (unixSeconds, isFile) = sealed[printed.text] else {
      faults.append("station \(index) printed '\(printed.text)', which nobody sent")
      return
    }
    let age = printed.unixSeconds - unixSeconds
    // The frames that brought a new block, one each at most; ages are of whole eighths.
    let most = (isFile ? 86_400.0 : 600) + 8 * 0.4 + 30 + 0.25
    if age > most || age < -600.25 {
      faults.append("F1: station \(index) accepted '\(printed.text.prefix(4))' \(age) s old")
    }
  }

  /// F2.
  private func checkOnce(_ machine: Int) {
    let listeners = stations.indices.filter { machineOf[$0] == machine }
    let all = listeners.flatMap { index in stations[index].printed.map { (index, $0) } }
    for (text, accepted) in Dictionary(grouping: all, by: { $0.1.text }) {
      // By the clock of the machine, which may be set back: Security.md tells of that limit.
      let first = accepted.min { $0.1.atSeconds < $1.1.atSeconds }?.1.unixSeconds ?? 0
      if accepted.contains(where: { abs($0.1.unixSeconds - first) > 2.25 }) {
        faults.append("F2: machine \(machine) accepted '\(text.prefix(4))' again later")
      }
      // One that is started again within two seconds is another listener.
      if Set(accepted.map { [$0.0, $0.1.process] }).count < accepted.count {
        faults.append("F2: a listener of machine \(machine) accepted '\(text.prefix(4))' twice")
      }
      if accepted.count(where: { $0.1.startsProgram }) > 1 {
        faults.append("F2: machine \(machine) started a program twice for '\(text.prefix(4))'")
      }
    }
  }

  /// F3 and F5.
  private func checkConfirmed() {
    for (text, start, end, receipt) in stations[0].confirmed {
      if !stations.contains(where: {
        $0.printed.contains { $0.text == text && $0.atSeconds <= end }
      }) {
        faults.append("F3: '\(text.prefix(4))' is delivered, and nobody printed it")
      }
      let isSaid = stations.contains { station in
        station.answers.contains {
          $0.receipt == receipt && $0.startSeconds >= start && $0.startSeconds <= end
        }
      }
      // One run in 1,024 is that of an earlier sending: Security.md tells of that limit.
      let own = runs[text, default: []].filter { $0.startSeconds == start }.map(\.run)
      let isRunAgain = runs[text, default: []].contains {
        $0.startSeconds < start && own.contains($0.run)
      }
      if !isSaid, sealed[text]?.isFile != true || !isRunAgain {
        faults.append("F5: '\(text.prefix(4))' is delivered by an old receipt")
      }
    }
  }

  /// F6.
  private func checkBudget(_ station: ModelStation, _ index: Int) {
    for answer in station.answers {
      let hour = station.answers.filter {
        $0.process == answer.process && $0.startSeconds > answer.startSeconds - 3600
          && $0.startSeconds <= answer.startSeconds
      }
      let seconds = Double(hour.count) * 0.8
      let unopened = Double(hour.count { !$0.isOpened }) * 0.8
      // The last may exceed what is left.
      if seconds > ModelStation.secondsPerHour + 0.8 + 0.01 {
        faults.append("F6: station \(index) answered for \(seconds) s in an hour")
      }
      if unopened > 0.1 * ModelStation.secondsPerHour + 0.8 + 0.01 {
        faults.append("F6: station \(index) answered for \(unopened) s what it had not opened")
      }
    }
  }
}

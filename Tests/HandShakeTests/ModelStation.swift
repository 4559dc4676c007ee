import Foundation
import HandShakeConfiguration
import HandShakeExchange
import HandShakeSealing
import Synchronization

@testable import HandShake
@testable import HandShakeModem

/// A frame as a value, without sound.
enum ModelFrame: Sendable {
  case burst(BurstHeader, BurstPart, [UInt8])
  case receipt(Receipt)

  /// Seconds that it sounds.
  var seconds: Double {
    switch self {
    case .burst: 0.4
    case .receipt: 0.8
    }
  }
}

/// A machine: what its listeners remember together, on a disk that may be full.
final class ModelMachine: Sendable {
  private let accepted: SharedMemory
  private let started: SharedMemory
  private let isFull = Mutex(false)
  private let folder: String

  init() {
    // Memory rather than a disk, where there is such a folder.
    let root = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    folder = root + "/handshake-model-" + UUID().uuidString
    accepted = SharedMemory(folder: folder, name: "accepted")
    started = SharedMemory(folder: folder, name: "started")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func fill(_ isFull: Bool) { self.isFull.withLock { $0 = isFull } }

  func admit(_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission {
    guard !isFull.withLock({ $0 }) else { return .unremembered }
    return (try? accepted.admit(number, endingAt: unixSeconds)) ?? .unremembered
  }

  /// Whether a program starts for the message of that number.
  func starts(_ number: UInt64, _ unixSeconds: Double) -> Bool {
    !isFull.withLock { $0 } && (try? started.admit(number, endingAt: unixSeconds)) == .new
  }
}

/// A station whose receiver gets frames as values: the streams, the opening and the conversation
/// are those of a `Station`.
final class ModelStation {
  /// What it makes of a message.
  struct Printed {
    let text: String
    let atSeconds: Double
    let unixSeconds: Double
    let startsProgram: Bool
    /// The how manyth process it was, from 0.
    let process: Int
  }

  /// How long all answers of an hour may sound.
  static let secondsPerHour = 20.0

  let machine: ModelMachine
  /// Its clock: seconds since 1970 at second 0 of the model.
  var clock: Double
  var printed: [Printed] = []
  /// What it answered, and as the how manyth process.
  var answers: [(receipt: Receipt, startSeconds: Double, isOpened: Bool, process: UInt32)] = []
  var confirmed: [(text: String, startSeconds: Double, endSeconds: Double, receipt: Receipt)] = []
  /// What it confirms, and since when.
  var errand: (text: String, startSeconds: Double)?

  private let keyring: Keyring?
  private let answersMessages: Bool
  private let wantedCount: Int?
  private let seed: UInt32
  private var restartCount: UInt32 = 0
  private var conversation: Conversation
  private var messages = Reassembly<BurstStream>()
  private var session = Session()
  private var speech: (frames: [ModelFrame], isTry: Bool)?
  private var printedSinceStart = 0

  init(
    _ machine: ModelMachine, keyring: Keyring?, clock: Double, answers: Bool, wantedCount: Int?,
    seed: UInt32
  ) {
    (self.machine, self.keyring, self.clock) = (machine, keyring, clock)
    (answersMessages, self.wantedCount, self.seed) = (answers, wantedCount, seed)
    conversation = Conversation(rateHertz: 48_000, seed: seed)
    set()
  }

  private func set() {
    let machine = machine
    conversation.opening.change(keyring, isLive: true) { machine.admit($0, $1) }
    if answersMessages {
      var policy = AnswerPolicy()
      policy.secondsPerHour = Self.secondsPerHour
      try? conversation.answer(policy)
    }
    if let wantedCount { conversation.accept(atMost: wantedCount) }
  }

  /// The process ends and begins anew, as a service that is started again: what is on the disk is
  /// left.
  func restart() {
    restartCount += 1
    conversation = Conversation(rateHertz: 48_000, seed: seed &+ 1000 &* restartCount)
    (messages, session, speech, errand, printedSinceStart) = (.init(), .init(), nil, nil, 0)
    set()
  }

  /// Listens anew with the same secrets, as after lost sound or other options.
  func reopen() {
    let count = wantedCount.map { max(0, $0 - printedSinceStart) }
    set()
    if let count { conversation.accept(atMost: count) }
  }

  func confirm(_ outgoing: Outgoing, text: String, at now: Double) {
    guard errand == nil, speech == nil else { return }
    guard (try? conversation.confirm(outgoing, waitSeconds: 5, at: clock + now)) != nil else {
      return
    }
    errand = (text, now)
  }

  /// Takes a frame that ends at `now`; of its blocks those that `isHeard`.
  func hear(_ frame: ModelFrame, isHeard: (Int) -> Bool, at now: Double) {
    var heard = Frame(
      number: session.nextFrameNumber(), protocolName: "burst",
      placement: Placement(lowestToneHertz: 16_490, highestToneHertz: 19_990),
      startSeconds: now - frame.seconds, endSeconds: now, signalToNoiseDecibels: 30,
      dilationPartsPerMillion: 0)
    heard.marginDecibels = 20
    heard.fastestRung = 9
    switch frame {
    case .receipt(let receipt):
      session.tell(.detected(heard))
      session.tell(.receipt(heard, receipt))
    case .burst(let header, let part, let bytes):
      guard let stream = BurstStream(header, part, bandIndex: 0) else { return }
      heard.answer = part.answer
      messages.open(stream, heard, &session)
      let size = stream.layout.blockBytes
      for block in 0..<bytes.count / size where isHeard(block) {
        messages.take(
          Array(bytes[block * size..<(block + 1) * size]), block: block, ofFrame: part.number,
          of: stream, heard, &session)
      }
    }
    judge(at: now)
  }

  /// Lets the time be `now`; `isBusy` where somebody sounds. Gives the frames of what it begins to
  /// say.
  func proceed(at now: Double, isBusy: Bool) -> [ModelFrame] {
    messages.expire(at: now, &session)
    session.tell(
      .level(Level(seconds: now, peak: 0.1, bandRootMeanSquare: isBusy ? 0.1 : 1e-4)))
    judge(at: now)
    guard speech == nil,
      let sound = conversation.nextSound(at: now, { _, _ in ([], 0) })
    else { return [] }
    switch sound.reason {
    case .answer(let answer):
      speech = ([.receipt(answer.receipt)], false)
      answers.append((answer.receipt, now, answer.receipt.proof != nil, restartCount))
    case .attempt, .ranging, .pairing:
      speech = (sound.message.modelFrames, true)
    }
    return speech!.frames
  }

  /// Whether it has more to do than to listen.
  func isActive(at now: Double) -> Bool {
    errand != nil || speech != nil || conversation.owesAnswers(at: now)
  }

  /// Its sound is over.
  func sounded(at now: Double) {
    guard speech != nil else { return }
    speech = nil
    conversation.sounded(at: now)
  }

  /// A program ends after the messages that it wants.
  private var isWanted: Bool { wantedCount.map { printedSinceStart < $0 } ?? true }

  private func judge(at now: Double) {
    let events = session.takeEvents(now: now, ClippingRecord())
    for event in conversation.take(events, at: now, clock + now)
      + conversation.proceed(at: now, { _, _ in ([], 0) })
    {
      switch event {
      case .heard(.message(let message)):
        guard let seal = message.seal, isWanted else { continue }
        printed.append(
          Printed(
            text: String(decoding: message.bytes, as: UTF8.self), atSeconds: now,
            unixSeconds: clock + now, startsProgram: machine.starts(seal.number, clock + now),
            process: Int(restartCount)))
        printedSinceStart += 1
      case .heard(.file(let received)):
        guard isWanted else { continue }
        printed.append(
          Printed(
            text: String(decoding: received.file.name, as: UTF8.self), atSeconds: now,
            unixSeconds: clock + now, startsProgram: false, process: Int(restartCount)))
        printedSinceStart += 1
      case .confirmed(let receipt, _, _):
        if let errand { confirmed.append((errand.text, errand.startSeconds, now, receipt)) }
        errand = nil
      case .unconfirmed: errand = nil
      default: break
      }
    }
  }
}

extension EncodedMessage {
  /// The frames of a message by `burst`, each of which has a descriptor.
  var modelFrames: [ModelFrame] {
    guard let burst = frames as? BurstFrames else { return [] }
    return (0..<burst.frameCount).compactMap { index in
      let (bytes, part) = burst.carried(index)
      return part.map { .burst(burst.layout(index).header, $0, bytes) }
    }
  }
}

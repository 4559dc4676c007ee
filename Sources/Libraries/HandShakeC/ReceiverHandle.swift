import CHandShake
import HandShake
import HandShakeModem
import HandShakeSealing

/// The object behind a `handshake_receiver`.
final class ReceiverHandle: Handle {
  private var station: Station
  /// The seal of the last polled event.
  private(set) var seal = handshake_seal(nil)
  private var waiting: [Waiting] = []
  /// The index of the first event of `waiting` that was not polled.
  private var next = 0
  private var isFinished = false
  /// The agreement of the last pairing.
  private var agreement: PairingAgreement?
  /// The texts of the last polled event.
  private var lent: [UnsafePointer<CChar>] = []

  private static let mostWaiting = 1024

  /// An event that was not polled yet.
  private enum Waiting {
    case event(StationEvent)
    /// An answer to that frame begins to sound.
    case answered(Frame)
  }

  /// Interleaved channels of the pushed samples.
  var channelCount: Int { station.channelCount }

  init(
    protocols: [ModemProtocol], rateHertz: Double, channelCount: Int
  ) throws(StatusError) {
    do throws(StationError) {
      station = try Station(hears: protocols, rateHertz: rateHertz, channelCount: channelCount)
    } catch {
      throw StatusError(HANDSHAKE_BAD_RATE)
    }
  }

  deinit { release() }

  /// From now on opens sealed events. The parameters are as for `Station`.
  func open(
    with keyring: Keyring?, isLive: Bool, alsoUnsealed: Bool, greatestAge: SealedAge?
  ) {
    station.open(
      with: keyring, isLive: isLive, alsoUnsealed: alsoUnsealed, greatestAge: greatestAge)
  }

  func push(_ samples: UnsafeBufferPointer<Float>) throws(StatusError) {
    guard !isFinished else { throw StatusError(HANDSHAKE_FINISHED) }
    guard waiting.count - next < Self.mostWaiting else { throw StatusError(HANDSHAKE_UNPOLLED) }
    add(station.hear(samples, at: SealedClock.seconds))
  }

  /// Answers by `policy` from now on; nil stops the answers.
  func answer(_ policy: AnswerPolicy?) throws(StatusError) {
    do throws(OutgoingError) {
      try station.answer(policy)
    } catch {
      throw StatusError(handshake_status(error))
    }
  }

  /// Throws if the receiver does not listen for receipts.
  private func requireReceipts() throws(StatusError) {
    guard
      Receipt.protocols.allSatisfy({ wanted in
        station.protocols.contains { $0.name == wanted.name }
      })
    else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
  }

  /// Sends `outgoing` from now on until it is confirmed.
  func confirm(_ outgoing: Outgoing, waitSeconds: Double) throws(StatusError) {
    try requireReceipts()
    do throws(OutgoingError) {
      try station.confirm(outgoing, waitSeconds: waitSeconds, at: SealedClock.seconds)
    } catch {
      throw StatusError(handshake_status(error))
    }
  }

  /// Agrees with another station on a secret. The parameters are as for `Station`.
  func pair(
    as part: PairingPart?, ceilingHertz: Double?, waitSeconds: Double
  ) throws(StatusError) {
    try requireReceipts()
    let keys: PairingKeys
    do throws(SecretError) {
      keys = try PairingKeys()
    } catch {
      throw StatusError(handshake_status(error))
    }
    do throws(OutgoingError) {
      try station.pair(as: part, keys: keys, ceilingHertz: ceilingHertz, waitSeconds: waitSeconds)
    } catch {
      throw StatusError(handshake_status(error))
    }
    agreement = nil
  }

  /// Reports whether the people accept the digits.
  func decidePairing(isAccepted: Bool) { station.decidePairing(isAccepted: isAccepted) }

  /// The key of the last pairing, which the caller wipes; nil if there is no key.
  var pairedKey: [UInt8]? { agreement?.storedKey() }

  /// Ends the current confirmation or pairing.
  func giveUp() {
    station.giveUp()
    agreement = nil
  }

  /// Reports that sound was lost.
  func interrupted(seconds: Double) { station.interrupted(seconds: seconds) }

  /// Listens for other protocols from now on.
  func listen(to protocols: [ModemProtocol]) throws(StatusError) {
    guard !isFinished else { throw StatusError(HANDSHAKE_FINISHED) }
    do throws(StationError) {
      add(try station.change(protocols: protocols, at: SealedClock.seconds))
    } catch {
      throw StatusError(HANDSHAKE_BAD_RATE)
    }
  }

  /// The accepted messages, as bytes.
  var memory: [UInt8] { station.memory.bytes }

  /// Learns the bytes that `memory` gave; false if they are not valid.
  func remember(_ bytes: [UInt8]) -> Bool {
    guard let memory = ReplayMemory(bytes: bytes) else { return false }
    station.memory.merge(memory)
    return true
  }

  /// A transmitter for C with the sound to play now; nil if there is no sound.
  func speech(rateHertz: Double) throws(StatusError) -> OpaquePointer? {
    guard let sound = station.nextSound() else { return nil }
    do throws(StatusError) {
      let pointer = try TransmitterHandle.pointer(rateHertz: rateHertz) {
        () throws(OutgoingError) in
        try sound.transmitter(rateHertz: rateHertz)
      }
      if case .answer(let answer) = sound.reason { waiting.append(.answered(answer.frame)) }
      return pointer
    } catch {
      station.sounded()
      throw error
    }
  }

  /// Reports that the sound is over.
  func endSpeech() { station.sounded() }

  func finish() {
    guard !isFinished else { return }
    isFinished = true
    add(station.finish(at: SealedClock.seconds))
  }

  /// The next event; its texts live until the next call.
  func poll() -> handshake_event {
    release()
    seal = handshake_seal(nil)
    guard next < waiting.count else { return handshake_event() }
    let first = waiting[next]
    next += 1
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    }
    switch first {
    case .event(let event): return translated(event)
    case .answered(let frame):
      var told = handshake_event()
      told.kind = HANDSHAKE_ANSWERED
      describe(frame, in: &told)
      told.end_seconds = station.seconds
      return told
    }
  }

  private func add(_ events: [StationEvent]) {
    waiting.removeFirst(next)
    next = 0
    for event in events {
      switch event {
      // Keep only the latest level: levels alone would fill the queue of a slow caller.
      case .heard(.level):
        waiting.removeAll { if case .event(.heard(.level)) = $0 { true } else { false } }
      // The exchange uses receipts itself, and the C interface measures no distances.
      case .heard(.receipt), .heard(.ranging), .heard(.pairing), .note, .measured, .unmeasured:
        continue
      case .pairing(.paired(let agreement, _, _)): self.agreement = agreement
      default: break
      }
      waiting.append(.event(event))
    }
  }

  private func release() {
    for text in lent { text.deallocate() }
    lent = []
  }

  private func lend(_ bytes: [UInt8]) -> UnsafePointer<CChar> {
    let text = terminatedCopy(bytes)
    lent.append(text)
    return text
  }

  private func translated(_ event: ReceiverEvent) -> handshake_event {
    var told = handshake_event()
    switch event {
    case .level(let level):
      told.kind = HANDSHAKE_LEVEL
      told.end_seconds = level.seconds
      told.peak = level.peak
      told.band_level = level.bandRootMeanSquare
    case .detected(let frame):
      told.kind = HANDSHAKE_DETECTED
      describe(frame, in: &told)
    case .progress(let frame, let text):
      told.kind = HANDSHAKE_PROGRESS
      describe(frame, in: &told)
      set(text, in: &told)
    case .blocks(let frame, let received, let count):
      told.kind = HANDSHAKE_BLOCKS
      describe(frame, in: &told)
      told.received = UInt64(received)
      told.needed = UInt64(count)
    case .message(let message):
      told.kind = HANDSHAKE_MESSAGE
      describe(message.frame, in: &told)
      set(message.bytes, in: &told)
      tell(message.seal)
      told.corrected = UInt64(message.correctedSymbols)
    case .file(let received):
      told.kind = HANDSHAKE_FILE
      describe(received.frame, in: &told)
      set(received.file.bytes, in: &told)
      told.name = lend(received.file.name)
      tell(received.seal)
      told.corrected = UInt64(received.correctedSymbols)
    case .repeated(let frame):
      told.kind = HANDSHAKE_REPEATED
      describe(frame, in: &told)
    case .receipt, .ranging, .pairing: break
    case .sealed(let sealed):
      told.kind = HANDSHAKE_FAILED
      told.failure = HANDSHAKE_NO_SECRET
      describe(sealed.frame, in: &told)
    case .failed(let failure):
      told.kind = HANDSHAKE_FAILED
      told.failure = handshake_failure(failure.stage.reason)
      describe(failure.frame, in: &told)
    }
    return told
  }

  private func translated(_ event: StationEvent) -> handshake_event {
    var told = handshake_event()
    told.end_seconds = station.seconds
    switch event {
    case .heard(let event): return translated(event)
    case .missing(let receipt, let needed, let count):
      told.kind = HANDSHAKE_MISSING
      told.received = UInt64(max(count - needed, 0))
      told.needed = UInt64(count)
      told.snr_decibels = Double(receipt.signalToNoiseDecibels)
    case .confirmed(let receipt, let attempts, _):
      told.kind = HANDSHAKE_CONFIRMED
      told.received = UInt64(attempts)
      told.snr_decibels = Double(receipt.signalToNoiseDecibels)
    case .unconfirmed(let receipt, let attempts, _):
      told.kind = HANDSHAKE_UNCONFIRMED
      told.received = UInt64(attempts)
      told.failure =
        switch receipt?.status {
        case .wrongTime: HANDSHAKE_WRONG_TIME
        case .notKept: HANDSHAKE_NOT_KEPT
        case nil, .delivered, .missing: HANDSHAKE_NO_ANSWER
        }
      told.snr_decibels = Double(receipt?.signalToNoiseDecibels ?? 0)
    case .pairing(let event): describe(event, in: &told)
    case .note, .measured, .unmeasured: break
    }
    return told
  }

  private func describe(_ event: PairingEvent, in told: inout handshake_event) {
    switch event {
    case .digits(let number):
      told.kind = HANDSHAKE_DIGITS
      var (rest, digits) = (number, [UInt8](repeating: UInt8(ascii: "0"), count: 6))
      for place in digits.indices.reversed() {
        digits[place] += UInt8(rest % 10)
        rest /= 10
      }
      set(digits, in: &told)
    case .paired(_, let isSure, _):
      told.kind = HANDSHAKE_PAIRED
      told.failure = isSure ? HANDSHAKE_NO_FAILURE : HANDSHAKE_NO_ANSWER
    case .unpaired(let failure):
      told.kind = HANDSHAKE_UNPAIRED
      told.failure = handshake_failure(rawValue: failure.reasonNumber)
    }
  }

  private func set(_ text: [UInt8], in told: inout handshake_event) {
    told.text = lend(text)
    told.text_length = text.count
  }

  private func tell(_ seal: Seal?) {
    self.seal = handshake_seal(seal)
    if let room = seal?.room { self.seal.room = lend(Array(room.utf8)) }
  }

  private func describe(_ frame: Frame, in told: inout handshake_event) {
    told.frame = UInt64(frame.number)
    told.protocol = lend(Array(frame.protocolName.utf8))
    told.lowest_hertz = frame.placement.lowestToneHertz
    told.highest_hertz = frame.placement.highestToneHertz
    told.start_seconds = frame.startSeconds
    told.end_seconds = frame.endSeconds
    told.snr_decibels = frame.signalToNoiseDecibels
    told.margin_decibels = frame.marginDecibels ?? .nan
    told.dilation_ppm = frame.dilationPartsPerMillion
  }
}

extension handshake_failure {
  fileprivate init(_ reason: Reason) { self.init(rawValue: reason.rawValue) }
}

extension handshake_seal {
  /// The seal, without the name of its room.
  fileprivate init(_ seal: Seal?) {
    self.init(
      sealed: seal == nil ? 0 : 1, room: nil, sealed_seconds: seal?.unixSeconds ?? .nan)
  }
}

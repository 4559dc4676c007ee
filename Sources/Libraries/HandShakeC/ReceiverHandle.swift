import CHandShake
import Catalog
import Files
import Modem
import Sealing

/// What a `handshake_receiver` points to.
final class ReceiverHandle {
  private var receiver: Receiver
  /// What opens that which is sealed, and refuses what is not wanted.
  var unsealing = Unsealing()
  /// The seal of the event that was polled last.
  private(set) var seal = handshake_seal(nil)
  private var waiting: [ReceiverEvent] = []
  /// Where the first of `waiting` is that was not polled.
  private var next = 0
  private var isFinished = false
  /// The texts of the event that was polled last.
  private var lent: [UnsafePointer<CChar>] = []

  private static let mostWaiting = 1024

  init(protocols: [ModemProtocol], rateHertz: Double) throws(StatusError) {
    do throws(ReceiverError) {
      receiver = try Receiver(protocols: protocols, sampleRateHertz: rateHertz)
    } catch {
      throw StatusError(HANDSHAKE_BAD_RATE)
    }
  }

  deinit { release() }

  func push(_ samples: UnsafeBufferPointer<Float>) throws(StatusError) {
    guard !isFinished else { throw StatusError(HANDSHAKE_FINISHED) }
    guard waiting.count - next < Self.mostWaiting else { throw StatusError(HANDSHAKE_UNPOLLED) }
    add(receiver.push(samples))
  }

  func finish() {
    guard !isFinished else { return }
    isFinished = true
    add(receiver.finish())
  }

  /// The next event; its texts live until the next call.
  func poll() -> handshake_event {
    release()
    seal = handshake_seal(nil)
    guard next < waiting.count else { return handshake_event() }
    let event = waiting[next]
    next += 1
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    }
    return translated(event)
  }

  private func add(_ events: [ReceiverEvent]) {
    waiting.removeFirst(next)
    next = 0
    for event in unsealing.opened(events) {
      // Of levels the latest is enough, or they alone would fill the queue of a slow caller.
      switch event {
      case .level: waiting.removeAll { if case .level = $0 { true } else { false } }
      // Answers go to senders, and this library sends nothing by itself.
      case .receipt, .ranging, .repeated: continue
      default: break
      }
      waiting.append(event)
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
      describe(received.frame, in: &told)
      guard FileDigest.sha256(received.file.bytes) == received.file.digest else {
        told.kind = HANDSHAKE_FAILED
        told.failure = HANDSHAKE_DIGEST
        break
      }
      told.kind = HANDSHAKE_FILE
      set(received.file.bytes, in: &told)
      told.name = lend(received.file.name)
      tell(received.seal)
      told.corrected = UInt64(received.correctedSymbols)
    case .receipt, .ranging, .repeated: break
    case .sealed(let sealed):
      told.kind = HANDSHAKE_FAILED
      told.failure = HANDSHAKE_NO_SECRET
      describe(sealed.frame, in: &told)
    case .failed(let failure):
      told.kind = HANDSHAKE_FAILED
      told.failure = handshake_failure(failure.stage)
      describe(failure.frame, in: &told)
    }
    return told
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
  fileprivate init(_ stage: Failure.Stage) {
    switch stage {
    case .cutOff: self = HANDSHAKE_CUT_OFF
    case .sync: self = HANDSHAKE_SYNC
    case .header: self = HANDSHAKE_HEADER
    case .code: self = HANDSHAKE_CODE
    case .check: self = HANDSHAKE_CHECK
    case .doubt: self = HANDSHAKE_DOUBT
    case .parts, .blocks: self = HANDSHAKE_INCOMPLETE
    case .unknownContent: self = HANDSHAKE_UNKNOWN_CONTENT
    case .seal(.noSecret): self = HANDSHAKE_NO_SECRET
    case .seal(.otherSecret): self = HANDSHAKE_OTHER_SECRET
    case .seal(.notSealed): self = HANDSHAKE_NOT_SEALED
    case .seal(.tooOld): self = HANDSHAKE_TOO_OLD
    case .seal(.replayed): self = HANDSHAKE_REPLAYED
    }
  }
}

extension handshake_seal {
  /// What is known of a seal but for the name of its room.
  fileprivate init(_ seal: Seal?) {
    self.init(
      sealed: seal == nil ? 0 : 1, room: nil, sealed_seconds: seal?.unixSeconds ?? .nan)
  }
}

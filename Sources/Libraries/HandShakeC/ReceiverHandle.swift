import CHandShake
import Coding
import Exchange
import Feed
import Modem
import Sealing

/// What a `handshake_receiver` points to.
final class ReceiverHandle {
  /// Interleaved channels of what is pushed.
  let channelCount: Int
  private var receiver: Receiver
  private var feed: MonoFeed
  /// What opens that which is sealed, and refuses what is not wanted.
  var unsealing = Unsealing()
  /// The seal of the event that was polled last.
  private(set) var seal = handshake_seal(nil)
  /// What it says to others; nil until it does.
  private var speaking: Speaking?
  /// Seconds of sound that were pushed.
  private var now: Double { Double(frameCount) / rateHertz }
  private let rateHertz: Double
  private let protocolNames: [String]
  private var frameCount: Int64 = 0
  private var waiting: [Waiting] = []
  /// Where the first of `waiting` is that was not polled.
  private var next = 0
  private var isFinished = false
  /// The texts of the event that was polled last.
  private var lent: [UnsafePointer<CChar>] = []

  private static let mostWaiting = 1024
  /// The protocols that receipts come by.
  private static let receiptProtocolNames = ["hop", "hop-quick", "hop-deep"]

  /// An event that was not polled.
  private enum Waiting {
    case event(ReceiverEvent)
    case note(Speaking.Note)
  }

  init(
    protocols: [ModemProtocol], rateHertz: Double, channelCount: Int
  ) throws(StatusError) {
    self.rateHertz = rateHertz
    self.channelCount = channelCount
    protocolNames = protocols.map { $0.name }
    let receiverRateHertz = MonoFeed.receiverRateHertz(of: rateHertz)
    do throws(ReceiverError) {
      receiver = try Receiver(protocols: protocols, sampleRateHertz: receiverRateHertz)
    } catch {
      throw StatusError(HANDSHAKE_BAD_RATE)
    }
    do throws(ResamplerError) {
      feed = try MonoFeed(
        fromHertz: rateHertz, toHertz: receiverRateHertz, channelCount: channelCount,
        fixedChannel: nil, bandHertz: BandFilter.bandHertz(of: protocols))
    } catch {
      throw StatusError(HANDSHAKE_BAD_RATE)
    }
  }

  deinit { release() }

  func push(_ samples: UnsafeBufferPointer<Float>) throws(StatusError) {
    guard !isFinished else { throw StatusError(HANDSHAKE_FINISHED) }
    guard waiting.count - next < Self.mostWaiting else { throw StatusError(HANDSHAKE_UNPOLLED) }
    frameCount += Int64(samples.count / channelCount)
    var events: [ReceiverEvent] = []
    feed.push(samples) { events += receiver.push($0) }
    add(events)
  }

  /// From now on answers; the parameters are those of `Speaking`.
  func answer(ceilingHertz: Double?, secondsPerHour: Double) throws(StatusError) {
    // What could not be sent is better known before a message comes.
    for name in Self.receiptProtocolNames {
      _ = try Arguments.placement(
        of: Arguments.find(named: name), ceilingHertz: ceilingHertz, rateHertz: 192_000)
    }
    var speaking = self.speaking ?? Speaking()
    speaking.answer(ceilingHertz: ceilingHertz, secondsPerHour: secondsPerHour)
    self.speaking = speaking
  }

  /// From now on sends that until it is confirmed.
  func confirm(_ confirming: Confirming) throws(StatusError) {
    guard Self.receiptProtocolNames.allSatisfy({ protocolNames.contains($0) }) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    var speaking = self.speaking ?? Speaking()
    speaking.confirm(confirming)
    self.speaking = speaking
  }

  /// A transmitter for C of what is to be played now; nil where that is nothing.
  func speech(rateHertz: Double) throws(StatusError) -> OpaquePointer? {
    guard var speaking else { return nil }
    var notes: [Speaking.Note] = []
    defer {
      self.speaking = speaking
      waiting += notes.map { .note($0) }
    }
    guard
      let transmitter = try speaking.next(at: now, rateHertz: rateHertz, { notes.append($0) })
    else { return nil }
    return TransmitterHandle.pointer(to: transmitter)
  }

  /// Tells that it is over.
  func endSpeech() { speaking?.end(at: now) }

  func finish() {
    guard !isFinished else { return }
    isFinished = true
    var events: [ReceiverEvent] = []
    feed.finish { events += receiver.push($0) }
    add(events + receiver.finish())
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
    return switch first {
    case .event(let event): translated(event)
    case .note(let note): translated(note)
    }
  }

  private func add(_ events: [ReceiverEvent]) {
    feed.hold(for: events)
    waiting.removeFirst(next)
    next = 0
    for event in unsealing.opened(events) {
      // Of levels the latest is enough, or they alone would fill the queue of a slow caller.
      switch event {
      case .level: waiting.removeAll { if case .event(.level) = $0 { true } else { false } }
      default: break
      }
      speaking?.take(event, isKept: Self.isWhole(event), at: now)
      // Receipts are for the one who waits for them, and distances are measured by programs.
      switch event {
      case .receipt, .ranging: continue
      default: waiting.append(.event(event))
      }
    }
  }

  /// False for a file whose SHA-256 is another than its sender's.
  private static func isWhole(_ event: ReceiverEvent) -> Bool {
    guard case .file(let received) = event else { return true }
    return SHA256.digest(of: received.file.bytes) == received.file.digest
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
      guard Self.isWhole(event) else {
        told.kind = HANDSHAKE_FAILED
        told.failure = HANDSHAKE_DIGEST
        break
      }
      told.kind = HANDSHAKE_FILE
      set(received.file.bytes, in: &told)
      told.name = lend(received.file.name)
      tell(received.seal)
      told.corrected = UInt64(received.correctedSymbols)
    case .repeated(let frame):
      told.kind = HANDSHAKE_REPEATED
      describe(frame, in: &told)
    case .receipt, .ranging: break
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

  private func translated(_ note: Speaking.Note) -> handshake_event {
    var told = handshake_event()
    told.end_seconds = now
    switch note {
    case .answered(let answer):
      told.kind = HANDSHAKE_ANSWERED
      describe(answer.frame, in: &told)
    case .missing(let receipt, let needed, let count):
      told.kind = HANDSHAKE_MISSING
      told.received = UInt64(max(count - needed, 0))
      told.needed = UInt64(count)
      told.snr_decibels = Double(receipt.signalToNoiseDecibels)
    case .confirmed(let receipt, let tries):
      told.kind = HANDSHAKE_CONFIRMED
      told.received = UInt64(tries)
      told.snr_decibels = Double(receipt.signalToNoiseDecibels)
    case .unconfirmed(let receipt, let tries):
      told.kind = HANDSHAKE_UNCONFIRMED
      told.received = UInt64(tries)
      told.failure =
        switch receipt?.status {
        case .wrongTime: HANDSHAKE_WRONG_TIME
        case .notKept: HANDSHAKE_NOT_KEPT
        case nil, .delivered, .missing: HANDSHAKE_NO_ANSWER
        }
      told.snr_decibels = Double(receipt?.signalToNoiseDecibels ?? 0)
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

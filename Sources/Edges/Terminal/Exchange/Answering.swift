import Catalog
import Exchange
import Modem
import Notes

/// `hrecv --answer`: sends the receipts that an `AnsweringStation` wants sent.
struct Answering: ~Copyable {
  private var station: AnsweringStation
  /// Answers those who measure their distance; nil until there is an input, and where no request in clear counts.
  private var ranging: RangingStation?
  private var speech: BackgroundSpeech?
  private let options: AnswerOptions
  private var lastEndSeconds: Double?

  /// How long a sender that heard no answer may take to send again: its listening, and its pause.
  private static let repetitionSeconds = 8.5

  init(_ options: AnswerOptions) throws(CommandFailure) {
    self.options = options
    station = AnsweringStation(
      slot: options.slot, limitSecondsPerHour: options.secondsPerHour,
      seed: .random(in: .min ... .max))
    // What could not be sent is better known before a message comes.
    for robustness in [AnsweringStation.Robustness.quick, .usual, .deep] {
      _ = try robustness.chosen.placement(
        declaredCeiling: options.ceilingHertz, rateHertz: Self.trialRateHertz)
    }
  }

  private static let trialRateHertz = 192_000.0

  /// Answers requests for the distance too, by what is captured at `rateHertz`.
  mutating func answerDistances(rateHertz: Double) throws(CommandFailure) {
    let modem = ModemProtocol.ranging
    ranging = RangingStation(
      protocol: modem,
      placement: try modem.placement(
        declaredCeiling: options.ceilingHertz, rateHertz: Self.trialRateHertz),
      rateHertz: rateHertz, slot: options.slot, seed: .random(in: .min ... .max))
  }

  /// Tells that captured sound was lost.
  mutating func interrupt() { ranging?.interrupt() }

  /// Takes what came at `now`; `isKept` says of a file whether it is kept.
  mutating func take(_ event: ReceiverEvent, isKept: Bool, at now: Double) {
    station.take(event, isKept: isKept, at: now)
    if case .ranging = event, !station.isAllowed(at: now) { return }
    ranging?.take(event, at: now)
  }

  /// Begins or ends an answer where that is due; `recent` is what was captured.
  mutating func proceed(
    at now: Double, recent: SampleRing?, _ reporter: inout EventReporter
  ) throws(CommandFailure) {
    for note in station.takeNotes() { reporter.note(note.sentence) }
    if let speech {
      do throws(CommandFailure) {
        let hasEnded = try CommandFailure.ofAnswers(options.device) { () throws(CommandFailure) in
          try speech.hasEnded
        }
        guard hasEnded else { return }
      } catch {
        // What came is there all the same, and the device may be free the next time.
        if error.exitStatus == .interrupted { throw error }
        reporter.note(error.sentence(for: .hrecv))
      }
      self.speech = nil
      station.endSpeaking(at: now)
      ranging?.endSpeaking(at: now)
      lastEndSeconds = now
    }
    guard let answer = station.next(at: now) else {
      return try answerDistance(at: now, recent, &reporter)
    }
    beginSpeaking(at: now)
    try reporter.emit(
      EventObject.answered(answer.receipt, count: answer.count, frame: answer.frame))
    speak(.receipt(answer.receipt), by: answer.robustness.chosen)
  }

  /// Begins a reply or a report to a station that measures its distance, where that is due.
  private mutating func answerDistance(
    at now: Double, _ recent: SampleRing?, _ reporter: inout EventReporter
  ) throws(CommandFailure) {
    guard
      let answer = ranging?.next(at: now, { recent?.cut(from: $0, to: $1) ?? ([], 0) })
    else { return }
    beginSpeaking(at: now)
    try reporter.emit(EventObject.ranged(answer))
    speak(.ranging(answer.message), by: .ranging)
  }

  private mutating func beginSpeaking(at now: Double) {
    station.beginSpeaking(at: now)
    ranging?.beginSpeaking(at: now)
  }

  private mutating func speak(_ content: TransmittedContent, by chosen: ModemProtocol) {
    let options = options
    speech = BackgroundSpeech(
      to: options.device, levelDecibels: options.levelDecibels, for: .hrecv
    ) { rateHertz throws(CommandFailure) in
      let placement = try chosen.placement(
        declaredCeiling: options.ceilingHertz, rateHertz: rateHertz)
      do throws(TransmitterError) {
        return try Transmitter(
          content, protocol: chosen, placement: placement,
          sampleRateHertz: rateHertz)
      } catch {
        throw .text(error, protocolName: chosen.name)
      }
    }
  }

  /// Whether nothing is owed, and no sender that was answered could still repeat.
  func isDone(at now: Double) -> Bool {
    guard speech == nil, !station.isOwing, ranging?.isOwing != true else { return false }
    return lastEndSeconds.map { now > $0 + Self.repetitionSeconds } ?? true
  }
}

/// How `hrecv` answers.
public struct AnswerOptions: Sendable {
  /// The device that answers are played to.
  var device: Setting<String>
  var ceilingHertz: Setting<Double?>
  var levelDecibels: Double
  /// The slot of every answer; nil for one at random.
  var slot: Int?
  /// Seconds of answers within an hour.
  var secondsPerHour: Double

  /// What the command line and the configuration say, for answers to what `captureDevice` hears: where nothing names
  /// the loudspeaker, it has the name of the microphone.
  init(
    _ parsed: ParsedOptions, _ configuration: Configuration, captureDevice: Setting<String>
  ) throws(CommandFailure) {
    let isTyped = captureDevice.origin == .option
    device = Setting(
      option: nil, configured: configuration.device, field: "device",
      builtIn: isTyped ? captureDevice.value : "default")
    ceilingHertz = Setting(
      option: nil,
      configured: configuration.ceilingHertz(ofDevice: device.value).map { .some($0) },
      field: "ceiling", builtIn: nil)
    levelDecibels = configuration.levelDecibels ?? Tone.baseLevelDecibels
    secondsPerHour = configuration.answerSecondsPerHour ?? Self.usualSecondsPerHour
    if parsed.value(.answer) != "" {
      slot = try parsed.count(.answer, allowed: 0...7, expected: "a slot from 0 to 7")
    }
  }

  private static let usualSecondsPerHour = 600.0
}

extension AnsweringStation.Robustness {
  /// The protocol of an answer.
  fileprivate var chosen: ModemProtocol {
    let name =
      switch self {
      case .quick: "hop-quick"
      case .usual: "hop"
      case .deep: "hop-deep"
      }
    guard let found = ProtocolCatalog.builtIn.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is built in")
    }
    return found
  }
}

extension AnsweringStation.Note {
  /// What the user is told.
  fileprivate var sentence: String {
    switch self {
    case .notHeard(let count):
      "answered \(count) times, and the sender repeats: it does not hear this loudspeaker"
    case .exhausted(let seconds):
      "answered for \(duration(seconds)) within an hour, and falls silent until some of it is over: "
        + "see answerSecondsPerHour in the configuration"
    }
  }
}

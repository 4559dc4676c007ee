import HandShake
import HandShakeConfiguration
import HandShakeModem
import HandShakeNotes

/// `hrecv --answer`: plays the answers of a station, and reports them.
struct Answering {
  private let options: AnswerOptions
  private var voice: StationVoice

  init(_ options: AnswerOptions) {
    self.options = options
    voice = StationVoice(
      device: options.device, ceilingHertz: options.ceilingHertz,
      levelDecibels: options.levelDecibels, command: .hrecv)
  }

  /// Lets `station` answer. If `answersDistances`, it also answers distance measurements.
  func begin(_ station: inout Station, answersDistances: Bool) throws(CommandFailure) {
    var policy = AnswerPolicy()
    policy.slot = options.slot
    policy.secondsPerHour = options.secondsPerHour
    policy.ceilingHertz = options.ceilingHertz.value
    // An answer that cannot be sent is reported here, before a message arrives.
    for modemProtocol in Receipt.protocols {
      _ = try modemProtocol.placement(
        declaredCeiling: options.ceilingHertz, rateHertz: Self.trialRateHertz)
    }
    do throws(OutgoingError) {
      try station.answer(policy)
      if answersDistances { try station.answerDistances() }
    } catch {
      throw .outgoing(error, declaredCeiling: options.ceilingHertz)
    }
  }

  private static let trialRateHertz = 192_000.0

  /// Begins or ends an answer if it is due.
  mutating func proceed(
    _ station: inout Station, _ reporter: inout EventReporter
  ) throws(CommandFailure) {
    do throws(CommandFailure) {
      _ = try CommandFailure.ofAnswers(options.device) { () throws(CommandFailure) in
        try voice.end(&station)
      }
    } catch {
      // The message was received all the same, and the device may be free the next time.
      if error.exitStatus == .interrupted { throw error }
      reporter.note(error.sentence(for: .hrecv))
    }
    guard let sound = voice.begin(&station) else { return }
    switch sound.reason {
    case .answer(let answer):
      try reporter.emit(
        EventObject.answered(answer.receipt, count: answer.count, frame: answer.frame))
    case .ranging(let answer):
      if case .reply = answer.message {
        reporter.note("answering a sender that measures the distance")
      }
      try reporter.emit(EventObject.ranged(answer))
    case .attempt, .pairing: break
    }
  }
}

/// How `hrecv` answers.
package struct AnswerOptions: Sendable, Equatable {
  /// The device that answers are played to.
  package var device: Setting<String>
  package var ceilingHertz: Setting<Double?>
  package var levelDecibels: Double
  /// The slot of every answer, nil for a random slot.
  var slot: Int?
  /// The most seconds of answers within an hour.
  var secondsPerHour: Double

  /// The settings of the command line and the configuration, for answers to sound from
  /// `captureDevice`. If nothing names the loudspeaker, it has the name of the microphone.
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
    secondsPerHour = configuration.answerSecondsPerHour ?? AnswerPolicy.usualSecondsPerHour
    if parsed.value(.answer) != "" {
      slot = try parsed.count(.answer, allowed: 0...7, expected: "a slot from 0 to 7")
    }
  }
}

extension AnsweringStation.Note {
  /// The note as a sentence for the user.
  var sentence: String {
    switch self {
    case .notHeard(let count):
      "answered \(count) times, and the sender repeats: it does not hear this loudspeaker"
    case .exhausted(let seconds):
      "answered for \(duration(seconds)) within an hour, and falls silent until some of it is "
        + "over: see answerSecondsPerHour in the configuration"
    }
  }
}

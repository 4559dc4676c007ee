import HandShake
import HandShakeConfiguration
import HandShakeSealing
import HandShakeTerminal

/// `--pair`: one end of a pairing, with a microphone, a loudspeaker, and a person who compares the
/// digits.
package struct PairingSession {
  /// The event that the session waits for.
  private enum State {
    /// The start and the key of the other device.
    case meeting
    /// The decision of the people at this device.
    case comparing(Acceptance)
    /// The proof of the other device.
    case proving
    /// The end of the last frame's sound. If the frame was lost, the other device asks for it
    /// again.
    case ending(PairingFailure?, untilSeconds: Double)
  }

  private let request: PairingRequest
  private let rooms: PairedRooms
  private let replacesOlder: Bool
  private var voice: StationVoice
  private var status = StatusLine()
  private var state = State.meeting
  private var failedRuns = 0
  private var hasShownDigits = false
  /// The error that prevented storing the secret.
  private var unkept: CommandFailure?
  private var place: PairedRoomPlace?

  /// The most failed runs before a person has seen digits.
  private static let mostRuns = 3
  /// The other device repeats its last frame 5 to 6 s after its end, if this device's frame was
  /// lost. A frame lasts 1.1 s.
  private static let lingerSeconds = 8.0
  /// The time in which the end of a run has sounded.
  private static let endSeconds = 3.0

  /// Prepares the pairing of `request`; throws if the secret could not be stored.
  package init(
    _ request: PairingRequest, _ configuration: Configuration
  ) throws(CommandFailure) {
    guard let file = ConfigurationFile() else { throw .noHome }
    self.request = request
    rooms = PairedRooms(beside: file)
    replacesOlder = try request.replacesOlder(in: configuration)
    voice = StationVoice(
      device: request.device, ceilingHertz: request.ceilingHertz,
      levelDecibels: request.levelDecibels, command: request.command)
  }

  /// Pairs, and stores the secret; throws the reason of a failure.
  package consuming func run() throws(CommandFailure) {
    let input = try request.open()
    var station = try CommandFailure.station(hears: [Receipt.usualProtocol], input)
    try begin(&station)
    status.show("waiting for the other device")
    var isOver = false
    defer { leave() }
    try input.read(blockLength: DuplexBlock.frameCount * input.channelCount) {
      frames throws(CommandFailure) in
      isOver = try proceed(frames, input, &station)
      return !isOver
    }
    guard isOver else { throw .interrupted }
  }

  private mutating func leave() {
    if case .comparing(var acceptance) = state { acceptance.end() }
    status.clear()
  }

  private func begin(_ station: inout Station) throws(CommandFailure) {
    guard let keys = try? PairingKeys() else {
      throw .secret(.noMemory, source: CommandOption.Name.pair.flag)
    }
    do throws(OutgoingError) {
      try station.pair(
        as: request.command == .hsend ? .first : .second, keys: keys,
        mayStartPrograms: request.mayStartPrograms, ceilingHertz: request.ceilingHertz.value)
    } catch {
      throw .outgoing(error, declaredCeiling: request.ceilingHertz)
    }
  }

  /// Processes a block; gives whether the session is over.
  private mutating func proceed(
    _ frames: UnsafeBufferPointer<Float>, _ input: SoundInput, _ station: inout Station
  ) throws(CommandFailure) -> Bool {
    for note in input.notes() {
      status.clear()
      Program.say(note, as: request.command)
      station.interrupted()
    }
    for event in station.hear(frames, at: SealedClock.seconds) {
      guard case .pairing(let event) = event else { continue }
      switch event {
      case .digits(let digits): try compare(digits, &station)
      case .paired(let agreement, let isSure, let mayStartPrograms):
        try keep(agreement, isSure: isSure, mayStartPrograms: mayStartPrograms)
        state = .ending(nil, untilSeconds: input.seconds + Self.lingerSeconds)
      case .unpaired(let failure): end(failure, at: input.seconds)
      }
    }
    switch state {
    case .meeting where input.seconds > request.waitSeconds:
      throw .room(.nobodyBegan(seconds: request.waitSeconds))
    case .meeting, .proving: break
    case .comparing: decide(&station)
    case .ending(let failure, let untilSeconds):
      guard input.seconds > untilSeconds, !voice.isSpeaking else { break }
      guard let failure else { return true }
      guard failure.isWorthAnotherRun, !hasShownDigits, failedRuns < Self.mostRuns else {
        throw unkept ?? .room(.unpaired(failure))
      }
      try begin(&station)
      state = .meeting
      status.show("\(failure.reason): trying again")
    }
    try sound(&station)
    return false
  }

  private mutating func sound(_ station: inout Station) throws(CommandFailure) {
    if request.command == .hrecv {
      _ = try CommandFailure.ofAnswers(request.device) { () throws(CommandFailure) in
        try voice.end(&station)
      }
    } else {
      _ = try voice.end(&station)
    }
    _ = voice.begin(&station)
  }

  // MARK: The digits

  private mutating func compare(_ digits: Int, _ station: inout Station) throws(CommandFailure) {
    status.clear()
    hasShownDigits = true
    do throws(CatalogError) {
      place = try PairedRoomPlace(for: request.room, in: rooms)
    } catch {
      unkept = .configuration(error)
      return station.decidePairing(isAccepted: false)
    }
    if request.printsDigits { try Program.print(Acceptance.words(digits) + "\n") }
    state = .comparing(Acceptance(digits, request))
  }

  private mutating func decide(_ station: inout Station) {
    guard case .comparing(var acceptance) = state else { return }
    let isAccepted = acceptance.take()
    state = .comparing(acceptance)
    guard let isAccepted else { return }
    state = .proving
    station.decidePairing(isAccepted: isAccepted)
    status.show("waiting for the other device to accept")
  }

  // MARK: How it ends

  private mutating func keep(
    _ agreement: PairingAgreement, isSure: Bool, mayStartPrograms: Bool
  ) throws(CommandFailure) {
    status.clear()
    var key = agreement.storedKey()
    defer { Secret.wipe(&key) }
    do throws(CatalogError) {
      try place?.keep(
        PairedRoom(name: request.room, key: key, mayStartPrograms: mayStartPrograms))
    } catch {
      Program.say(
        "the other device has kept the secret, which this one could not: forget it there, and "
          + "pair again",
        as: request.command)
      throw .configuration(error)
    }
    Program.say(
      "paired: the secret is kept as \(quoted(request.room))"
        + (replacesOlder ? ", in place of the older one" : "")
        + (isSure
          ? "" : "; the other device may have given up: if so, forget this one, and try again"),
      as: request.command)
    if request.mayStartPrograms, !mayStartPrograms {
      Program.say(
        "its messages start no programs, for the other device did not allow it: pair again with "
          + "--may-start-programs on both", as: request.command)
    }
    status.show("making sure that the other device knows it")
  }

  private mutating func end(_ failure: PairingFailure, at seconds: Double) {
    leave()
    failedRuns += 1
    let isTold = failure != .endedByOther
    state = .ending(failure, untilSeconds: seconds + (isTold ? Self.endSeconds : 0))
  }
}

extension PairingFailure {
  /// The reason for another run.
  fileprivate var reason: String {
    switch self {
    case .noAnswer: "no device answered"
    case .severalDevices: "another device took part"
    case .endedByOther: "the other device gave up"
    case .timedOut: "the time was up"
    case .refused: "the digits were refused"
    }
  }

  /// Whether another run with other people or the other device may succeed.
  fileprivate var isWorthAnotherRun: Bool {
    switch self {
    case .noAnswer, .severalDevices, .endedByOther, .timedOut: true
    case .refused: false
    }
  }
}

import HandShakeAudioDevice
import HandShakeDiagnosis
import HandShakeFeed
import HandShakeHeard
import HandShakeModem
import HandShakeSealing

/// `hrecv --doctor`: listens to a device or a recording, and reports how usable it is.
package struct Examination {
  private let options: ReceiveOptions
  private let protocols: [ModemProtocol]
  private let keyring: Keyring?

  /// How long a device is listened to if there is no `--timeout`.
  private static let usualSeconds = 5.0
  /// The longest time that is examined, of a device or a recording.
  private static let longestSeconds = 60.0

  /// Finds the protocols to receive and the secrets.
  package init(_ options: ReceiveOptions) throws(CommandFailure) {
    self.options = options
    protocols = try ProtocolChoice.listened(options)
    keyring = try options.secret.keyring()
  }

  /// Prints the diagnosis. Throws `inputUnusable` if the input can bring no message.
  ///
  /// If the device cannot be opened, `run` prints the other devices and then throws the failure.
  package func run() throws(CommandFailure) {
    do throws(CommandFailure) {
      let input = try SoundInput(options.source, channels: options.channels)
      let report = try listen(to: input)
      try Program.print(report.text)
      let counts = report.heard.counts
      if !report.diagnosis.isReceivingPossible, counts.texts + counts.files == 0 {
        throw .inputUnusable(name: input.name)
      }
    } catch {
      if case .device = error, case .device(let pcm) = options.source {
        try Program.print(DoctorReport.otherDevices(than: pcm, listDevices(.capture)))
      }
      throw error
    }
  }

  private func origin(of input: SoundInput) -> SoundOrigin {
    guard case .device(let pcm) = options.source, let capabilities = input.capabilities else {
      return .recording
    }
    return .device(
      pcm: pcm, capabilities,
      hardware: listDevices(.capture).map(\.name).filter { $0.hasPrefix("hw:") })
  }

  private func listen(to input: SoundInput) throws(CommandFailure) -> DoctorReport {
    var heard = HeardFrames()
    var starts: [Frame] = []
    func take(_ events: [ReceiverEvent]) {
      for event in events {
        heard.note(event)
        switch event {
        case .detected(let frame), .blocks(let frame, _, _): starts.append(frame)
        case .level, .progress, .message, .file, .sealed, .receipt, .ranging, .pairing, .repeated,
          .failed:
          break
        }
      }
    }
    var station = try CommandFailure.station(hears: protocols, input)
    station.open(
      with: keyring, isLive: input.isDevice, alsoUnsealed: options.alsoUnsealed,
      greatestAge: options.greatestAge)
    var feed = ReceiverFeed(station)
    var comparison = feed.station.comparison()
    var survey = InputSurvey(
      protocols: protocols, rateHertz: input.rateHertz, channelCount: input.channelCount)
    let seconds = options.timeoutSeconds ?? (input.isDevice ? Self.usualSeconds : .infinity)
    let longest = min(seconds, Self.longestSeconds)
    var status = StatusLine()
    defer { status.clear() }
    try input.read(
      blockLength: 1024 * input.channelCount, limit: Int(longest * input.rateHertz)
    ) { frames in
      status.show(
        input.share.map { "reading \(decimals(100 * $0, 0)) %" }
          ?? "listening for \(decimals(longest - input.seconds, 0)) s more")
      survey.push(frames)
      let events = feed.push(frames).heard
      take(events)
      comparison.hear(frames, together: events)
      return true
    }
    if Interruption.isRequested { throw .interrupted }
    let last = feed.finish().heard
    take(last)
    status.clear()
    for note in input.notes() { Program.say(VisibleText.escaping(note), as: .hrecv) }
    // The copies of a message that was read start, but the receiver reports nothing more of them.
    let copies = starts.filter(\.startSeconds.isFinite).compactMap { start in
      heard.frames.last { $0.isReceived && $0.protocolName == start.protocolName }.map {
        let length = $0.seconds.upperBound - $0.seconds.lowerBound
        return start.startSeconds...(start.startSeconds + length)
      }
    }
    let usedChannels = feed.station.channels
    return DoctorReport(
      diagnosis: survey.diagnosis(heard: heard.frames.map(\.seconds) + copies),
      usedChannels: usedChannels, heard: heard,
      gain: comparison.finish(together: last, channelCount: usedChannels.count),
      clue: feed.evidence.clue, name: input.name, origin: origin(of: input))
  }
}

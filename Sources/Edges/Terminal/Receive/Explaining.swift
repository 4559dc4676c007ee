import HandShake
import HandShakeFeed
import HandShakeModem

/// `hrecv --explain FILE`: the stages of each frame in a recording, and the next thing to do.
package struct Explaining: ~Copyable {
  private let options: ReceiveOptions
  private let protocols: [ModemProtocol]
  private let keyring: Keyring?
  private var starts: [Frame] = []
  private var outcomes: [Int: Outcome] = [:]

  /// The result of a frame.
  enum Outcome {
    case message(Frame, text: String, correctedSymbols: Int)
    case failed(Failure)
  }

  /// Finds the protocols to listen for.
  package init(_ options: ReceiveOptions) throws(CommandFailure) {
    let protocols = try ProtocolChoice.listened(options)
    keyring = try options.secret.keyring()
    self.protocols = protocols
    self.options = options
  }

  /// Listens to the whole recording and prints the explanation.
  ///
  /// Throws `recording` if it cannot be read, `interrupted`, `standardOutput`.
  package consuming func run() throws(CommandFailure) {
    let input = try SoundInput(options.source, channels: options.channels)
    var station = try CommandFailure.station(hears: protocols, input)
    station.open(
      with: keyring, isLive: false, alsoUnsealed: options.alsoUnsealed,
      greatestAge: options.greatestAge)
    var feed = ReceiverFeed(station)
    try input.read { frames in
      take(feed.push(frames).heard)
      return true
    }
    if Interruption.isRequested { throw .interrupted }
    take(feed.finish().heard)
    var text =
      "\(VisibleText.escaping(input.name)): \(decimals(input.seconds, 2)) s at "
      + "\(hertz(input.rateHertz)), \(Self.channels(feed.station.channels)) of "
      + "\(input.channelCount)\n" + feed.evidence.wording
    for note in input.notes() { text += VisibleText.escaping(note) + "\n" }
    // Starts without an outcome are parts of frames with an outcome.
    for frame in starts where !outcomes.isEmpty {
      let outcome = outcomes[frame.number]
      text += "\n" + Explanation(frame: frame, outcome: outcome, isPart: isPart(frame)).text
    }
    if outcomes.isEmpty { text += "\n" + Explanation.ofNothing(feed.evidence) }
    try Program.print(text)
  }

  /// The channels, numbered from 1.
  private static func channels(_ channels: [Int]) -> String {
    "channel\(channels.count == 1 ? "" : "s") "
      + channels.map { "\($0 + 1)" }.joined(separator: ", ")
  }

  /// Whether a start lies in the same band within a frame that has an outcome.
  private func isPart(_ start: Frame) -> Bool {
    outcomes.values.contains { outcome in
      let frame =
        switch outcome {
        case .message(let frame, _, _): frame
        case .failed(let failure): failure.frame
        }
      return start.begins(within: frame)
    }
  }

  private mutating func take(_ events: [ReceiverEvent]) {
    for event in events {
      switch event {
      case .detected(let frame): starts.append(frame)
      case .message(let message):
        outcomes[message.frame.number] = .message(
          message.frame, text: "the text '" + VisibleText.escaping(message.bytes) + "'",
          correctedSymbols: message.correctedSymbols)
      case .file(let received):
        outcomes[received.frame.number] = .message(
          received.frame,
          text: "the file '" + VisibleText.escaping(received.file.name)
            + "' of \(received.file.bytes.count) bytes",
          correctedSymbols: received.correctedSymbols)
      case .failed(let failure): outcomes[failure.frame.number] = .failed(failure)
      case .receipt(let frame, _):
        outcomes[frame.number] = .message(
          frame, text: "the receipt of another receiver", correctedSymbols: 0)
      case .ranging(let frame, _):
        outcomes[frame.number] = .message(
          frame, text: "a part of the measurement of a distance", correctedSymbols: 0)
      case .pairing(let frame, _):
        outcomes[frame.number] = .message(frame, text: "a step of a pairing", correctedSymbols: 0)
      case .repeated(let frame):
        outcomes[frame.number] = .message(
          frame, text: "the message before, sent again for want of an answer", correctedSymbols: 0)
      case .level, .progress, .blocks, .sealed: break
      }
    }
  }
}

import HandShakeModem
import HandShakeSignal

/// The frames of a picture, in bounded memory.
///
/// When there are too many, neighbours of one protocol, placement and outcome become one that says
/// how many it stands for: first those that follow each other closely.
package struct HeardFrames: Sendable {
  /// In the order in which they ended.
  package private(set) var frames: [HeardFrame] = []
  /// How many texts and files were delivered, and how many frames not.
  package private(set) var counts = (texts: 0, files: 0, failed: 0)

  private let limit: Int
  private var joinedGapSeconds = 0.1
  /// Whether the last frame says how many blocks came, and gives way to what comes of it next.
  private var isLastPartial = false
  /// Longer than anything goes on.
  private static let mostGapSeconds = 1e10

  /// No frames yet, and never more than `limit`, at least 2.
  package init(limit: Int = 2000) { self.limit = limit }

  /// Takes what an event says of a frame.
  package mutating func note(_ event: ReceiverEvent) {
    switch event {
    case .message(let message):
      counts.texts += 1
      replace(HeardFrame(message.frame, .received, bytes: message.bytes))
    case .file(let received):
      counts.files += 1
      replace(
        HeardFrame(received.frame, .received, bytes: Array("file ".utf8) + received.file.name))
    case .blocks(let frame, let received, let count) where received < count:
      replace(HeardFrame(frame, .received, bytes: "\(received) of \(count) blocks".utf8))
      isLastPartial = true
    case .failed(let failure):
      counts.failed += 1
      append(HeardFrame(failure.frame, .failed(stage: failure.stage.word), bytes: failure.heard))
    case .receipt(let frame, _): append(HeardFrame(frame, .received, bytes: "receipt".utf8))
    case .ranging(let frame, _): append(HeardFrame(frame, .received, bytes: "distance".utf8))
    case .pairing(let frame, _): append(HeardFrame(frame, .received, bytes: "pairing".utf8))
    case .repeated(let frame): append(HeardFrame(frame, .received, bytes: "repeated".utf8))
    case .blocks, .level, .detected, .progress, .sealed:
      break
    }
  }

  /// Appends `frame`, in the place of the last one where that is the same one that had some blocks.
  private mutating func replace(_ frame: HeardFrame) {
    if isLastPartial, let last = frames.last, last.count == 1,
      last.protocolName == frame.protocolName, last.seconds.overlaps(frame.seconds)
    {
      frames.removeLast()
    }
    append(frame)
  }

  mutating func append(_ frame: HeardFrame) {
    isLastPartial = false
    frames.append(frame)
    guard frames.count > limit else { return }
    joinNeighbours()
    while frames.count > limit, joinedGapSeconds < Self.mostGapSeconds {
      joinedGapSeconds *= 2
      joinNeighbours()
    }
    // More kinds of frames than there are places.
    if frames.count > limit { frames.removeFirst(frames.count - limit) }
  }

  private mutating func joinNeighbours() {
    struct Kind: Hashable {
      var protocolName: String
      var lowestToneHertz: Double
      var outcome: HeardFrame.Outcome
    }
    var joined: [HeardFrame] = []
    var latest: [Kind: Int] = [:]
    for frame in frames {
      let kind = Kind(
        protocolName: frame.protocolName, lowestToneHertz: frame.placement.lowestToneHertz,
        outcome: frame.outcome)
      if let index = latest[kind],
        frame.seconds.lowerBound - joined[index].seconds.upperBound < joinedGapSeconds,
        // Else the longest run would swallow all others.
        frame.seconds.upperBound - joined[index].seconds.lowerBound < 16 * joinedGapSeconds
      {
        joined[index].join(frame)
      } else {
        latest[kind] = joined.count
        joined.append(frame)
      }
    }
    frames = joined
  }
}

extension Failure.Stage {
  /// The stage in a word.
  var word: String {
    switch self {
    case .cutOff: "cut off"
    case .sync: "sync"
    case .header: "header"
    case .code: "code"
    case .check: "check"
    case .doubt: "doubt"
    case .parts: "parts missing"
    case .blocks: "blocks missing"
    case .unknownContent: "unknown content"
    case .digest: "wrong digest"
    case .seal: "sealed"
    }
  }
}

/// What a picture of listening shows.
package struct HeardSound: Sendable {
  /// How the input is called.
  package var name: String
  /// The spectrum over time.
  package var spectra: SpectrumSeries
  /// The frames in it.
  package var frames: HeardFrames

  /// The sound of an input called `name`.
  package init(name: String, spectra: SpectrumSeries, frames: HeardFrames) {
    self.name = name
    self.spectra = spectra
    self.frames = frames
  }
}

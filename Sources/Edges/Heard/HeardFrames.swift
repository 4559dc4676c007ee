import HandShakeModem
import HandShakeSignal

/// The frames of a picture, in bounded memory.
///
/// If there are too many, neighbours of the same protocol, placement and outcome become one frame
/// with their number. Close neighbours are joined first.
package struct HeardFrames: Sendable {
  /// The frames in the order of their ends.
  package private(set) var frames: [HeardFrame] = []
  /// How many texts and files were delivered, and how many frames failed.
  package private(set) var counts = (texts: 0, files: 0, failed: 0)

  private let limit: Int
  private var joinedGapSeconds = 0.1
  /// Whether the last frame reports a number of blocks. The next report of the frame replaces it.
  private var isLastPartial = false
  /// Longer than any input.
  private static let mostGapSeconds = 1e10

  /// No frames yet, and at most `limit` frames, which is at least 2.
  package init(limit: Int = 2000) { self.limit = limit }

  /// Adds the frame of an event.
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

  /// Appends `frame`. If the last frame is an earlier report of this frame, `frame` replaces it.
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
    // There are more kinds of frames than places.
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
        // Otherwise the longest run would absorb all others.
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
  /// The stage as one word.
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

/// The content of a picture of heard sound.
package struct HeardSound: Sendable {
  /// The name of the input.
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

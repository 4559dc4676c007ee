import HandShakeSignal

/// Why a detected frame gave no message: the step that refused it, the figures, and by them the likeliest cause.
public struct Failure: Sendable {
  /// The step that refused it.
  public enum Stage: Sendable, Equatable {
    /// The recording or the transmission ended inside the frame.
    case cutOff
    /// Nothing that follows the start looks like a frame.
    case sync
    /// The fields that tell the frame's length could not be read.
    case header
    /// More symbols were wrong than the code repairs.
    case code
    /// The code gave a word, and its check refused it.
    case check
    /// The code gave a word; the format has no check, and other words are nearly as likely.
    case doubt
    /// Parts of a long message did not come: their numbers, from 1, and how many there are.
    case parts(missing: [Int], count: Int)
    /// Too few blocks of a long message came: the numbers of those missing, from 1, out of `count`, and how
    /// many repair blocks came in their stead.
    case blocks(missing: [Int], count: Int, repair: Int)
    /// All of it came, and it is neither a text nor a file.
    case unknownContent(UInt8)
    /// All of a file came, and its SHA-256 is another than its sender's.
    case digest
    /// All of it came, and its seal, or that it has none, forbids to show it.
    case seal(SealRefusal)
  }

  /// The transmission, as far as it was received.
  public var frame: Frame
  /// The step that refused it.
  public var stage: Stage
  /// The likeliest reading of what arrived, unchecked; never to be shown as the message.
  public var heard: [UInt8] = []
  /// Share of the frame's time in which the input was at full scale, 0...1.
  public var clippedShare = 0.0
  /// Whether its start is so clear that it is a frame of its own, and no part of another one of its
  /// protocol that was delivered meanwhile.
  var isCertain = false
  /// Level of its tones relative to a full-scale sine, in dB; nil where nothing tells.
  var toneDecibels: Double?
  /// Protocol of another frame that sounded in the same band meanwhile; nil where none was heard.
  public var overlappingProtocolName: String?
}

extension Failure {
  /// What most likely spoilt a frame.
  public enum Cause: Sendable, Equatable {
    /// It should have been stronger by about this much.
    case tooWeak(decibels: Double)
    /// The input was at full scale for so much of the frame's time, 0...1.
    case clipped(share: Double)
    /// It ended too soon.
    case cutOff
    /// Another frame sounded in the same band at the same time.
    case otherSender(protocolName: String)
    /// The speed-up lies beyond what the receiver follows.
    case clockBeyondLimit(partsPerMillion: Double, limit: Double)
    /// Frames of a message are missing.
    case incomplete
    /// It holds what this version does not know.
    case unknownContent
    /// Its sender's SHA-256 is that of another file.
    case wrongDigest
    /// Its seal, or that it has none.
    case seal(SealRefusal)
    /// It was strong enough: echoes, changing motion or some other sound.
    case disturbed
  }

  /// Share of clipped time from which clipping is blamed.
  private static let leastClippedShare = 0.1
  /// A frame is tried at the limit and fails one time of ten: from a margin of so many dB on, noise alone
  /// is no explanation.
  private static let safeMarginDecibels = 1.5
  /// Speed-up that every protocol follows: 3 m/s.
  private static let largestDilationPartsPerMillion = 3e6 / soundMetresPerSecond

  /// Whether frames of a message in many frames are missing.
  public var isIncomplete: Bool {
    switch stage {
    case .parts, .blocks: true
    default: false
    }
  }

  /// When it would have ended: frames that did not come are taken to last as long as those that did.
  var expectedEndSeconds: Double {
    let (lacking, count) =
      switch stage {
      case .parts(let missing, let count): (missing.count, count)
      case .blocks(let missing, let count, let repair): (missing.count - repair, count)
      default: (0, 1)
      }
    let came = max(count - lacking, 1)
    return frame.endSeconds
      + (frame.endSeconds - frame.startSeconds) * Double(lacking) / Double(came)
  }

  /// The likeliest cause, by the stage and the figures.
  public var cause: Cause {
    let isClipped = clippedShare >= Self.leastClippedShare
    switch stage {
    case .parts, .blocks: return isClipped ? .clipped(share: clippedShare) : .incomplete
    case .unknownContent: return .unknownContent
    case .digest: return .wrongDigest
    case .seal(let refusal): return .seal(refusal)
    case .cutOff:
      // What is too weak seems to end.
      if let margin = frame.marginDecibels, margin < 0 { break }
      return .cutOff
    case .sync, .header, .code, .check, .doubt: break
    }
    if isClipped { return .clipped(share: clippedShare) }
    let dilation = frame.dilationPartsPerMillion
    if abs(dilation) > Self.largestDilationPartsPerMillion {
      return .clockBeyondLimit(
        partsPerMillion: dilation, limit: Self.largestDilationPartsPerMillion)
    }
    if let margin = frame.marginDecibels, margin < Self.safeMarginDecibels {
      return .tooWeak(decibels: max(0.5 - margin, 1))
    }
    if let overlappingProtocolName { return .otherSender(protocolName: overlappingProtocolName) }
    return .disturbed
  }
}

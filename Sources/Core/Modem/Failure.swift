import HandShakeSignal

/// Why a detected frame gave no message: the step that refused it, its figures, its likely cause.
public struct Failure: Sendable {
  /// The step that refused the frame.
  public enum Stage: Sendable, Equatable {
    /// The recording or the transmission ended inside the frame.
    case cutOff
    /// No valid frame follows the start.
    case sync
    /// The fields with the frame's length could not be read.
    case header
    /// More symbols were wrong than the code can repair.
    case code
    /// The code gave a word, but its checksum is wrong.
    case check
    /// The code gave a word. The format has no check, and other words are nearly as likely.
    case doubt
    /// Parts of a long message are missing: their numbers, from 1, and the number of all parts.
    case parts(missing: [Int], count: Int)
    /// Too few blocks of a long message came: the numbers of the missing blocks, from 1, out of
    /// `count`, and the number of repair blocks that came.
    case blocks(missing: [Int], count: Int, repair: Int)
    /// The message came complete, but its content number is unknown.
    case unknownContent(UInt8)
    /// A file came complete, but its SHA-256 differs from its sender's.
    case digest
    /// The message came complete, but is refused because of its seal or its missing seal.
    case seal(SealRefusal)
  }

  /// The transmission, as far as it was received.
  public var frame: Frame
  /// The step that refused it.
  public var stage: Stage
  /// The likeliest reading of the signal, without a check. Never show it as the message.
  public var heard: [UInt8] = []
  /// Share of the frame's time with the input at full scale, 0...1.
  public var clippedShare = 0.0
  /// Whether the start is clear enough to prove a frame of its own. Otherwise it may be part of
  /// another frame of its protocol that was delivered meanwhile.
  var isCertain = false
  /// Level of its tones relative to a full-scale sine, in dB; nil if unknown.
  var toneDecibels: Double?
  /// Protocol of another frame at the same time in the same band; nil if no other frame was heard.
  public var overlappingProtocolName: String?
}

extension Failure {
  /// The likeliest cause of a failure.
  public enum Cause: Sendable, Equatable {
    /// The signal should have been stronger by about this many dB.
    case tooWeak(decibels: Double)
    /// The input was at full scale for this share of the frame's time, 0...1.
    case clipped(share: Double)
    /// The recording or the transmission ended too soon.
    case cutOff
    /// Another frame sounded in the same band at the same time.
    case otherSender(protocolName: String)
    /// The speed-up is larger than the receiver follows.
    case clockBeyondLimit(partsPerMillion: Double, limit: Double)
    /// Frames of a message are missing.
    case incomplete
    /// The content is of a kind that this version does not know.
    case unknownContent
    /// The SHA-256 of the file differs from its sender's.
    case wrongDigest
    /// The seal of the message, or its missing seal.
    case seal(SealRefusal)
    /// The signal was strong enough. Echoes, changing motion or another sound disturbed it.
    case disturbed
  }

  /// Least share of clipped time that counts as the cause.
  private static let leastClippedShare = 0.1
  /// One frame of ten fails at the limit. From this margin on, in dB, noise alone does not explain
  /// a failure.
  private static let safeMarginDecibels = 1.5
  /// Largest speed-up that every protocol follows: 3 m/s.
  private static let largestDilationPartsPerMillion = 3e6 / soundMetresPerSecond

  /// Whether the sound that arrived was read: its content is refused, or parts are missing.
  public var isRead: Bool {
    switch stage {
    case .parts, .blocks, .unknownContent, .digest, .seal: true
    default: false
    }
  }

  /// Expected end of the message. Missing frames count with the mean duration of received frames.
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
      // A signal that is too weak seems to end.
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

/// A start of a frame that was dropped without a word, for what followed did not look enough like a frame.
///
/// Any sound holds faint ones. Of a recording in which nothing came, the strongest may be that of the message.
public struct RefusedStart: Sendable, Equatable {
  /// What refused it.
  public enum Reason: Sendable, Equatable {
    /// Its power lies in a few tones, which are none of its protocol.
    case tones
    /// Too many starts came before it to try them all.
    case budget
    /// The step that a frame failed at.
    case failed(Failure.Stage)
  }

  /// Name of the protocol.
  public var protocolName: String
  /// Band in which it was sent.
  public var placement: Placement
  /// Seconds from the first sample to the start of the first tone.
  public var seconds: Double
  /// How far it stands out, over what a start needs to be beyond doubt by itself.
  public var clearness: Double
  /// What refused it.
  public var reason: Reason

  /// A start of what would have been `frame`.
  init(_ frame: Frame, clearness: Float, _ reason: Reason) {
    protocolName = frame.protocolName
    placement = frame.placement
    seconds = max(0, frame.startSeconds)
    self.clearness = Double(clearness)
    self.reason = reason
  }

  /// Whether it is beyond doubt by itself.
  public var isClear: Bool { clearness >= 1 }
}

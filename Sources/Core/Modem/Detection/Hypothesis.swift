import HandShakeSignal

/// A possible frame of a protocol, and its probability from the part that was read.
///
/// Every sound has faint hypotheses. In a recording without a message, the likeliest may be it.
public struct Hypothesis: Sendable, Equatable {
  /// The part of the frame that was read.
  public enum Step: Sendable, CaseIterable {
    /// Its preamble, its sounder or its marker.
    case start
    /// The part after the start that tells the frame's length, or the end of the frame.
    case header
  }

  /// The reason why it ended.
  public enum End: Sendable, Equatable {
    /// Its power lies in a few tones, which are not tones of its protocol.
    case tones
    /// There were too many starts before it to try them all.
    case budget
    /// The stage at which it failed.
    case failed(Failure.Stage)
  }

  /// Name of the protocol; the first name if several protocols differ only after the start.
  public var protocolName: String
  /// Band in which it was sent.
  public var placement: Placement
  /// Seconds from the first sample to the start of the first tone.
  public var seconds: Double
  /// The part of the frame that was read.
  public var step: Step
  /// Natural logarithm of the odds that a frame starts there.
  public var logOdds: Double
  /// Its strength above the need of its protocol, in dB; nil if unknown.
  public var marginDecibels: Double?
  /// The reason why it ended; nil if it has not ended.
  public var end: End?

  /// The hypothesis of `frame`.
  @inline(never)
  init(_ frame: Frame, _ step: Step, logOdds: Float, _ end: End? = nil) {
    protocolName = frame.protocolName
    placement = frame.placement
    seconds = max(0, frame.startSeconds)
    self.step = step
    self.logOdds = Double(logOdds)
    marginDecibels = frame.marginDecibels
    self.end = end
  }

  /// The probability that a frame starts there.
  public var probability: Double { 1 / (1 + exponential(-logOdds)) }
}

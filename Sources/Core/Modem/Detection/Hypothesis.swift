import HandShakeSignal

/// What may be a frame of a protocol, and how likely it is one by what was read of it.
///
/// Any sound holds faint ones. Of a recording in which nothing came, the likeliest may be the message.
public struct Hypothesis: Sendable, Equatable {
  /// What was read of it.
  public enum Step: Sendable, CaseIterable {
    /// Its preamble, its sounder or its marker.
    case start
    /// What follows the start and says how long the frame is, or its end.
    case header
  }

  /// What ended it.
  public enum End: Sendable, Equatable {
    /// Its power lies in a few tones, which are none of its protocol.
    case tones
    /// Too many starts came before it to try them all.
    case budget
    /// The step that it failed at.
    case failed(Failure.Stage)
  }

  /// Name of the protocol; the first of several that differ in what follows the start.
  public var protocolName: String
  /// Band in which it was sent.
  public var placement: Placement
  /// Seconds from the first sample to the start of the first tone.
  public var seconds: Double
  /// What was read of it.
  public var step: Step
  /// Natural logarithm of the odds that a frame starts there.
  public var logOdds: Double
  /// By how many dB it is stronger than its protocol needs; nil where nothing tells.
  public var marginDecibels: Double?
  /// What ended it; nil as long as nothing did.
  public var end: End?

  /// What would be `frame`.
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

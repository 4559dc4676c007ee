/// What a stream lived through so far. Samples were lost or delayed at each.
public struct Interruptions: Equatable, Sendable {
  /// Underruns of playback or overruns of capture: we came too late.
  public var xruns = 0
  /// Times the machine or the device was suspended.
  public var suspends = 0

  /// Neither.
  public init() {}
}

/// The time of sealing: eighths of a second since 1970, modulo 2³². Values repeat after 17 years.
public struct SealingTime: Equatable, Sendable {
  let eighths: UInt32

  init(eighths: UInt32) { self.eighths = eighths }

  /// The time of a clock, in seconds since 1970 without leap seconds, and nanoseconds below 10⁹.
  public init(secondsSince1970: Int64, nanoseconds: Int64 = 0) {
    eighths = UInt32(truncatingIfNeeded: secondsSince1970 &* 8 &+ nanoseconds / 125_000_000)
  }

  /// Seconds from this time until `now`, by eighths; negative if this time is later. This time is
  /// assumed to lie within 8.5 years of `now`.
  public func ageSeconds(at now: SealingTime) -> Double {
    Double(Int32(bitPattern: now.eighths &- eighths)) / 8
  }

  /// Four bytes, the most significant first.
  var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: eighths >> UInt32($0)) }
  }
}

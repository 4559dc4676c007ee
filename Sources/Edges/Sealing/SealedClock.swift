import HandShakePlatform

/// The time of day for seals.
public enum SealedClock {
  /// 2026-01-01, the earliest time of any seal.
  private static let firstSeconds = 1_767_225_600.0

  /// Now.
  public static var now: SealingTime { time(ofSeconds: seconds) }

  /// Seconds since 1970. clock_gettime(2), timespec_get(3), in a page Date.now()
  public static var seconds: Double {
    #if hasFeature(Embedded)
      return handshake_browser_seconds()
    #else
      var now = timespec()
      #if os(Windows) || os(WASI)
        // Swift cannot import WASI's clock identifiers, and Windows has no such clock.
        timespec_get(&now, TIME_UTC)
      #else
        clock_gettime(CLOCK_REALTIME, &now)
      #endif
      return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    #endif
  }

  /// The time `seconds` after the start of 1970.
  package static func time(ofSeconds seconds: Double) -> SealingTime {
    let whole = seconds.rounded(.down)
    return SealingTime(
      secondsSince1970: Int64(whole), nanoseconds: Int64((seconds - whole) * 1e9))
  }

  /// Whether the clock is not set, as on boards without a battery.
  public static var isBehind: Bool { seconds < firstSeconds }
}

#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  import CHandShakeBrowser
#endif

/// The time of day as seals tell it.
public enum SealedClock {
  /// 2026-01-01, before which there was no sealing.
  private static let firstSeconds = 1_767_225_600.0

  /// Now.
  public static var now: SealingTime { time(ofSeconds: seconds) }

  /// Seconds since 1970. clock_gettime(2), in a browser Date.now()
  public static var seconds: Double {
    #if canImport(Glibc)
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    #else
      return handshake_browser_seconds()
    #endif
  }

  /// The time so many seconds after 1970 began.
  package static func time(ofSeconds seconds: Double) -> SealingTime {
    let whole = seconds.rounded(.down)
    return SealingTime(
      secondsSince1970: Int64(whole), nanoseconds: Int64((seconds - whole) * 1e9))
  }

  /// Whether the clock was not set, as on boards without a battery.
  public static var isBehind: Bool { seconds < firstSeconds }
}

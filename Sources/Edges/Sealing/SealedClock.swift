@preconcurrency import Glibc

/// The time of day as seals tell it.
public enum SealedClock {
  /// 2026-01-01, before which there was no sealing.
  private static let firstSeconds = 1_767_225_600

  /// Now. clock_gettime(2)
  public static var now: SealingTime {
    let now = timeOfDay
    return SealingTime(secondsSince1970: Int64(now.tv_sec), nanoseconds: Int64(now.tv_nsec))
  }

  /// The time at which this hour began: the same file sealed again within the hour is the same.
  public static var beginningOfHour: SealingTime {
    SealingTime(secondsSince1970: Int64(timeOfDay.tv_sec / 3600 * 3600), nanoseconds: 0)
  }

  /// Seconds since 1970.
  public static var seconds: Double {
    let now = timeOfDay
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  /// The time so many seconds after 1970 began.
  static func time(ofSeconds seconds: Double) -> SealingTime {
    let whole = seconds.rounded(.down)
    return SealingTime(
      secondsSince1970: Int64(whole), nanoseconds: Int64((seconds - whole) * 1e9))
  }

  /// Whether the clock was not set, as on boards without a battery.
  public static var isBehind: Bool { timeOfDay.tv_sec < firstSeconds }

  private static var timeOfDay: timespec {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now
  }
}

import Glibc

/// The time of day for events.
enum WallClock {
  /// Now, as `2026-01-31T12:00:00.123Z` (ISO 8601, UTC). clock_gettime, gmtime_r
  static var text: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    return padded(parts.tm_year + 1900, 4) + "-" + padded(parts.tm_mon + 1, 2) + "-"
      + padded(parts.tm_mday, 2) + "T" + padded(parts.tm_hour, 2) + ":" + padded(parts.tm_min, 2)
      + ":" + padded(parts.tm_sec, 2) + "." + padded(Int32(now.tv_nsec / 1_000_000), 3) + "Z"
  }

  private static func padded(_ number: Int32, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

@preconcurrency import Glibc

/// The time of day, for events and the names of files.
package enum WallClock {
  /// The current time, as `2026-01-31T12:00:00.123Z` (ISO 8601, UTC). clock_gettime
  package static var text: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return text(secondsSince1970: now.tv_sec, fraction: "." + padded(now.tv_nsec / 1_000_000, 3))
  }

  /// The time `seconds` after the start of 1970, without leap seconds, as `2026-01-31T12:00:00Z`;
  /// `fraction` follows the seconds. gmtime_r
  package static func text(secondsSince1970 seconds: Int, fraction: String = "") -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return padded(parts.tm_year + 1900, 4) + "-" + padded(parts.tm_mon + 1, 2) + "-"
      + padded(parts.tm_mday, 2) + "T" + padded(parts.tm_hour, 2) + ":" + padded(parts.tm_min, 2)
      + ":" + padded(parts.tm_sec, 2) + fraction + "Z"
  }

  /// `number` with leading zeros, at least `width` digits.
  static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

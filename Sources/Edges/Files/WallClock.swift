@preconcurrency import Glibc

/// The time of day, for events and the names of files.
public enum WallClock {
  /// Now, as `2026-01-31T12:00:00.123Z` (ISO 8601, UTC). clock_gettime
  public static var text: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return text(of: now)
  }

  /// The time so many seconds after 1970 began, likewise.
  public static func text(unixSeconds: Double) -> String {
    let whole = unixSeconds.rounded(.down)
    return text(
      of: timespec(tv_sec: Int(whole), tv_nsec: Int(1e9 * (unixSeconds - whole))))
  }

  /// gmtime_r
  private static func text(of time: timespec) -> String {
    var now = time
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    return padded(parts.tm_year + 1900, 4) + "-" + padded(parts.tm_mon + 1, 2) + "-"
      + padded(parts.tm_mday, 2) + "T" + padded(parts.tm_hour, 2) + ":" + padded(parts.tm_min, 2)
      + ":" + padded(parts.tm_sec, 2) + "." + padded(now.tv_nsec / 1_000_000, 3) + "Z"
  }

  /// `number` with zeros before it, of `width` digits at least.
  static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

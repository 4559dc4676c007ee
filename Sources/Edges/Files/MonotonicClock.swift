@preconcurrency import Glibc

/// Seconds of a monotonic clock. clock_gettime(2)
@Sendable package func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

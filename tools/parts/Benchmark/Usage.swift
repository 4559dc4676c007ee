import Foundation

/// The resources that the process has used.
enum Usage {
  /// Seconds of processor time of all its threads.
  static var processorSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Seconds of a monotonic clock.
  static var wallSeconds: Double { seconds(CLOCK_MONOTONIC) }

  /// The peak resident memory, in MiB.
  static var peakMebibytes: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// The least processor time of `body` in `rounds` runs, in seconds.
func leastProcessorSeconds(rounds: Int = 3, _ body: () -> Void) -> Double {
  (0..<rounds).map { _ in
    let start = Usage.processorSeconds
    body()
    return Usage.processorSeconds - start
  }.min()!
}

/// `value` with `digits` decimals, right-aligned in `width`.
func column(_ value: Double, _ digits: Int, width: Int = 0) -> String {
  String(format: "%*.*f", width, digits, value)
}

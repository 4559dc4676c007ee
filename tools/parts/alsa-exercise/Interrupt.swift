import Foundation
import Synchronization

/// Whether SIGINT came, and when.
enum Interrupt {
  /// Nanoseconds of the monotonic clock; 0 before the signal.
  private static let moment = Atomic<UInt64>(0)

  static func listen() {
    // If Foundation's Process starts it on a Dispatch thread, all signals are blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGINT) { _ in
      Interrupt.moment.store(Interrupt.nowNanoseconds(), ordering: .relaxed)
    }
  }

  static var hasCome: Bool { moment.load(ordering: .relaxed) > 0 }

  static var secondsSince: Double? {
    let start = moment.load(ordering: .relaxed)
    return start == 0 ? nil : Double(nowNanoseconds() - start) * 1e-9
  }

  private static func nowNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

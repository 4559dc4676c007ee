import Glibc
import HandShakeFiles

/// A thread for calls that may never return.
///
/// ALSA does not limit the time of a call. Plug-ins wait for their sound server when a PCM is
/// opened, started, dropped and closed, even if it is non-blocking. So this thread makes the calls
/// of a device in order, and the caller chooses how long to wait. The closure must own all data of
/// its call, because the caller may be gone when it returns.
package final class CallThread: @unchecked Sendable {
  /// How the wait for a call ended. After the last two, no further call is made.
  enum Outcome: Equatable { case returned, cancelled, timedOut }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var pending: (() -> Void)?
  private var last: (() -> Void)?
  private var isIdle = true
  private var hasEnded = false
  /// False if a call was abandoned, or the thread could not be made.
  private(set) var isUsable = true

  /// Seconds that callers have waited so far while the process ran. A stopped process notices a
  /// late poll. That time does not count, because the device could not move samples.
  private(set) var waitedSeconds = 0.0

  /// How often a waiting caller checks for cancellation.
  private static let pollSeconds = 0.02

  /// An idle thread.
  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
    isUsable = startThread { self.serve() }
    hasEnded = !isUsable
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Makes `call` on the thread. Waits until it returns, `isCancelled` or `seconds` have passed.
  func run(
    seconds: Double, isCancelled: () -> Bool, _ call: @escaping () -> Void
  ) -> Outcome {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard isUsable else { return .timedOut }
    pending = call
    isIdle = false
    pthread_cond_broadcast(changed)
    let outcome = wait(seconds: seconds, isCancelled: isCancelled) { isIdle }
    if outcome != .returned { isUsable = false }
    return outcome
  }

  /// Makes one last call after the current call, then ends the thread. Waits at most `seconds`.
  package func finish(seconds: Double, _ call: @escaping () -> Void) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isUsable = false
    guard !hasEnded else { return }
    last = call
    pthread_cond_broadcast(changed)
    _ = wait(seconds: seconds, isCancelled: { false }) { hasEnded }
  }

  private func wait(
    seconds: Double, isCancelled: () -> Bool, until isDone: () -> Bool
  ) -> Outcome {
    let limit = waitedSeconds + seconds
    var looked = monotonicSeconds()
    while !isDone() {
      if isCancelled() { return .cancelled }
      if waitedSeconds >= limit { return .timedOut }
      let wake = looked + min(limit - waitedSeconds, Self.pollSeconds)
      var time = timespec(
        tv_sec: Int(wake), tv_nsec: Int((wake - wake.rounded(.down)) * 1_000_000_000))
      pthread_cond_timedwait(changed, mutex, &time)
      let now = monotonicSeconds()
      waitedSeconds += min(now - looked, Self.pollSeconds)
      looked = now
    }
    return .returned
  }

  private func serve() {
    pthread_mutex_lock(mutex)
    while true {
      if let call = pending {
        pending = nil
        pthread_mutex_unlock(mutex)
        call()
        pthread_mutex_lock(mutex)
        isIdle = true
      } else if let call = last {
        last = nil
        pthread_mutex_unlock(mutex)
        call()
        pthread_mutex_lock(mutex)
        break
      } else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      pthread_cond_broadcast(changed)
    }
    hasEnded = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}

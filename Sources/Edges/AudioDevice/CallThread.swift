import Glibc
import HandShakeFiles

/// A thread that makes calls which may never return.
///
/// Nothing in ALSA bounds the time a call takes: plug-ins wait for their sound server when a PCM is
/// opened, started, dropped and closed, whether or not it was opened non-blocking. So a device's
/// calls are made here one after the other, while the caller waits as long as it wants to.
/// What a call uses must be owned by its closure: the caller may be gone when it returns.
package final class CallThread: @unchecked Sendable {
  /// How waiting for a call ended. After the last two no further call is made.
  enum Outcome: Equatable { case returned, cancelled, timedOut }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var pending: (() -> Void)?
  private var last: (() -> Void)?
  private var isIdle = true
  private var hasEnded = false
  /// False where a call was given up on, or no thread could be had.
  private(set) var isUsable = true

  /// Seconds that callers have waited until now, of those in which the process ran: one that is
  /// stopped for a while finds it out by a look that comes late, and its device had no chance to
  /// move meanwhile.
  private(set) var waitedSeconds = 0.0

  /// How often a waiting caller looks whether it was cancelled.
  private static let pollSeconds = 0.02

  /// A thread that has nothing to do.
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

  /// Makes `call` on the thread and waits for it to return, `isCancelled` or `seconds`.
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

  /// Has the thread make one last call, as soon as the present one returns, and end; waits
  /// `seconds` for that at the most.
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

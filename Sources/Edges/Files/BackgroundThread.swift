@preconcurrency import Glibc

/// Runs `body` on a new thread that takes no signals: older threads handle them. pthread_create(3)
///
/// - Returns: whether the thread could be made.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  var blocked = sigset_t()
  var previous = sigset_t()
  sigfillset(&blocked)
  pthread_sigmask(SIG_SETMASK, &blocked, &previous)
  defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  var thread = pthread_t()
  let context = Unmanaged.passRetained(ThreadBody(body))
  let code = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, context.toOpaque())
  guard code == 0 else {
    context.release()
    return false
  }
  pthread_detach(thread)
  return true
}

private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}

import Foundation
import Testing

/// Runs tests that wait more than they compute, as those of programs that play in real time, on
/// threads of their own: the pool of all other tests has a thread for each processor, and would
/// wait with them.
public struct WaitingTrait: TestTrait, SuiteTrait, TestScoping {
  /// Each test of a suite by itself.
  public var isRecursive: Bool { true }

  /// Runs `function`, the body of a test, on one of those threads.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// On threads of its own, a few tests at a time.
  public static var waiting: Self { Self() }
}

private final class WaitingThreads: TaskExecutor, @unchecked Sendable {
  static let shared = WaitingThreads(count: 6)

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(count: Int) {
    for _ in 0..<count { Thread { self.work() }.start() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  private func work() {
    while true {
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      // The newest first: a suite that runs its tests one by one would else wait, between two of
      // them, for all tests of the others.
      let job = jobs.removeLast()
      condition.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

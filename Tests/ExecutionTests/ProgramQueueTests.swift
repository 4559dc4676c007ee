import Foundation
import HandShakeFiles
import HandShakeTestKit
import Synchronization
import Testing

@testable import HandShakeExecution

/// Programs that are really started. One at a time, for while another starts, it would hold on to a
/// script that is just being written.
@Suite(.serialized, .waiting) struct ProgramQueueTests {
  private let folder: StandInFolder

  init() throws {
    folder = try StandInFolder()
    // As the programs have it.
    signal(SIGPIPE, SIG_IGN)
  }

  private func text(_ text: some StringProtocol) -> ExecutedMessage {
    ExecutedMessage(.text(Array(text.utf8)), protocolName: "hop")
  }

  private func queue(
    _ lines: String, arguments: [String] = [], timeoutSeconds: Double = 30,
    clock: @escaping @Sendable () -> Double = monotonicSeconds
  ) throws -> ProgramQueue {
    ProgramQueue(
      try ExecutedProgram(
        folder.program("run", lines), arguments: arguments, timeoutSeconds: timeoutSeconds),
      clock: clock)
  }

  /// What a queue tells until `isDone`, at most for 20 s.
  private func events(
    of queue: ProgramQueue, until isDone: ([ExecutionEvent]) -> Bool
  ) -> [ExecutionEvent] {
    var events: [ExecutionEvent] = []
    for _ in 0..<4000 {
      events += queue.take()
      if isDone(events) { break }
      usleep(5000)
    }
    return events
  }

  /// Waits for all of them; gives what they printed, and how they ended.
  private func finish(
    _ queue: ProgramQueue
  ) -> (printed: String, ends: [ExecutionOutcome.End]) {
    var (printed, ends) = ("", [ExecutionOutcome.End]())
    for event in events(of: queue, until: { _ in queue.isIdle }) {
      switch event {
      case .printed(let lines):
        printed += lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
      case .cut: printed += "(cut)"
      case .ended(let outcome): ends.append(outcome.end)
      }
    }
    return (printed, ends)
  }

  private func printed(_ line: String) -> ExecutionEvent { .printed([Array(line.utf8)]) }

  private func run(
    _ lines: String, _ message: ExecutedMessage, arguments: [String] = [],
    timeoutSeconds: Double = 30
  ) throws -> (printed: String, ends: [ExecutionOutcome.End]) {
    let queue = try queue(lines, arguments: arguments, timeoutSeconds: timeoutSeconds)
    queue.enqueue(message)
    return finish(queue)
  }

  /// The number of a process, from the file `name`.
  private func processNumber(_ name: String) throws -> pid_t {
    try #require(pid_t(String(decoding: folder.bytes(of: name), as: UTF8.self).trimmed))
  }

  /// Whether the process whose number is in the file `name` ends within 2 s, and is no zombie of
  /// ours.
  private func isGone(_ name: String) throws -> Bool {
    let number = try processNumber(name)
    for _ in 0..<400 {
      guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      else { return true }
      // An orphan is a zombie until init finds it, which some containers' never does.
      let fields = status.split(separator: " ")
      if fields[2] == "Z", fields[3] != "\(getpid())" { return true }
      usleep(5000)
    }
    return false
  }

  @Test func textByteForByte() throws {
    let bytes = (0...255).map { UInt8($0) } + Array("no newline at its end".utf8)
    let (printed, ends) = try run(
      "cat > text; echo $$ > process", ExecutedMessage(.text(bytes), protocolName: "hop"))
    #expect(try folder.bytes(of: "text") == bytes)
    #expect(printed == "")
    #expect(ends == [.exited(status: 0)])
    #expect(try isGone("process"))
  }

  @Test func bothStreamsAreShown() throws {
    let (printed, ends) = try run("cat; echo to errors >&2", text("a\u{1b}c\nb\n"))
    #expect(printed == "a\u{1b}c\nb\nto errors\n")
    #expect(ends == [.exited(status: 0)])
  }

  @Test func argumentsAreLiteral() throws {
    let arguments = ["a b", "$(id)", "'\"`id`", "", "*", "--", "é\n;"]
    let (printed, _) = try run(
      "printf '<%s>' \"$@\"", text("x"), arguments: arguments)
    #expect(printed == arguments.map { "<\($0)>" }.joined() + "\n")
  }

  @Test func whatItIsToldOfAFile() throws {
    let file = ExecutedMessage(
      .file(path: "/kept/a b", name: "a b", sha256: "00ff"), room: "hall", sealedSeconds: 0,
      protocolName: "burst", signalToNoise: "-3.0")
    let (printed, ends) = try run(
      "env | grep -E '^HANDSHAKE_(KIND|ROOM|TIME|NAME|SHA256|PATH|PROTOCOL|SNR_DECIBELS)=' | sort; "
        + "wc -c",
      file)
    #expect(
      printed == """
        HANDSHAKE_KIND=file
        HANDSHAKE_NAME=a b
        HANDSHAKE_PATH=/kept/a b
        HANDSHAKE_PROTOCOL=burst
        HANDSHAKE_ROOM=hall
        HANDSHAKE_SHA256=00ff
        HANDSHAKE_SNR_DECIBELS=-3.0
        HANDSHAKE_TIME=1970-01-01T00:00:00Z
        0

        """)
    #expect(ends == [.exited(status: 0)])
  }

  /// Of this process it has three streams, no blocked or ignored signal, and a group of its own.
  @Test func nothingElseIsHandedOn() throws {
    let inherited = open("/dev/null", O_RDONLY)
    defer { close(inherited) }
    let (printed, _) = try run(
      """
      ls /proc/self/fd
      grep -E '^Sig(Blk|Ign)' /proc/self/status
      [ "$(cut -d ' ' -f 5 /proc/$$/stat)" = $$ ] && echo leads
      """, text("x"))
    // Two signals are glibc's own, which it ignores in a child.
    let expected =
      "0\n1\n2\n3\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\nleads\n"
    #expect(printed.replacing("0000000180000000", with: "0000000000000000") == expected)
  }

  @Test(arguments: [
    ("exit 3", ExecutionOutcome.End.exited(status: 3)),
    ("kill -9 $$", .killed(signal: SIGKILL)),
    ("kill -PIPE $$", .killed(signal: SIGPIPE)),
  ])
  func ends(lines: String, end: ExecutionOutcome.End) throws {
    #expect(try run(lines, text("x")).ends == [end])
  }

  @Test func notAProgram() throws {
    try folder.file("junk", "neither a script nor ELF\n", mode: 0o755)
    let queue = ProgramQueue(try ExecutedProgram(folder.path + "/junk"))
    for _ in 0..<2 { queue.enqueue(text("x")) }
    #expect(
      finish(queue).ends == [.notStarted(errno: ENOEXEC), .notStarted(errno: ENOEXEC)])
  }

  /// What it started ends with it.
  @Test func hangs() throws {
    let start = monotonicSeconds()
    let (_, ends) = try run(
      "sleep 100 & echo $! > process; wait", text("x"), timeoutSeconds: 0.5)
    #expect(ends == [.timedOut])
    #expect(try isGone("process"))
    #expect(monotonicSeconds() - start < 10)
  }

  /// It answers a signal of ours, and by that shows that it lives, and what else it was sent
  /// before.
  @Test func ignoresTermination() throws {
    let clock = SetClock(0)
    let queue = try queue(
      """
      # The shell may tell there that its sleep was ended.
      exec 2>/dev/null
      trap 'echo terminated' TERM; trap 'echo alive' USR1; echo $$ > process; echo ready
      while :; do sleep 100 & wait $!; done
      """, timeoutSeconds: 10, clock: clock.read)
    queue.enqueue(text("x"))
    func next() -> [ExecutionEvent] { events(of: queue) { !$0.isEmpty } }
    #expect(next() == [printed("ready")])
    let process = try processNumber("process")
    clock.set(9.9)
    kill(process, SIGUSR1)
    #expect(next() == [printed("alive")])
    clock.set(10)
    #expect(next() == [printed("terminated")])
    clock.set(14.9)
    kill(process, SIGUSR1)
    #expect(next() == [printed("alive")])
    clock.set(15.1)
    #expect(
      next() == [.ended(ExecutionOutcome(message: text("x"), end: .timedOut, seconds: 15.1))])
    #expect(queue.isIdle)
    #expect(try isGone("process"))
  }

  /// Those that wait are not started, and the one that runs is ended.
  @Test func interrupted() throws {
    let queue = try queue("echo $$ > process; echo ready; exec sleep 100")
    queue.enqueue(text("x"))
    #expect(events(of: queue) { !$0.isEmpty } == [printed("ready")])
    queue.enqueue(text("y"))
    queue.stop()
    queue.enqueue(text("z"))
    #expect(finish(queue).ends == [.interrupted, .interrupted, .interrupted])
    #expect(try isGone("process"))
  }

  /// A child that outlives it and holds its output.
  @Test func leavesAChild() throws {
    let start = monotonicSeconds()
    let (printed, ends) = try run(
      "(trap '' TERM HUP; sleep 100) & echo $! > process; echo done", text("x"))
    #expect(printed == "done\n")
    #expect(ends == [.exited(status: 0)])
    #expect(try isGone("process"))
    #expect(monotonicSeconds() - start < 10)
  }

  @Test func floods() throws {
    let (printed, ends) = try run("yes", text("x"), timeoutSeconds: 1)
    #expect(ends == [.timedOut])
    #expect(printed.utf8.count < ProgramOutput.mostBytes + 100)
    #expect(printed.hasSuffix("y\n(cut)"))
  }

  @Test(arguments: ["exit 0", "exec <&-; sleep 0.3", "sleep 0.3"])
  func readsNothingOfMuch(lines: String) throws {
    #expect(
      try run(lines, text(String(repeating: "x", count: 1 << 20))).ends == [.exited(status: 0)])
  }

  @Test func readsSlowly() throws {
    let long = String(repeating: "long text\n", count: 100_000)
    let (printed, _) = try run(
      "for i in 1 2 3; do head -c 100000 > part; sleep 0.1; done; cat > rest; "
        + "cat part rest | wc -c",
      text(long))
    let count = try #require(Int(printed.trimmed))
    #expect((800_000...900_000).contains(count))
  }

  @Test func thirtyAtOnce() throws {
    let clock = SetClock(0)
    let queue = try queue("cat >> all; echo >> all", clock: clock.read)
    for number in 0..<30 { queue.enqueue(text("\(number)")) }
    #expect(events(of: queue) { ends($0).count == 23 }.count == 23)
    clock.set(100)
    #expect(finish(queue).ends == Array(repeating: .exited(status: 0), count: 7))
    let all = String(decoding: try folder.bytes(of: "all"), as: UTF8.self)
    #expect(all == (0..<17).map { "\($0)\n" }.joined())
  }

  private func ends(_ events: [ExecutionEvent]) -> [ExecutionOutcome] {
    events.compactMap { if case .ended(let outcome) = $0 { outcome } else { nil } }
  }

  /// While one runs, sixteen wait.
  @Test func oneRunsAndSixteenWait() throws {
    let queue = try queue("echo ready; sleep 100")
    queue.enqueue(text("first"))
    #expect(events(of: queue) { !$0.isEmpty } == [printed("ready")])
    for number in 0..<17 { queue.enqueue(text("\(number)")) }
    #expect(
      queue.take() == [.ended(ExecutionOutcome(message: text("16"), end: .dropped, seconds: 0))])
  }

  /// Each starts at the time at which it ends, so none started before.
  @Test func tenAndThenOneInTwoSeconds() throws {
    let clock = SetClock(100)
    let queue = try queue("cat; echo", clock: clock.read)
    for number in 0..<13 { queue.enqueue(text("\(number)")) }
    for (nowSeconds, count) in [(100.0, 10), (102, 1), (110, 2)] {
      clock.set(nowSeconds)
      let seconds = ends(events(of: queue) { ends($0).count == count }).map(\.seconds)
      #expect(seconds == Array(repeating: 0, count: count))
      guard nowSeconds < 110 else { continue }
      clock.set(nowSeconds + 1.9)
      #expect(clock.wasRead(times: 2))
      #expect(queue.take() == [])
    }
    #expect(queue.isIdle)
  }

  /// A queue that is given up leaves nothing running.
  @Test func givenUp() throws {
    do {
      let queue = try queue("echo $$ > process; echo ready; sleep 100")
      queue.enqueue(text("x"))
      #expect(events(of: queue) { !$0.isEmpty } == [printed("ready")])
    }
    #expect(try isGone("process"))
  }
}

/// A clock that stands until it is set.
private final class SetClock: Sendable {
  private let state: Mutex<(seconds: Double, readCount: Int)>

  init(_ seconds: Double) { state = Mutex((seconds, 0)) }

  func set(_ seconds: Double) { state.withLock { $0 = (seconds, 0) } }

  @Sendable func read() -> Double {
    state.withLock { state in
      state.readCount += 1
      return state.seconds
    }
  }

  /// Waits until it was read so often since it was set, at most for 20 s: a queue that reads it
  /// again has decided by what it read before.
  func wasRead(times count: Int) -> Bool {
    for _ in 0..<4000 {
      if state.withLock({ $0.readCount }) >= count { return true }
      usleep(5000)
    }
    return false
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

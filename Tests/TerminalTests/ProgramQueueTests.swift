import Foundation
import HandShakeTestKit
import Testing

@testable import HandShakeTerminal

/// Programs that are really started. One at a time, for while another starts, it would hold on to a script
/// that is just being written.
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
    _ lines: String, arguments: [String] = [], timeoutSeconds: Double = 30
  ) throws -> ProgramQueue {
    ProgramQueue(
      try ExecutedProgram(
        folder.program("run", lines), arguments: arguments, timeoutSeconds: timeoutSeconds))
  }

  /// Waits for all of them; gives what they printed, and how they ended.
  private func finish(
    _ queue: inout ProgramQueue
  ) -> (printed: String, ends: [ExecutionOutcome.End]) {
    var (printed, ends) = ("", [ExecutionOutcome.End]())
    while let events = queue.next() { take(events, &printed, &ends) }
    return (printed, ends)
  }

  private func take(
    _ events: [ExecutionEvent], _ printed: inout String, _ ends: inout [ExecutionOutcome.End]
  ) {
    for event in events {
      switch event {
      case .printed(let text): printed += text
      case .ended(let outcome): ends.append(outcome.end)
      }
    }
  }

  /// Proceeds at that time until `isDone`, at most for 20 s.
  private func proceed(
    _ queue: inout ProgramQueue, at nowSeconds: Double, until isDone: ([ExecutionEvent]) -> Bool
  ) -> [ExecutionEvent] {
    var events: [ExecutionEvent] = []
    for _ in 0..<4000 {
      events += queue.proceed(nowSeconds: nowSeconds)
      if isDone(events) { break }
      usleep(5000)
    }
    return events
  }

  private func run(
    _ lines: String, _ message: ExecutedMessage, arguments: [String] = [],
    timeoutSeconds: Double = 30
  ) throws -> (printed: String, ends: [ExecutionOutcome.End]) {
    var queue = try queue(lines, arguments: arguments, timeoutSeconds: timeoutSeconds)
    queue.enqueue(message)
    return finish(&queue)
  }

  /// The number of a process, from the file `name`.
  private func processNumber(_ name: String) throws -> pid_t {
    try #require(pid_t(String(decoding: folder.bytes(of: name), as: UTF8.self).trimmed))
  }

  /// Whether the process whose number is in the file `name` ends within 2 s, and is no zombie of ours.
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
    #expect(printed == "a\\x1bc\nb\nto errors\n")
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
      protocolName: "burst", signalToNoiseDecibels: -3)
    let (printed, ends) = try run(
      "env | grep -E '^HANDSHAKE_(KIND|ROOM|TIME|NAME|SHA256|PATH|PROTOCOL|SNR_DECIBELS)=' | sort; wc -c",
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
      "0\n1\n2\n3\nSigBlk:\\t0000000000000000\nSigIgn:\\t0000000000000000\nleads\n"
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
    var queue = ProgramQueue(try ExecutedProgram(folder.path + "/junk"))
    for _ in 0..<2 { queue.enqueue(text("x")) }
    #expect(
      finish(&queue).ends == [.notStarted(errno: ENOEXEC), .notStarted(errno: ENOEXEC)])
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

  /// It answers a signal of ours, and by that shows that it lives, and what else it was sent before.
  @Test func ignoresTermination() throws {
    var queue = try queue(
      """
      # The shell may tell there that its sleep was ended.
      exec 2>/dev/null
      trap 'echo terminated' TERM; trap 'echo alive' USR1; echo $$ > process; echo ready
      while :; do sleep 100 & wait $!; done
      """, timeoutSeconds: 10)
    queue.enqueue(text("x"))
    let first = proceed(&queue, at: 0) { !$0.isEmpty }
    #expect(first == [.printed("ready\n")])
    let process = try processNumber("process")
    kill(process, SIGUSR1)
    #expect(proceed(&queue, at: 9.9) { !$0.isEmpty } == [.printed("alive\n")])
    #expect(proceed(&queue, at: 10) { !$0.isEmpty } == [.printed("terminated\n")])
    kill(process, SIGUSR1)
    #expect(proceed(&queue, at: 14.9) { !$0.isEmpty } == [.printed("alive\n")])
    let last = proceed(&queue, at: 15.1) { !$0.isEmpty }
    #expect(
      last == [.ended(ExecutionOutcome(message: text("x"), end: .timedOut, seconds: 15.1))])
    #expect(queue.isIdle)
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
    #expect(
      printed.hasSuffix("y\n" + hrecv(Texts.programPrintsTooMuch) + "\n"))
  }

  @Test(arguments: ["exit 0", "exec <&-; sleep 0.3", "sleep 0.3"])
  func readsNothingOfMuch(lines: String) throws {
    #expect(
      try run(lines, text(String(repeating: "x", count: 1 << 20))).ends == [.exited(status: 0)])
  }

  @Test func readsSlowly() throws {
    let long = String(repeating: "long text\n", count: 100_000)
    let (printed, _) = try run(
      "for i in 1 2 3; do head -c 100000 > part; sleep 0.1; done; cat > rest; cat part rest | wc -c",
      text(long))
    let count = try #require(Int(printed.trimmed))
    #expect((800_000...900_000).contains(count))
  }

  @Test func thirtyAtOnce() throws {
    var queue = try queue("cat >> all; echo >> all")
    for number in 0..<30 { queue.enqueue(text("\(number)")) }
    var (printed, ends) = ("", [ExecutionOutcome.End]())
    var nowSeconds = 0.0
    for _ in 0..<4000 where !queue.isIdle {
      nowSeconds += 0.1
      take(queue.proceed(nowSeconds: nowSeconds), &printed, &ends)
      usleep(5000)
    }
    #expect(ends.filter { $0 == .dropped }.count == 13)
    #expect(ends.filter { $0 == .exited(status: 0) }.count == 17)
    #expect(ends.count == 30)
    let all = String(decoding: try folder.bytes(of: "all"), as: UTF8.self)
    #expect(all == (0..<17).map { "\($0)\n" }.joined())
  }

  /// While one runs, sixteen wait.
  @Test func oneRunsAndSixteenWait() throws {
    var queue = try queue("sleep 100")
    queue.enqueue(text("first"))
    #expect(queue.proceed(nowSeconds: 0) == [])
    for number in 0..<17 { queue.enqueue(text("\(number)")) }
    #expect(
      queue.proceed(nowSeconds: 0)
        == [.ended(ExecutionOutcome(message: text("16"), end: .dropped, seconds: 0))])
  }

  /// Each starts at the time at which it ends, so none started before.
  @Test func tenAndThenOneInTwoSeconds() throws {
    var queue = try queue("cat; echo")
    for number in 0..<13 { queue.enqueue(text("\(number)")) }
    func durations(_ events: [ExecutionEvent]) -> [Double] {
      events.compactMap { if case .ended(let outcome) = $0 { outcome.seconds } else { nil } }
    }
    for (nowSeconds, count) in [(100.0, 10), (102, 1), (110, 2)] {
      let events = proceed(&queue, at: nowSeconds) { durations($0).count == count }
      #expect(durations(events) == Array(repeating: 0, count: count))
      for laterSeconds in [0, 1.9] where nowSeconds < 110 {
        #expect(queue.proceed(nowSeconds: nowSeconds + laterSeconds) == [])
      }
    }
    #expect(queue.isIdle)
  }

  /// A queue that is given up leaves nothing running.
  @Test func givenUp() throws {
    do {
      var queue = try queue("echo $$ > process; echo ready; sleep 100")
      queue.enqueue(text("x"))
      #expect(proceed(&queue, at: 0) { !$0.isEmpty } == [.printed("ready\n")])
    }
    #expect(try isGone("process"))
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

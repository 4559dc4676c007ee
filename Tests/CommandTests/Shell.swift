import Foundation
import Glibc
import HandShakeTestKit

/// What a script gave: all of it.
struct Outcome: Equatable {
  var output: String
  var errors: String
  var status: Int32
}

/// Runs lines of bash with the programs that were built beside the tests, each in a fresh
/// directory that holds nothing.
enum Shell {
  /// Where `hsend` and `hrecv` are: SwiftPM puts them beside the test runner.
  static let programs = URL(fileURLWithPath: "/proc/self/exe")
    .resolvingSymlinksInPath().deletingLastPathComponent().path

  /// The repository's scripts.
  static let tools = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("tools").path

  /// The repository's script that runs a command in an ALSA world of its own.
  static let loop = tools + "/alsa-loop"

  /// The repository's script that compares events with those that it keeps.
  static let goldenEvents = tools + "/golden-events"

  /// The sound server on which the loop runs.
  static let loopKind = try? run("'\(loop)' sh -c 'printf %s $LOOP_KIND'").output

  /// What `program` says when the loop's server is killed: PipeWire's plug-in calls that a broken
  /// pipe, as it does an underrun, and what can be said is that nothing moves.
  static func gone(_ program: String) -> String {
    loopKind == "pipewire"
      ? "\(program): " + Texts.deviceStalled("'default'", "3.0 s", program)
      : "\(program): " + Texts.deviceGone("'default'", "input/output error", program)
  }

  /// What scripts wait by, in place of a time.
  static let waiting = #"""
    # Until a command is true; says what it waited for where that takes longer than half a minute.
    wait_until() {
      local end=$((SECONDS + 30))
      until "$@" >/dev/null 2>&1; do
        if ((SECONDS >= end)); then echo "in vain: $*" >&2; return 1; fi
        sleep 0.02
      done
    }
    # Whether a program captures from the loop, or plays to it: PulseAudio is connected before the
    # device is open, and only has sound to play after that.
    captures() {
      if [ "$LOOP_KIND" = pipewire ]; then pw-link --links | grep loop:monitor; else
        pactl list source-outputs | grep 'Corked: no'; fi
    }
    plays() {
      if [ "$LOOP_KIND" = pipewire ]; then pw-link --links | grep loop:playback; else
        pactl list sink-inputs | grep 'Buffer Latency: [1-9]'; fi
    }
    # Whether `hrecv`, which writes its notes to the file `notes`, listens.
    listens() { grep listening notes; }
    # Whether a program has its handlers of interrupts, and all its threads wait.
    waits() {
      grep '^SigCgt:.*[2367abef]$' /proc/$1/status &&
        ! grep -h '^State:.[^S]' /proc/$1/task/*/status
    }
    gone() { ! kill -0 "$1"; }
    # Whether a file has a size in bytes.
    has_bytes() { [ "$(stat -c %s "$1")" -ge "$2" ]; }
    export -f wait_until captures plays listens waits gone has_bytes

    """#

  /// The outcome of `script`, with an empty standard input; status 124 after `seconds`.
  static func run(_ script: String, seconds: Int = 60) throws -> Outcome {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("handshake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    // Files and not pipes, so that neither can fill up; beside the directory, which stays empty.
    let outputs = directory.appendingPathExtension("outputs")
    try FileManager.default.createDirectory(at: outputs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outputs) }

    let files = ["output", "errors"].map { outputs.appendingPathComponent($0).path }
    let child = try start(
      [
        "/usr/bin/timeout", "--kill-after=5", "\(seconds)", "/bin/bash", "-c",
        "cd \"$HOME\"\n" + waiting + script,
      ],
      environment: [
        "PATH=\(programs):/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=\(directory.path)",
        "TMPDIR=\(outputs.path)",
      ], standardFiles: ["/dev/null"] + files)
    let status = try wait(child)
    let texts = try files.map {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
    }
    return Outcome(output: texts[0], errors: texts[1], status: status)
  }

  /// POSIX_SPAWN_SETSID, which glibc declares for GNU sources only.
  private static let setsidFlag: Int32 = 0x80

  struct SpawnError: Error {
    var code: Int32
  }

  /// Starts a program with files as descriptors 0, 1 and 2; in a session of its own, whose terminal
  /// the first of them becomes, where `leadsSession` says so. Gives its process.
  ///
  /// Foundation's `Process` would hand on the signals that the test runner's threads block.
  static func start(
    _ arguments: [String], environment: [String], standardFiles: [String],
    leadsSession: Bool = false
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, path) in standardFiles.enumerated() {
      posix_spawn_file_actions_addopen(
        &actions, Int32(descriptor), path,
        descriptor == 0 ? (leadsSession ? O_RDWR : O_RDONLY) : O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (leadsSession ? setsidFlag : 0)))

    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, arguments[0], &actions, &attributes, argv, envp)
    guard code == 0 else { throw SpawnError(code: code) }
    return child
  }

  /// The exit status of a process that was started here, 128 and the signal where one ended it.
  static func wait(_ child: pid_t) throws -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SpawnError(code: errno) }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}

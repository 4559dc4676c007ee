import CHandShakeSpawn
@preconcurrency import Glibc

/// A started program: its process leads a group of the same number.
struct ProgramStart {
  let process: pid_t
  /// The read end of its standard output and standard error; non-blocking.
  let output: Int32

  /// Starts `program` for `message`, with the three standard streams and no other descriptor. No
  /// signal is blocked or ignored. posix_spawn(3) returns when the program has replaced the child.
  static func start(
    _ program: ExecutedProgram, for message: ExecutedMessage
  ) throws(StartFailure) -> ProgramStart {
    let input = try file(message.input)
    defer { close(input) }
    let output = try pipe()
    defer { close(output.writing) }
    do throws(StartFailure) {
      let process = try spawn(program, message, reading: input, writing: output.writing)
      _ = fcntl(output.reading, F_SETFL, fcntl(output.reading, F_GETFL) | O_NONBLOCK)
      return ProgramStart(process: process, output: output.reading)
    } catch {
      close(output.reading)
      throw error
    }
  }

  private static func spawn(
    _ program: ExecutedProgram, _ message: ExecutedMessage, reading input: Int32,
    writing output: Int32
  ) throws(StartFailure) -> pid_t {
    // If a parent ignores SIGCHLD, the exit status of children is lost.
    signal(SIGCHLD, SIG_DFL)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    _ = spawn_closing_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let argv = ([program.path] + program.arguments).map { strdup($0) } + [nil]
    let envp =
      message.environment(inherited: inheritedEnvironment()).map { entry in
        strdup(entry.map { CChar(bitPattern: $0) } + [0])
      } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program.path, &actions, &attributes, argv, envp)
    guard code == 0 else { throw StartFailure(errno: code) }
    return process
  }

  /// The environment of this process, each variable `NAME=value`.
  private static func inheritedEnvironment() -> [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = environ
    while let entry = next.pointee {
      entries.append(
        UnsafeBufferPointer(start: entry, count: strlen(entry)).map { UInt8(bitPattern: $0) })
      next += 1
    }
    return entries
  }

  /// An in-memory file that holds `bytes`, positioned at its start.
  private static func file(_ bytes: [UInt8]) throws(StartFailure) -> Int32 {
    let file = try aside([spawn_memory_file()])[0]
    guard write(file, bytes, bytes.count) == bytes.count, lseek(file, 0, SEEK_SET) == 0 else {
      defer { close(file) }
      throw StartFailure(errno: errno)
    }
    return file
  }

  private static func pipe() throws(StartFailure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = Glibc.pipe(&ends)
    let moved = try aside(ends)
    return (moved[0], moved[1])
  }

  /// Close-on-exec copies of `opened` above the standard streams, even if this process lacks a
  /// standard stream.
  private static func aside(_ opened: [Int32]) throws(StartFailure) -> [Int32] {
    guard !opened.contains(-1) else { throw StartFailure(errno: errno) }
    let copies = opened.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    let code = errno
    opened.forEach { close($0) }
    guard copies.allSatisfy({ $0 >= 0 }) else {
      for copy in copies where copy >= 0 { close(copy) }
      throw StartFailure(errno: code)
    }
    return copies
  }
}

/// Why a program could not be started.
struct StartFailure: Error {
  /// The error of pipe(2) or posix_spawn(3).
  let errno: Int32
}

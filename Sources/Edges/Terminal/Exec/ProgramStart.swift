import CHandShakeSpawn
@preconcurrency import Glibc

/// A program that has just been started: its process, which leads a group of the same number, and the ends of
/// its pipes, neither of which blocks.
struct ProgramStart {
  let process: pid_t
  /// Where its standard input is written.
  let input: Int32
  /// Where its standard output and standard error are read.
  let output: Int32

  /// Starts `program` for `message`, with these three streams and no other descriptor, and with no signal
  /// blocked or ignored. posix_spawn(3), which waits until the program has replaced the child: no longer than
  /// reading its first page takes.
  static func start(
    _ program: ExecutedProgram, for message: ExecutedMessage
  ) throws(StartFailure) -> ProgramStart {
    let input = try pipe()
    defer { close(input.reading) }
    do throws(StartFailure) {
      let output = try pipe()
      defer { close(output.writing) }
      do throws(StartFailure) {
        let process = try spawn(program, message, reading: input.reading, writing: output.writing)
        for descriptor in [input.writing, output.reading] {
          _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        return ProgramStart(process: process, input: input.writing, output: output.reading)
      } catch {
        close(output.reading)
        throw error
      }
    } catch {
      close(input.writing)
      throw error
    }
  }

  private static func spawn(
    _ program: ExecutedProgram, _ message: ExecutedMessage, reading input: Int32,
    writing output: Int32
  ) throws(StartFailure) -> pid_t {
    // Where a parent ignores the end of its children, nobody learns how they ended.
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

  /// Both ends are close-on-exec, and none is a standard stream, even where this process lacks one.
  private static func pipe() throws(StartFailure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw StartFailure(errno: errno) }
    let copies = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    let code = errno
    ends.forEach { close($0) }
    guard copies.allSatisfy({ $0 >= 0 }) else {
      for copy in copies where copy >= 0 { close(copy) }
      throw StartFailure(errno: code)
    }
    return (copies[0], copies[1])
  }
}

/// Why a program could not be started.
struct StartFailure: Error {
  /// What pipe(2) or posix_spawn(3) gave.
  let errno: Int32
}

import Foundation

/// The time in which the programs start, print their version and end.
enum ProgramStart {
  private static let rounds = 200

  private struct Run {
    var wallSeconds: Double
    var processorSeconds: Double
  }

  static func printTable() {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    // The folder of installed programs, in addition to the folder of `swift build`.
    let installed = own.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(
        "package/\(own.deletingLastPathComponent().lastPathComponent)/release")
    print("PROGRAM --version, start to end, \(rounds) runs")
    print("  program                 least ms  median ms  processor ms (median)")
    for (folder, meaning) in [(own, "as built"), (installed, "as installed")] {
      for name in ["hsend", "hrecv", "htone"] {
        let path = folder.appendingPathComponent(name).path
        guard FileManager.default.isExecutableFile(atPath: path) else { continue }
        let runs = (0..<rounds).compactMap { _ in run(path) }
        guard runs.count == rounds else {
          print("  \(name): does not start")
          continue
        }
        let wall = runs.map(\.wallSeconds).sorted()
        let processor = runs.map(\.processorSeconds).sorted()
        print(
          "  \("\(name), \(meaning)".padded(22))  \(column(1000 * wall[0], 2, width: 8))"
            + "  \(column(1000 * wall[rounds / 2], 2, width: 9))"
            + "  \(column(1000 * processor[rounds / 2], 2, width: 12))")
      }
    }
    print("")
  }

  /// Foundation's `Process` takes longer than the measured time.
  private static func run(_ path: String) -> Run? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let words = [strdup(path), strdup("--version"), nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    var status: Int32 = 0
    var usage = rusage()
    let start = Usage.wallSeconds
    guard posix_spawn(&child, path, &actions, nil, words, environ) == 0,
      wait4(child, &status, 0, &usage) == child, status == 0
    else { return nil }
    let seconds = Usage.wallSeconds - start
    let times = [usage.ru_utime, usage.ru_stime]
    return Run(
      wallSeconds: seconds,
      processorSeconds: times.reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6
      })
  }
}

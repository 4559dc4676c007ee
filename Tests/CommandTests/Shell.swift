import Foundation

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
  private static let programs = URL(fileURLWithPath: "/proc/self/exe")
    .resolvingSymlinksInPath().deletingLastPathComponent().path

  /// The outcome of `script`, with an empty standard input; status 124 after a minute.
  static func run(_ script: String) throws -> Outcome {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("handshake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    // Files and not pipes, so that neither can fill up; beside the directory, which stays empty.
    let outputs = directory.appendingPathExtension("outputs")
    try FileManager.default.createDirectory(at: outputs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outputs) }

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["60", "/bin/bash", "-c", script]
    process.currentDirectoryURL = directory
    process.environment = [
      "PATH": programs + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": directory.path,
      "TMPDIR": outputs.path,
    ]
    process.standardInput = FileHandle.nullDevice
    let files = ["output", "errors"].map { outputs.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Outcome(output: texts[0], errors: texts[1], status: process.terminationStatus)
  }
}

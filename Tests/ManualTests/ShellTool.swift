import Foundation

/// Runs what reads pages and completions.
enum ShellTool {
  /// What `script` prints, errors too, with `input` as its standard input.
  static func run(_ script: String, _ input: String) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("manual-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(input.utf8).write(to: file)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "MANWIDTH": "80",
      "TERM": "vt100", "MANOPT": "--nh --nj",
    ]
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  static func words(in text: String) -> Set<String> {
    Set(text.split { $0.isWhitespace || $0 == "\"" }.map(String.init))
  }
}

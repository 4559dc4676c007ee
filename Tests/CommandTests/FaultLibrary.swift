import Foundation
import Testing

/// `tools/alsa-fault.c` compiled: makes ALSA fail on purpose, preloaded into a program.
enum FaultLibrary {
  /// Where it is; compiled once.
  static func path() throws -> String { try compiled.get() }

  private static let compiled = Result<String, any Error> {
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let source = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "tools/alsa-fault.c")
    let library = products.appending(path: "alsa-fault-commands.so").path
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    // The Swift toolchain brings clang; a compiler called cc need not be there.
    compiler.arguments = [
      "clang", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source.path,
      "-ldl",
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return library
  }
}

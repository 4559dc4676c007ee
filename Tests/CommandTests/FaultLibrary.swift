import Foundation
import Testing

/// A source under `tools/` compiled, that makes things fail or otherwise differ on purpose,
/// preloaded into a program.
struct FaultLibrary {
  /// `tools/parts/alsa-fault.c`: ALSA's calls.
  static let alsa = FaultLibrary("alsa-fault")
  /// `tools/parts/clock-fault.c`: the time of day.
  static let clock = FaultLibrary("clock-fault")

  /// `tools/parts/derivation-light.c`: keys of passphrases.
  static let lightDerivation = FaultLibrary("derivation-light")

  private let compiled: Result<String, any Error>

  /// Where it is; compiled once.
  func path() throws -> String { try compiled.get() }

  private init(_ name: String) {
    compiled = Result { try Self.compile(name) }
  }

  private static func compile(_ name: String) throws -> String {
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let source = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "tools/parts/\(name).c")
    let library = products.appending(path: "\(name)-commands.so").path
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

import Foundation
import Testing

/// One run of `alsa-exercise`, and what it printed.
struct LoopRun {
  struct Direction: Decodable {
    var sampleRateHertz: Int?
    var channelCount: Int?
    var formatName: String?
    var frames: Int
    var xruns: Int
    var suspends: Int
    var error: String?
    var secondsSinceInterrupt: Double?
  }
  struct Facts: Decodable {
    var play: Direction?
    var capture: Direction?
    var maximumError: Float?
    var playList: [String]?
    var captureList: [String]?
  }

  var facts: Facts
  var standardError: String

  /// In the private ALSA loop; `environment` holds for the exercise and, where it's the loop's own
  /// variable, for the loop.
  static func inLoop(_ arguments: String..., environment: [String: String] = [:]) throws -> LoopRun
  {
    try LoopRun(
      [package.appending(path: "tools/alsa-loop").path] + command(environment) + arguments,
      environment: environment.filter { $0.key.hasPrefix("LOOP_") })
  }

  /// On this machine as it is.
  static func outsideLoop(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> LoopRun {
    try LoopRun(["env"] + command(environment) + arguments, environment: [:])
  }

  /// The sound server that the loop runs on, "pipewire" or "pulseaudio"; nil where it can't run,
  /// and tests that need it are skipped.
  static let kind: String? = {
    let process = Process()
    process.executableURL = package.appending(path: "tools/alsa-loop")
    process.arguments = ["sh", "-c", "printf %s $LOOP_KIND"]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: printed, as: UTF8.self) : nil
  }()
  static let isPossible = kind != nil
  static let skipped: Comment = "needs a sound server with its ALSA plug-in: run tools/setup test"

  /// What the loop wants where ALSA converts, and its first samples are to arrive: see the usage of
  /// `tools/alsa-loop`.
  static let converted = ["PULSE_LATENCY_MSEC": "200"]

  /// What stations of the loop need besides; nil where there is no PulseAudio.
  static let air: String? =
    kind == "pulseaudio" ? products.appending(path: "handshake-air").path : nil

  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The fault injector, compiled once.
  private static let faultLibrary = Result<String, Error> {
    let library = products.appending(path: "alsa-fault.so").path
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    // The Swift toolchain brings clang; a compiler called cc need not be there.
    compiler.arguments = [
      "clang", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
      package.appending(path: "tools/parts/alsa-fault.c").path, "-ldl",
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return library
  }

  private static func command(_ environment: [String: String]) throws -> [String] {
    var variables = environment.filter { !$0.key.hasPrefix("LOOP_") }
    if variables.keys.contains(where: { $0.hasPrefix("ALSA_") && $0 != "ALSA_CONFIG_PATH" }) {
      variables["LD_PRELOAD"] = try faultLibrary.get()
    }
    // A hang is to be a failure, not the end of the test run.
    return ["timeout", "-k", "1", "30", "env"] + variables.map { "\($0.key)=\($0.value)" }
      + [products.appending(path: "alsa-exercise").path]
  }

  private init(_ command: [String], environment: [String: String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Standard error is short enough for a pipe's buffer.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    standardError = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command): \(standardError)")
    facts = try JSONDecoder().decode(Facts.self, from: printed)
  }
}

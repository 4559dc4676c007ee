import Foundation
import Testing

@testable import HandShakeExecution

@Suite struct ExecutedProgramTests {
  @Test func absolutePaths() throws(ExecutedProgramError) {
    #expect(try ExecutedProgram("/bin/sh").path == "/bin/sh")
    #expect(try ExecutedProgram("sh", searchPath: "/nowhere:/bin").path == "/bin/sh")
  }

  @Test func relativePaths() throws {
    let folder = try StandInFolder()
    let path = try folder.program("run", "")
    let up = String(
      repeating: "../", count: FileManager.default.currentDirectoryPath.split(separator: "/").count)
    let found = try ExecutedProgram(up + path.dropFirst())
    #expect(found.path == FileManager.default.currentDirectoryPath + "/" + up + path.dropFirst())
  }

  /// Folders, and what may not be executed, are passed over as execvp(3) does.
  @Test func searchGoesOn() throws {
    let (first, second) = (try StandInFolder(), try StandInFolder())
    try first.file("run", mode: 0o644)
    let path = try second.program("run", "")
    #expect(
      try ExecutedProgram("run", searchPath: "\(first.path):\(second.path)").path == path)
    #expect(throws: ExecutedProgramError.notExecutable(first.path + "/run")) {
      try ExecutedProgram("run", searchPath: first.path)
    }
    try FileManager.default.createDirectory(
      atPath: first.path + "/folder", withIntermediateDirectories: true)
    #expect(throws: ExecutedProgramError.missing("folder")) {
      try ExecutedProgram("folder", searchPath: first.path)
    }
  }

  @Test func refusals() throws {
    let folder = try StandInFolder()
    try folder.file("plain", mode: 0o644)
    let expected: [(String, ExecutedProgramError)] = [
      ("/nowhere/run", .missing("/nowhere/run")),
      ("no-such-run", .missing("no-such-run")),
      ("", .missing("")),
      (folder.path, .isDirectory(folder.path)),
      (folder.path + "/plain", .notExecutable(folder.path + "/plain")),
      ("/dev/null", .notExecutable("/dev/null")),
    ]
    for (name, error) in expected {
      #expect(throws: error) { try ExecutedProgram(name, searchPath: "/bin") }
    }
  }

  /// The secret stays here, and what the environment already had of a message is not that of this
  /// one.
  @Test func environment() {
    let inherited = [
      "PATH=/bin", "HANDSHAKE_SECRET=abc", "HANDSHAKE_PATH=/stale", "HANDSHAKE_SECRETS=kept",
      "odd",
    ].map { Array($0.utf8) }
    let message = ExecutedMessage(
      .file(path: "/kept/a b", name: "a\0b", sha256: "00ff"), room: "kitchen",
      sealedSeconds: 1_769_860_800, protocolName: "burst", signalToNoise: "12.3")
    #expect(
      message.environment(inherited: inherited).map { String(decoding: $0, as: UTF8.self) } == [
        "PATH=/bin", "HANDSHAKE_SECRETS=kept", "odd", "HANDSHAKE_KIND=file",
        "HANDSHAKE_ROOM=kitchen", "HANDSHAKE_TIME=2026-01-31T12:00:00Z", "HANDSHAKE_NAME=a",
        "HANDSHAKE_SHA256=00ff", "HANDSHAKE_PATH=/kept/a b", "HANDSHAKE_PROTOCOL=burst",
        "HANDSHAKE_SNR_DECIBELS=12.3",
      ])
    let text = ExecutedMessage(.text(Array("hello".utf8)), protocolName: "hop")
    #expect(
      text.environment(inherited: inherited).suffix(8).map { String(decoding: $0, as: UTF8.self) }
        == [
          "HANDSHAKE_KIND=text", "HANDSHAKE_ROOM=", "HANDSHAKE_TIME=", "HANDSHAKE_NAME=",
          "HANDSHAKE_SHA256=", "HANDSHAKE_PATH=", "HANDSHAKE_PROTOCOL=hop",
          "HANDSHAKE_SNR_DECIBELS=",
        ])
  }

  @Test func outputIsBounded() {
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    var output = ProgramOutput()
    #expect(output.push(bytes("a\u{1b}[2J\nb")) == [.printed([bytes("a\u{1b}[2J")])])
    #expect(output.push(bytes("c\n\nd")) == [.printed([bytes("bc"), []])])
    #expect(output.finish() == [.printed([bytes("d")])])
    #expect(output.finish() == [])
    let line = String(repeating: "y", count: 999) + "\n"
    let events = (0..<100).flatMap { _ in output.push(bytes(line)) }
    let told = events.reduce(0) { sum, event in
      guard case .printed(let lines) = event else { return sum }
      return sum + lines.reduce(0) { $0 + $1.count + 1 }
    }
    #expect((ProgramOutput.mostBytes - 10...ProgramOutput.mostBytes + 1).contains(told))
    #expect(events.last == .cut && events.count { $0 == .cut } == 1)
    #expect(output.push([0x41, 0x0a]) + output.finish() == [])
  }
}

/// A folder of its own for programs that stand in, which goes with it.
final class StandInFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("handshake-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A shell script that does `lines` in this folder; gives its path.
  func program(_ name: String, _ lines: String) throws -> String {
    try file(name, "#!/bin/sh\ncd '\(path)'\n" + lines + "\n", mode: 0o755)
    return path + "/" + name
  }

  func file(_ name: String, _ text: String = "", mode: Int) throws {
    #expect(
      FileManager.default.createFile(
        atPath: path + "/" + name, contents: Data(text.utf8),
        attributes: [.posixPermissions: mode]))
  }

  /// What a program left in a file here.
  func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }
}

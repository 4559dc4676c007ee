import Foundation
import HandShakeCatalog

/// The time until the built `hsend` has written its first sample.
enum SendStart {
  private static let rounds = 15
  /// The header and the first sample of a WAV file with 16-bit samples.
  private static let firstSampleEnd = 46

  static func printTable() {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let program = folder.appendingPathComponent("hsend")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      print("hsend is not built: no time to its first sample\n")
      return
    }
    print("hsend --output - TEXT into a pipe, start of process to first sample, \(rounds) runs")
    print("  protocol                median ms  longest ms")
    for modem in ProtocolCatalog.builtIn {
      let times = (0..<rounds).compactMap { _ in firstSampleSeconds(program, modem.name) }.sorted()
      guard times.count == rounds else {
        print("  \(modem.name.padded(22))  no samples came")
        continue
      }
      print(
        "  \(modem.name.padded(22))  \(column(1000 * times[rounds / 2], 1, width: 9))"
          + "  \(column(1000 * times[rounds - 1], 1, width: 10))")
    }
    print("")
  }

  private static func firstSampleSeconds(_ program: URL, _ name: String) -> Double? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = ["--protocol", name, "--output", "-", "hello, world"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    let start = Usage.wallSeconds
    guard (try? process.run()) != nil else { return nil }
    var count = 0
    var seconds: Double?
    while true {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      count += data.count
      if count >= firstSampleEnd, seconds == nil { seconds = Usage.wallSeconds - start }
    }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? seconds : nil
  }
}

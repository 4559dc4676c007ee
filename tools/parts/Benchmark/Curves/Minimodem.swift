import Foundation
import HandShakeAudioFile

/// Minimodem from Debian: audible frequency-shift keying, as in a telephone modem.
struct Minimodem {
  private let program: URL
  private let folder: URL

  /// Finds the program. Nil if it is not installed.
  init?() {
    program = URL(fileURLWithPath: "/usr/bin/minimodem")
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    guard FileManager.default.isExecutableFile(atPath: program.path),
      (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true))
        != nil
    else { return nil }
  }

  /// Removes the files that it has written.
  func close() { try? FileManager.default.removeItem(at: folder) }

  /// Minimodem at `bitsPerSecond`.
  func system(bitsPerSecond: Int) -> TransferSystem {
    let path = folder.appendingPathComponent("sound.wav").path
    return TransferSystem(
      name: "minimodem-\(bitsPerSecond)",
      samples: { text in
        // The text has its own line, whatever bytes noise adds before it.
        run(["--tx", "-f", path, "-R", "48000", "\(bitsPerSecond)"], Data([0x0A] + text + [0x0A]))
        return recording(path).map(TransferSystem.atFullScale)
      },
      texts: { samples in
        guard write(samples, to: path) else { return [] }
        return run(["--rx", "-q", "-f", path, "\(bitsPerSecond)"], Data())
          .split(separator: 0x0A).map { Array($0) }
      })
  }

  @discardableResult
  private func run(_ arguments: [String], _ input: Data) -> Data {
    let process = Process()
    let (sent, heard) = (Pipe(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = sent
    process.standardOutput = heard
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return Data() }
    try? sent.fileHandleForWriting.write(contentsOf: input)
    try? sent.fileHandleForWriting.close()
    let output = heard.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return output
  }

  private func recording(_ path: String) -> [Float]? {
    do throws(AudioFileError) {
      let reader = try RecordingReader(path: path)
      var samples: [Float] = []
      var block = [Float](repeating: 0, count: 4096)
      while true {
        let count = try reader.read(into: &block)
        guard count > 0 else { return samples }
        samples += block[..<count]
      }
    } catch {
      return nil
    }
  }

  /// Writes at a level that clips no sample.
  private func write(_ samples: [Float], to path: String) -> Bool {
    let peak = max(samples.reduce(0) { max($0, abs($1)) }, 1e-9)
    do throws(AudioFileError) {
      let writer = try RecordingWriter(path: path, sampleRateHertz: 48000)
      try writer.write(samples.map { 0.9 * $0 / peak })
      try writer.finish()
      return true
    } catch {
      return false
    }
  }
}

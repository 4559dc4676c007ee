import Foundation

/// The original ggwave library in a process of its own; see `tools/parts/ggwave-peer`.
final class GGWaveLibrary {
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()

  /// Starts the process. Nil if `tools/setup everything` has not installed it.
  init?() {
    let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    process.executableURL = root.appendingPathComponent(".build/ggwave-peer/bin/python")
    process.arguments = [root.appendingPathComponent("tools/parts/ggwave-peer").path]
    process.standardInput = requests
    process.standardOutput = answers
    guard (try? process.run()) != nil else { return nil }
  }

  deinit {
    try? requests.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The library with only the protocol of this ggwave number enabled.
  func system(_ name: String, number: UInt8) -> TransferSystem {
    TransferSystem(
      name: name,
      samples: { [self] text in
        let answer = ask("e", number, Data(text))
        let samples = answer.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return samples.isEmpty ? nil : TransferSystem.atFullScale(samples)
      },
      texts: { [self] recording in
        let text = ask("d", number, recording.withUnsafeBytes { Data($0) })
        return text.isEmpty ? [] : [Array(text)]
      })
  }

  private func ask(_ letter: Character, _ number: UInt8, _ data: Data) -> Data {
    var request = Data([letter.asciiValue!, number])
    withUnsafeBytes(of: UInt32(data.count).littleEndian) { request.append(contentsOf: $0) }
    try? requests.fileHandleForWriting.write(contentsOf: request + data)
    let count = read(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return read(count)
  }

  private func read(_ count: Int) -> Data {
    var data = Data()
    while data.count < count {
      let more = try? answers.fileHandleForReading.read(upToCount: count - data.count)
      guard let more, !more.isEmpty else { break }
      data += more
    }
    return data
  }
}

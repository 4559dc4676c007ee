import Foundation
import HandShakeAudioFile
import HandShakeTestKit
import Testing

/// Input at any speed, of any kind, and narrow terminals.
@Suite(.waiting) struct BadInputTests {
  /// A burst and the silence in which its echoes would be, a slice every tenth of a second.
  @Test(arguments: [(10, 96_000), (1, 960)])
  func pipesAtTenTimesAndAtATenthOfRealTime(slow: Int, sliceBytes: Int) throws {
    let outcome = try Shell.run(
      """
      hsend --protocol burst-max --output - hi | tail -c +45 >a
      head -c 20000 /dev/zero >>a
      for ((start = 0; start < $(stat -c %s a); start += \(sliceBytes))); do
        tail -c +$((start + 1)) a | head -c \(sliceBytes); sleep 0.095
      done | hrecv --input - --raw s16,48000,1 --protocol burst-max
      """)
    #expect(outcome == Outcome(output: "hi\n", errors: "", status: 0))
  }

  /// Samples that are no numbers, infinite or absurd are silence, and said so.
  @Test func floatsThatAreNoNumbers() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "handshake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.wav").path
    #expect(try Shell.run("hsend --output '\(path)' 'through it all'").status == 0)
    let reader = try RecordingReader(path: path)
    var samples = [Float](repeating: 0, count: 200_000)
    var count = 0
    while true {
      var block = [Float](repeating: 0, count: 4096)
      let read = try reader.read(into: &block)
      if read == 0 { break }
      samples.replaceSubrange(count..<count + read, with: block[..<read])
      count += read
    }
    samples.removeSubrange(count...)
    for (index, value) in [Float.nan, .infinity, -.infinity, .signalingNaN, 1e30, -1e38]
      .enumerated()
    {
      samples[5000 * index + 2000] = value
    }
    try Self.floatWave(samples).write(to: URL(filePath: path))
    let outcome = try Shell.run("hrecv --input '\(path)'")
    #expect(
      outcome
        == Outcome(
          output: "through it all\n",
          errors: hrecv(Texts.noNumbersTaken("6", "'\(path)'")) + "\n", status: 0))
  }

  /// A WAV file of mono floats at 48 kHz (WAVE_FORMAT_IEEE_FLOAT).
  private static func floatWave(_ samples: [Float]) -> Data {
    func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    let size = UInt32(4 * samples.count)
    var wave = Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
    wave += bytes(3, 2) + bytes(1, 2) + bytes(48_000, 4) + bytes(192_000, 4) + bytes(4, 2)
    wave += bytes(32, 2) + Array("data".utf8) + bytes(size, 4)
    for sample in samples { wave += bytes(sample.bitPattern, 4) }
    return Data(wave)
  }

  /// What is written over and over never needs a second line.
  @Test func aTerminalOfTwentyColumns() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol classic --output a.wav "$(printf '%0200d' 7)"
      script -qec 'stty cols 20; hrecv --input a.wav >out' shown >/dev/null
      tail -c +1 out; tr '\\r' '\\n' <shown
      """)
    #expect(outcome.output.hasPrefix(String(repeating: "0", count: 199) + "7\n"))
    let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("\u{1b}[K") }
    #expect(lines.contains { $0.count > 10 })
    #expect(lines.allSatisfy { $0.count <= 3 + 19 })
  }
}

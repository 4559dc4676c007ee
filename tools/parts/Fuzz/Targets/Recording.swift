import Foundation
import Glibc
import HandShakeAudioFile

extension FuzzTarget {
  /// A file as `hrecv --input` reads it. If its first byte is below 7, it is headerless samples of
  /// that encoding. One in four files comes through a pipe.
  static let recording = bytes("recording", seeds: recordingSeeds) { input in
    var raw: RawFormat?
    var content = input
    if let first = input.first, first < 7, input.count > 2 {
      raw = RawFormat(
        encoding: SampleEncoding.allCases[Int(first)], sampleRateHertz: 48_000,
        channelCount: Int(input[1]) % 80)
      content = UnsafeRawBufferPointer(rebasing: input[2...])
    }
    withPath(to: content, isPipe: input.count % 4 == 3) { path in
      guard let reader = try? RecordingReader(path: path, rawFormat: raw) else { return }
      let limits = (RecordingLimits.sampleRateHertz, RecordingLimits.channelCount)
      precondition(limits.0.contains(reader.sampleRateHertz))
      precondition(limits.1.contains(reader.channelCount))
      var block = [Float](repeating: .nan, count: 1000)
      // A few bytes of a codec may decode to hours of sound.
      for _ in 0..<200 {
        guard let count = try? reader.read(into: &block), count > 0 else { break }
        precondition(count * reader.channelCount <= block.count)
        precondition(block[..<(count * reader.channelCount)].allSatisfy { abs($0) <= 1e10 })
      }
    }
  }

  private static func withPath(
    to bytes: UnsafeRawBufferPointer, isPipe: Bool, _ body: (String) -> Void
  ) {
    guard isPipe else {
      ftruncate(file, 0)
      precondition(pwrite(file, bytes.baseAddress, bytes.count, 0) == bytes.count)
      return body("/proc/self/fd/\(file)")
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    // The input is shorter than the capacity of a pipe.
    precondition(write(ends[1], bytes.baseAddress, bytes.count) == bytes.count)
    close(ends[1])
    body("/proc/self/fd/\(ends[0])")
    close(ends[0])
  }

  /// An unnamed file in memory.
  private static let file: Int32 = {
    var template = Array("/dev/shm/handshake-fuzz-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    precondition(file >= 0, "no file can be made in /dev/shm")
    unlink(template)
    return file
  }()

  /// A short sound in every format that can be written.
  private static let recordingSeeds: @Sendable () -> [[UInt8]] = {
    var seeds: [[UInt8]] = []
    let folder = FileManager.default.temporaryDirectory
    for ending in ["wav", "flac", "ogg", "aiff", "au", "caf", "w64"] {
      for encoding in RecordingFormat.allCases {
        let file = folder.appendingPathComponent("fuzz-\(getpid()).\(ending)")
        defer { try? FileManager.default.removeItem(at: file) }
        guard
          let writer = try? RecordingWriter(
            path: file.path, sampleRateHertz: 48_000, format: encoding)
        else { continue }
        let samples = (0..<200).map { Float($0 % 17) / 20 }
        guard (try? samples.withUnsafeBufferPointer { try writer.write($0) }) != nil,
          (try? writer.finish()) != nil, let data = try? Data(contentsOf: file)
        else { continue }
        seeds.append(Array(data))
      }
    }
    return seeds
  }
}

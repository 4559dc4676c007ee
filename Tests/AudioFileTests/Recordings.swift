import CHandShakeSndfile
import Foundation
import HandShakeAudioFile
import HandShakeTestKit
import Testing

/// A directory that goes with its test.
final class Scratch {
  let directory: String

  init() {
    var template = Array("\(NSTemporaryDirectory())/audiofile.XXXXXX".utf8CString)
    directory = String(cString: mkdtemp(&template))
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func path(_ name: String) -> String { directory + "/" + name }

  func file(_ name: String, _ bytes: [UInt8]) -> String {
    #expect(FileManager.default.createFile(atPath: path(name), contents: Data(bytes)))
    return path(name)
  }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()) ?? []
  }
}

/// Everything a reader gives, in blocks that divide nothing evenly.
func readAll(_ reader: RecordingReader, blockFrames: Int = 1013) throws -> [Float] {
  var block = [Float](repeating: 0, count: blockFrames * reader.channelCount)
  var all: [Float] = []
  while true {
    let frames = try reader.read(into: &block)
    if frames == 0 { return all }
    all += block[..<(frames * reader.channelCount)]
  }
}

/// Writes a file with libsndfile directly, so that our reader is not checked by our writer.
func writeWithSndfile(
  _ path: String, format: Int, rate: Int, channels: Int, _ samples: [Float]
) throws {
  var description = SF_INFO()
  description.samplerate = Int32(rate)
  description.channels = Int32(channels)
  description.format = Int32(format)
  let file = try #require(
    sf_open(path, Int32(SFM_WRITE), &description), "\(String(cString: sf_strerror(nil)))")
  sf_command(file, Int32(SFC_SET_CLIPPING), nil, 1)
  var start = 0
  while start < samples.count {
    let count = min(4096 * channels, samples.count - start)
    samples.withUnsafeBufferPointer {
      _ = sf_write_float(file, $0.baseAddress! + start, sf_count_t(count))
    }
    start += count
  }
  #expect(sf_close(file) == 0)
}

func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
  zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
}

/// Runs `body` with the path of a pipe that a thread of its own feeds with `pieces`.
func withPipe<R>(_ pieces: [[UInt8]], _ body: (String) throws -> R) throws -> R {
  var ends: [Int32] = [0, 0]
  #expect(pipe(&ends) == 0)
  signal(SIGPIPE, SIG_IGN)
  let (readEnd, writeEnd) = (ends[0], ends[1])
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    feeding: for piece in pieces {
      var rest = piece[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(writeEnd, $0.baseAddress, $0.count) }
        if count < 0 { break feeding }
        rest = rest.dropFirst(count)
      }
    }
    close(writeEnd)
    done.signal()
  }
  defer {
    close(readEnd)
    done.wait()
  }
  return try body("/dev/fd/\(readEnd)")
}

func bytes(of path: String) -> [UInt8] {
  FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
}

extension Array where Element == UInt8 {
  static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    Swift.withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

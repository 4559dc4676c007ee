@preconcurrency import Glibc
import HandShakeFiles

/// Why a recording could not be read or written. Every case has the caller's path ("-" is standard
/// input or output).
package enum AudioFileError: Error, Equatable, Sendable {
  /// The path does not exist. For writing, the directory does not exist.
  case missing(path: String)
  /// The path is a directory.
  case isDirectory(path: String)
  /// The permissions forbid it.
  case notPermitted(path: String)
  /// It could not be opened for another reason.
  case unopenable(path: String, SystemFault)

  /// The input ended before its first byte.
  case empty(path: String)
  /// The first bytes fit no known format.
  case unknownFormat(path: String)
  /// The input ends inside its header.
  case headerCutOff(path: String)
  /// The header has an impossible value.
  case absurdHeader(path: String, HeaderFault)
  /// libsndfile recognised the format and refused the content; `detail` is its message.
  case malformed(path: String, detail: String)
  /// The header promises frames, but the file has no frames.
  case noFrames(path: String, promisedFrames: Int)
  /// A read failed.
  case readFailed(path: String, SystemFault)
  /// A signal handler ran during a blocking read or write (EINTR).
  case interrupted(path: String)

  /// The file system or device is full (ENOSPC, EDQUOT, EFBIG).
  case noSpace(path: String)
  /// The reader of the pipe closed it (EPIPE).
  case closedPipe(path: String)
  /// A write failed.
  case writeFailed(path: String, SystemFault)
  /// libsndfile cannot write this; `detail` is its message.
  case unencodable(path: String, detail: String)
  /// This kind of file does not support the sample format; `offered` are the supported formats.
  case unsupportedFormat(path: String, RecordingFormat, offered: [RecordingFormat])
  /// A pipe or device supports WAV only.
  case needsRegularFile(path: String)
  /// More frames than the sizes in a WAV header can express.
  case tooLong(path: String, frames: Int)
  /// The header of a stream promised another number of frames.
  case frameCountBroken(path: String, promisedFrames: Int, writtenFrames: Int)
}

/// The impossible value in a header.
package enum HeaderFault: Equatable, Sendable {
  /// Not 1 to 64.
  case channelCount(Int)
  /// Not 1 to 768,000.
  case sampleRateHertz(Int)
  /// Not an integer of 1 to 4 bytes, nor a float of 4 or 8.
  case bitsPerSample(Int)
  /// The description of the sample format is missing.
  case noFormat
}

extension AudioFileError {
  /// The error of an `errno` of open(2) and similar calls.
  static func opening(_ path: String, _ code: Int32) -> Self {
    sorted(path, code) ?? .unopenable(path: path, SystemFault(code: code))
  }

  /// The error of an `errno` of read(2).
  static func reading(_ path: String, _ code: Int32) -> Self {
    sorted(path, code) ?? .readFailed(path: path, SystemFault(code: code))
  }

  /// The error of an `errno` of write(2).
  static func writing(_ path: String, _ code: Int32) -> Self {
    sorted(path, code) ?? .writeFailed(path: path, SystemFault(code: code))
  }

  /// The error of an `errno` of any call; nil for other values.
  private static func sorted(_ path: String, _ code: Int32) -> Self? {
    switch code {
    case ENOENT: .missing(path: path)
    case EISDIR: .isDirectory(path: path)
    case EACCES, EPERM, EROFS: .notPermitted(path: path)
    case EINTR: .interrupted(path: path)
    case ENOSPC, EDQUOT, EFBIG: .noSpace(path: path)
    case EPIPE: .closedPipe(path: path)
    default: nil
    }
  }
}

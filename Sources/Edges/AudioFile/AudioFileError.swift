@preconcurrency import Glibc
import HandShakeFiles

/// Why a recording could not be read or written. Every case names the path as the caller gave it
/// ("-" is standard input or output).
package enum AudioFileError: Error, Equatable, Sendable {
  /// Nothing is at this path; when writing, it is the directory that is not there.
  case missing(path: String)
  /// The path is a directory.
  case isDirectory(path: String)
  /// The permissions forbid it.
  case notPermitted(path: String)
  /// It could not be opened for another reason.
  case unopenable(path: String, SystemFault)

  /// The input ended before its first byte.
  case empty(path: String)
  /// The first bytes belong to no format known here.
  case unknownFormat(path: String)
  /// The input ends inside its header.
  case headerCutOff(path: String)
  /// The header says what cannot be.
  case absurdHeader(path: String, HeaderFault)
  /// libsndfile recognised the format and refused the content; `detail` is its sentence.
  case malformed(path: String, detail: String)
  /// The header promises frames and not one is there.
  case noFrames(path: String, promisedFrames: Int)
  /// The system failed a read.
  case readFailed(path: String, SystemFault)
  /// A signal handler ran during a blocking read or write (EINTR).
  case interrupted(path: String)

  /// The file system or device is full (ENOSPC, EDQUOT, EFBIG).
  case noSpace(path: String)
  /// The reader of the pipe is gone (EPIPE).
  case closedPipe(path: String)
  /// The system failed a write.
  case writeFailed(path: String, SystemFault)
  /// libsndfile refused to write this; `detail` is its sentence.
  case unencodable(path: String, detail: String)
  /// Files of this kind don't hold samples of that format; they do those of `offered`.
  case unsupportedFormat(path: String, RecordingFormat, offered: [RecordingFormat])
  /// A pipe or device takes WAV only.
  case needsRegularFile(path: String)
  /// More frames than the sizes in a WAV header can say.
  case tooLong(path: String, frames: Int)
  /// A stream whose header has gone out was finished with another number of frames.
  case frameCountBroken(path: String, promisedFrames: Int, writtenFrames: Int)
}

/// What is impossible in a header.
package enum HeaderFault: Equatable, Sendable {
  /// Not 1 to 64.
  case channelCount(Int)
  /// Not 1 to 768,000.
  case sampleRateHertz(Int)
  /// No integer of 1 to 4 bytes and no float of 4 or 8.
  case bitsPerSample(Int)
  /// The samples come without a description of their format.
  case noFormat
}

extension AudioFileError {
  /// Sorts an `errno` of open(2) and its like.
  static func opening(_ path: String, _ code: Int32) -> Self {
    sorted(path, code) ?? .unopenable(path: path, SystemFault(code: code))
  }

  /// Sorts an `errno` of read(2).
  static func reading(_ path: String, _ code: Int32) -> Self {
    sorted(path, code) ?? .readFailed(path: path, SystemFault(code: code))
  }

  /// Sorts an `errno` of write(2).
  static func writing(_ path: String, _ code: Int32) -> Self {
    sorted(path, code) ?? .writeFailed(path: path, SystemFault(code: code))
  }

  /// What an `errno` means whatever was called; nil where it means nothing in particular.
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

import HandShakeAudioFile

/// The fault of a recording, and the next thing to try.
extension AudioFileError {
  /// The failure as a sentence; `isWriting` if the file was to be written.
  func wording(isWriting: Bool) -> String {
    switch self {
    case .missing(let path):
      return isWriting
        ? "there is no folder \(quoted(path)): make it with mkdir, or give another path"
        : "there is no file \(quoted(path)): check the path with ls"
    case .isDirectory(let path):
      return "\(quoted(path)) is a directory: give the path of a file in it"
    case .notPermitted(let path):
      return "\(quoted(path)) may not be \(isWriting ? "written" : "read"): "
        + "check its permissions with ls -l, or choose another path"
    case .unopenable(let path, let fault):
      return "\(quoted(path)) cannot be opened (\(fault.text)): choose another path"
    case .empty(let path):
      return "\(quoted(path)) is empty: record again"
    case .unknownFormat(let path) where Self.isForFFmpeg(path):
      return "\(quoted(path)) is in a format that hrecv does not read: convert it with "
        + "ffmpeg -i \(typedPath(path)) \(typedPath(Self.withoutEnding(path) + ".wav"))"
    case .unknownFormat(let path):
      return "\(quoted(path)) is not a recording in a known format: give a WAV, FLAC or OGG file, "
        + "or describe headerless samples with --raw s16,48000,1"
    case .headerCutOff(let path):
      return "\(quoted(path)) ends inside its header: record or copy it again"
    case .absurdHeader(let path, let fault):
      return "the header of \(quoted(path)) is damaged (\(fault.wording)): record or copy it "
        + "again, or describe its samples with --raw s16,48000,1"
    case .malformed(let path, let detail):
      return "\(quoted(path)) is damaged (\(tidied(detail))): record or copy it again"
    case .noFrames(let path, let promised):
      return "\(quoted(path)) promises \(promised) samples and holds none: record or copy it again"
    case .readFailed(let path, let fault):
      return "reading \(quoted(path)) failed (\(fault.text)): copy it elsewhere and "
        + "try again"
    case .interrupted:
      return "interrupted"
    case .noSpace(let path):
      return "no space is left for \(quoted(path)): free some, or choose another path"
    case .closedPipe(let path):
      return "the reader of \(quoted(path)) is gone: start again with one that stays"
    case .writeFailed(let path, let fault):
      return "writing \(quoted(path)) failed (\(fault.text)): choose another path"
    case .unencodable(let path, let detail):
      return
        "\(quoted(path)) cannot be written (\(tidied(detail))): give a name that ends in .wav, "
        + "or --rate 48000"
    case .unsupportedFormat(let path, let format, let offered):
      return "\(quoted(path)) cannot hold \(format.rawValue) samples: give --format "
        + offered.map(\.rawValue).joined(separator: " or ") + ", or a name that ends in .wav"
    case .needsRegularFile(let path):
      return "\(quoted(path)) is not a regular file, and its format requires one: "
        + "give a name that ends in .wav"
    case .tooLong(let path, let frames):
      return "\(frames) samples are more than \(quoted(path)) can hold: make it shorter, or "
        + "write a .flac file"
    case .frameCountBroken(let path, let promised, let written):
      return "\(quoted(path)) was to hold \(promised) samples and got \(written): write it again"
    }
  }
}

/// Recording formats of telephones and browsers that libsndfile does not read.
extension AudioFileError {
  private static let endings: Set<String> = [
    "m4a", "m4b", "mp4", "aac", "3gp", "3gpp", "amr", "webm", "mkv", "mka", "mov", "wma", "opus",
    "mp3",
  ]

  private static func isForFFmpeg(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    return endings.contains(path[dot...].dropFirst().lowercased())
  }

  private static func withoutEnding(_ path: String) -> String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
  }
}

/// A message of libsndfile as a part of a sentence.
private func tidied(_ detail: String) -> String {
  var words = detail.lowercased()[...]
  for prefix in ["error :", "error:"] where words.hasPrefix(prefix) {
    words = words.dropFirst(prefix.count)
  }
  while let last = words.last, last == "." || last == " " { words = words.dropLast() }
  return String(words.drop { $0 == " " })
}

extension HeaderFault {
  fileprivate var wording: String {
    switch self {
    case .channelCount(let count): "\(count) channels"
    case .sampleRateHertz(let rate): "\(rate) samples a second"
    case .bitsPerSample(let bits): "\(bits) bits a sample"
    case .noFormat: "no sample format"
    }
  }
}

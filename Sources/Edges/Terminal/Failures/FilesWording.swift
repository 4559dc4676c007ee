import HandShakeFiles

/// The fault of a file that was sent or received, and the next thing to try.
extension FilesError {
  func wording(for command: CommandName) -> String {
    switch self {
    case .missing(let path):
      return command == .hsend
        ? "there is no file \(quoted(path)): check the path with ls"
        : "there is no folder \(quoted(path)): make it with mkdir, or give another one"
    case .isDirectory(let path):
      return "\(quoted(path)) is a directory: give the path of a file in it"
    case .notRegular(let path):
      return "\(quoted(path)) is not a regular file: give the path of one"
    case .notDirectory(let path):
      return "\(quoted(path)) is not a folder: give the path of one"
    case .notPermitted(let path):
      return "\(quoted(path)) may not be \(command == .hsend ? "read" : "written to"): "
        + "check its permissions with ls -ld, or choose another path"
    case .tooLarge(let path, let count, let limit):
      return "\(quoted(path)) has \(count) bytes and at most \(limit) can be sent: "
        + "split it, as in split -b \(limit) FILE"
    case .changed(let path):
      return "\(quoted(path)) changed while it was read: send it again when it is finished"
    case .readFailed(let path, let code):
      return "reading \(quoted(path)) failed (\(systemText(code))): copy it elsewhere and try again"
    case .noSpace(let path):
      return
        "no space is left in \(quoted(path)): free some, or choose another folder, and receive "
        + "the file again"
    case .noNameLeft(let path):
      return
        "\(quoted(path)) is full of files of that name: move them away, or choose another folder"
    case .writeFailed(let path, let code):
      return "writing to \(quoted(path)) failed (\(systemText(code))): choose another folder, and "
        + "receive the file again"
    case .wrongDigest(let name):
      return "the file '\(name)' is not what was sent: receive it again"
    case .notReplayMemory(let path):
      return "\(quoted(path)) is not a list of seen messages: move it away"
    }
  }
}

import Glibc
import HandShakeCoding
import HandShakeConfiguration
import HandShakeFiles
import HandShakeModem

extension FuzzTarget {
  /// A received file with a name from a stranger. It is kept under a harmless name, or it is not
  /// kept.
  static let incomingFolder = bytes(
    "incoming", longest: 600,
    seeds: { names.map { [0, UInt8($0.utf8.count)] + $0.utf8 + [1, 2] } }
  ) { input in
    var bytes = FuzzBytes(input)
    let lies = bytes.byte() & 1 != 0
    let name = bytes.bytes(Int(bytes.byte()) + 1)
    let content = bytes.rest()
    var digest = SHA256.digest(of: content)
    if lies { digest[content.count % 32] ^= 1 }
    guard let file = CarriedFile(name: name, digest: digest, bytes: content) else { return }
    precondition(FileName.safe(file.name) == file.name)
    precondition((1...FileName.largestByteCount).contains(file.name.count))
    precondition(!file.name.contains(UInt8(ascii: "/")) && file.name[0] != UInt8(ascii: "."))
    precondition(file.name.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    guard let folder = try? IncomingFolder(path: folderPath) else {
      preconditionFailure("\(folderPath) is not there")
    }
    let first = try? folder.keep(file)
    let second = try? folder.keep(file)
    precondition((first == nil) == lies && (second == nil) == lies)
    for path in [first, second] {
      guard let path else { continue }
      var status = stat()
      // By bytes, because the character after the slash may combine with the slash.
      precondition(path.utf8.starts(with: (folderPath + "/").utf8) && lstat(path, &status) == 0)
      precondition(Int(status.st_size) == content.count && status.st_mode & 0o777 == 0o600)
      precondition(unlink(path) == 0)
    }
    // No other file was made.
    precondition(first == nil || first != second)
  }

  private static let names = [
    "note.txt", "../../etc/passwd", ".bashrc", "-rf", "a\u{202E}txt.exe", "a\0b", "né.tar.gz",
    String(repeating: "x", count: 250) + ".md",
  ]

  /// A folder in memory, because each input writes two files.
  private static let folderPath: String = {
    var template = Array("/dev/shm/handshake-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      preconditionFailure("no folder can be made in /dev/shm")
    }
    atexit { rmdir(FuzzTarget.folderPath) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}

@preconcurrency import Glibc

/// Gets the bytes of the text that is to be sent.
package enum TextInput {
  /// Far more than any protocol sends, far less than memory.
  static let limitBytes = 1 << 22

  /// The operand as it is, or standard input to its end less one trailing newline.
  package static func read(_ source: SendOptions.TextSource) throws(CommandFailure) -> [UInt8] {
    switch source {
    case .argument(let bytes): return bytes
    // Those are no texts.
    case .file, .wifi: return []
    case .standardInput:
      if isatty(STDIN_FILENO) == 1 {
        Program.say("type the text, then Ctrl-D on a line of its own", as: .hsend)
      }
      var bytes = try readToEnd(STDIN_FILENO)
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return bytes
    }
  }

  static func readToEnd(_ descriptor: Int32) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &block, block.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += block.prefix(count)
        if bytes.count > limitBytes { throw .endlessInput(limit: limitBytes) }
        continue
      }
      let code = errno
      if Interruption.isRequested { throw .interrupted }
      if code == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, 100)
      } else if code != EINTR {
        throw .standardInput(errno: code)
      }
    }
  }
}

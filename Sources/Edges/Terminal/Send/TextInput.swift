@preconcurrency import Glibc
import HandShakeFiles

/// Reads the bytes of the text to send.
package enum TextInput {
  /// More than any protocol sends, and little memory.
  static let limitBytes = 1 << 22

  /// The operand unchanged, or standard input to its end without one trailing newline.
  package static func read(_ source: SendOptions.TextSource) throws(CommandFailure) -> [UInt8] {
    switch source {
    case .argument(let bytes): return bytes
    // These sources have no text.
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
    let bytes = try ofStandardInput { () throws(SystemFault) in
      try readWhole(descriptor, limit: limitBytes) { Interruption.isRequested }
    }
    guard bytes.count <= limitBytes else { throw .endlessInput(limit: limitBytes) }
    return bytes
  }

  /// The bytes that `read` gets from standard input.
  static func ofStandardInput(
    _ read: () throws(SystemFault) -> [UInt8]
  ) throws(CommandFailure) -> [UInt8] {
    do throws(SystemFault) {
      return try read()
    } catch {
      throw error.code == EINTR ? .interrupted : .standardInput(errno: error.code)
    }
  }
}

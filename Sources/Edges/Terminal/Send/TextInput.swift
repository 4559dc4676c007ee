@preconcurrency import Glibc
import HandShakeFiles

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

import HandShakeTerminal

/// A key that controls a tone.
enum LiveKey: Equatable {
  case left, right, up, down, pageUp, pageDown
  /// A left or right arrow with shift, control or alt.
  case farLeft, farRight
  /// A character key.
  case character(UInt8)
}

/// Decodes keys from a terminal: characters, and the sequences of ECMA-48 in xterm's form. Ignores
/// unknown sequences.
struct LiveKeyDecoder {
  /// An incomplete sequence.
  private var pending: [UInt8] = []

  /// The longest sequence of a key.
  private static let longestSequence = 16

  /// The keys that are complete after `bytes`.
  mutating func keys(_ bytes: [UInt8]) -> [LiveKey] {
    var keys: [LiveKey] = []
    for byte in bytes {
      if pending.isEmpty {
        if byte == 0x1b { pending = [byte] } else { keys.append(.character(byte)) }
        continue
      }
      if byte == 0x1b {
        pending = [byte]
        continue
      }
      pending.append(byte)
      if pending.count == 2 {
        // ESC [ and ESC O begin a sequence; ESC and a character is that key with alt.
        if byte != UInt8(ascii: "["), byte != UInt8(ascii: "O") { pending = [] }
      } else if (0x40...0x7e).contains(byte) {
        if let key = Self.key(pending) { keys.append(key) }
        pending = []
      } else if pending.count >= Self.longestSequence {
        pending = []
      }
    }
    return keys
  }

  /// The key of a complete sequence such as `ESC [ 1 ; 2 C`.
  private static func key(_ sequence: [UInt8]) -> LiveKey? {
    let parameters = String(decoding: sequence[2..<(sequence.count - 1)], as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false)
    let isModified = parameters.count > 1 && parameters[1] != "1"
    switch sequence[sequence.count - 1] {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return isModified ? .farRight : .right
    case UInt8(ascii: "D"): return isModified ? .farLeft : .left
    case UInt8(ascii: "~") where parameters[0] == "5": return .pageUp
    case UInt8(ascii: "~") where parameters[0] == "6": return .pageDown
    default: return nil
    }
  }
}

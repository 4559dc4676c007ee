import HandShakeCatalog
import HandShakeModem

/// Why a text cannot be sent.
extension TransmitterError {
  func wording(protocolName: String) -> String {
    switch self {
    case .emptyText:
      "there is no text to send: give one, as in hsend \"hello\""
    case .unsupportedCharacter(let scalar, let position):
      "\(scalar.wording) at position \(position) is not in the alphabet of \(protocolName): "
        + "leave it out, or write it in ASCII"
    case .notText(let position):
      "the text is not UTF-8 from byte \(position) on: send text, or encode the bytes first, "
        + "as in base64 FILE | hsend"
    case .textTooLong(let count, let limit):
      "the text has \(count) characters and \(protocolName) sends at most \(limit): "
        + "split it, as in head -c \(limit) FILE | hsend"
    case .rateTooLow(let highest):
      "the sampling rate does not hold the highest tone, \(hertz(highest)): give --rate 48000"
    case .noRungs:
      "\(protocolName) has one pace only: leave --rung, --snr, --robust and --fast out, or "
        + "give --protocol burst"
    case .unknownRung(let rung, let offered):
      "\(protocolName) does not send at rung \(rung): give --rung \(numberList(offered))"
        + (offered.count > 1 ? ", of which the lowest is the most robust" : "")
    case .noFiles:
      "\(protocolName) carries texts only: give --protocol burst to send a file"
    case .fileTooLong(let count, let limit):
      "the file has \(count) bytes and \(protocolName) sends at most \(limit): split it, as in "
        + "split -b \(limit) FILE"
    case .noSealedContent:
      "\(protocolName) cannot carry sealed messages: give --protocol hop or burst, or --unsealed"
    case .noAnswers, .noReceipts:
      "\(protocolName) has no receipts: give --protocol hop or burst, or leave --confirm out"
    case .noRepair:
      "\(protocolName) has no repair blocks: give --protocol burst"
    }
  }
}

extension Unicode.Scalar {
  /// The character and its number: `'é' (U+00E9)`; only the number if the character is invisible.
  fileprivate var wording: String {
    let digits = String(value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse, .spaceSeparator, .nonspacingMark, .enclosingMark:
      return number
    default:
      return "'\(self)' (\(number))"
    }
  }
}

/// Why a protocol or the configuration could not be read.
extension CatalogError {
  /// - Parameter isConfiguration: whether the file is the configuration, not a protocol.
  func wording(for command: CommandName, isConfiguration: Bool = false) -> String {
    let file = isConfiguration ? "the configuration" : "the protocol file"
    switch self {
    case .unknownName(let name, _) where isConfiguration:
      return "there is no protocol '\(name)': choose one from hsend --list-protocols"
    case .unknownName(let name, let known):
      return "there is no protocol '\(name)': "
        + (Spelling.nearest(name, among: known).map { "did you mean \($0)?" }
          ?? "choose one from \(command.rawValue) --list-protocols, or give the path of a file, as "
          + "./\(name.isEmpty ? "mine" : name).json")
    case .unreadable(let path, let reason):
      return "\(file) \(quoted(path)) cannot be read (\(reason)): check "
        + "\(isConfiguration ? "it" : "the path") with ls -l"
    case .readableByOthers(let path):
      return "\(file) \(quoted(path)) " + (isConfiguration ? "holds a secret and " : "")
        + "can be read by others: type chmod 600 " + typedPath(path)
    case .unwritable(let path, let reason):
      return "\(file) \(quoted(path)) cannot be written (\(reason)): check its folder with ls -l"
    case .malformed(let path, let reason):
      return "\(file) \(quoted(path)) is \(reason): correct it there"
        + (isConfiguration ? ", or remove it" : "")
    case .badField(let path, let field, let reason):
      return "\(field) in \(file) \(quoted(path)) \(reason): correct it there"
    }
  }
}

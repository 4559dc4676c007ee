import CHandShake
import HandShake
import HandShakeCatalog
import HandShakeModem
import HandShakeSealing

extension handshake_status {
  /// The status of a protocol that cannot be found or read.
  init(_ error: CatalogError) {
    switch error {
    case .unknownName: self = HANDSHAKE_UNKNOWN_PROTOCOL
    case .unreadable, .readableByOthers, .unwritable, .malformed, .badField:
      self = HANDSHAKE_BAD_PROTOCOL
    }
  }

  /// The status of a text that cannot be sent.
  init(_ error: TransmitterError) {
    switch error {
    case .emptyText, .unsupportedCharacter, .notText: self = HANDSHAKE_BAD_TEXT
    case .textTooLong, .fileTooLong: self = HANDSHAKE_TEXT_TOO_LONG
    case .rateTooLow: self = HANDSHAKE_BAD_RATE
    case .noSealedContent: self = HANDSHAKE_NO_SEALING
    case .noFiles: self = HANDSHAKE_NO_FILES
    case .noRungs, .unknownRung: self = HANDSHAKE_NO_RUNG
    case .noRepair: self = HANDSHAKE_NO_REPAIR
    case .noAnswers, .noReceipts: self = HANDSHAKE_NO_ANSWERS
    }
  }

  /// The status of an `Outgoing` that cannot be sent.
  init(_ error: OutgoingError) {
    switch error {
    case .content(let error, _): self.init(error)
    case .noPlacement: self = HANDSHAKE_NO_PLACEMENT
    }
  }

  /// The status of words that are not a valid secret.
  init(_ error: SecretError) {
    switch error {
    case .empty, .tooShort: self = HANDSHAKE_SECRET_TOO_SHORT
    case .tooLong: self = HANDSHAKE_SECRET_TOO_LONG
    case .containsNull, .notUTF8: self = HANDSHAKE_SECRET_NOT_TEXT
    case .mistyped: self = HANDSHAKE_SECRET_MISTYPED
    case .noMemory: self = HANDSHAKE_NO_MEMORY
    }
  }

  fileprivate var sentence: StaticString {
    switch self {
    case HANDSHAKE_OK: "done"
    case HANDSHAKE_BAD_ARGUMENT: "an argument is NULL, misaligned or out of range"
    case HANDSHAKE_BAD_RATE: "samples at that rate cannot be used: resample to 48000 Hz"
    case HANDSHAKE_UNKNOWN_PROTOCOL: "there is no protocol of that name"
    case HANDSHAKE_BAD_PROTOCOL: "the protocol file cannot be read, or a field in it is wrong"
    case HANDSHAKE_NO_PLACEMENT: "no band of the protocol lies below the ceiling and half the rate"
    case HANDSHAKE_BAD_TEXT: "the text is empty, or the protocol lacks something in it"
    case HANDSHAKE_TEXT_TOO_LONG: "the text or file is longer than the protocol carries"
    case HANDSHAKE_UNPOLLED: "too many events wait: poll them before more samples are pushed"
    case HANDSHAKE_FINISHED: "the receiver was told that no more samples come"
    case HANDSHAKE_SECRET_TOO_SHORT: "a secret has 12 characters at least"
    case HANDSHAKE_SECRET_TOO_LONG: "a secret has 1024 bytes at most"
    case HANDSHAKE_SECRET_NOT_TEXT: "a secret is UTF-8 without zero bytes"
    case HANDSHAKE_SECRET_MISTYPED: "there is a typing error in the generated secret"
    case HANDSHAKE_NO_MEMORY: "the 64 MiB that a secret takes are not there"
    case HANDSHAKE_NO_SEALING: "the protocol cannot carry sealed messages: use hop or burst"
    case HANDSHAKE_NO_FILES: "the protocol carries texts only: send files by burst"
    case HANDSHAKE_NO_RUNG: "the protocol has no such rung for a message of that length"
    case HANDSHAKE_NO_REPAIR: "the protocol has no repair blocks: use burst"
    case HANDSHAKE_NO_ANSWERS:
      "the protocol cannot ask for an answer, or not at that rung: use hop or burst"
    case HANDSHAKE_NOT_PAIRED: "the receiver has no key: it is not paired"
    default: "an unknown status"
    }
  }
}

/// `handshake_message`
@_cdecl("handshake_message")
public func message(_ status: handshake_status) -> UnsafePointer<CChar> { pointer(status.sentence) }

/// `handshake_version`
@_cdecl("handshake_version")
public func version() -> UnsafePointer<CChar> { versionText }

/// Lives as long as the process.
nonisolated(unsafe) private let versionText = terminatedCopy(Array(handShakeVersion.utf8))

private func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// A copy of `bytes` with a zero at the end. The caller deallocates it.
func terminatedCopy(_ bytes: [UInt8]) -> UnsafePointer<CChar> {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
  for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
  copy[bytes.count] = 0
  return UnsafePointer(copy)
}

/// `handshake_protocol_name`
@_cdecl("handshake_protocol_name")
public func protocolName(_ index: Int) -> UnsafePointer<CChar>? {
  protocolNames.indices.contains(index) ? protocolNames[index] : nil
}

/// Live as long as the process.
nonisolated(unsafe) private let protocolNames = ProtocolCatalog.builtIn.map {
  terminatedCopy(Array($0.name.utf8))
}

import CHandShake
import HandShakeCatalog
import HandShakeModem

/// Checks of the arguments that callers pass.
enum Arguments {
  /// Most samples in one call: 1.5 hours at 48 kHz. A greater count was a negative number.
  static let mostSamples = 1 << 28
  /// Longest text, in bytes: no protocol carries more.
  static let longestText = 1 << 20
  /// Highest sampling rate, in hertz.
  static let highestRateHertz = 768_000.0
  static let mostProtocols = 64
  /// Longest name or path, as in Linux.
  private static let longestName = 4096

  /// Whether `samples` can be `count` samples.
  static func isBlock(_ samples: UnsafeRawPointer?, count: Int) -> Bool {
    guard (0...mostSamples).contains(count) else { return false }
    return count == 0 || isAligned(samples, as: Float.self)
  }

  /// Whether the pointer has the alignment of this type.
  static func isAligned<Value>(_ pointer: UnsafeRawPointer?, as type: Value.Type) -> Bool {
    guard let pointer else { return false }
    return Int(bitPattern: pointer) % MemoryLayout<Value>.alignment == 0
  }

  /// The protocol with a zero-terminated name or path.
  static func find(_ name: UnsafePointer<CChar>) throws(StatusError) -> ModemProtocol {
    let bytes = try bytes(of: name, orElse: HANDSHAKE_UNKNOWN_PROTOCOL)
    return try find(named: String(decoding: bytes, as: UTF8.self))
  }

  /// The protocol with that name or path.
  static func find(named name: String) throws(StatusError) -> ModemProtocol {
    do throws(CatalogError) {
      return try ProtocolCatalog.find(name)
    } catch {
      throw StatusError(handshake_status(error))
    }
  }

  /// The bytes of a zero-terminated name or path, without the zero. Throws `status` if it is too
  /// long.
  static func bytes(
    of name: UnsafePointer<CChar>, orElse status: handshake_status
  ) throws(StatusError) -> [UInt8] {
    var length = 0
    while length <= longestName, name[length] != 0 { length += 1 }
    guard length <= longestName else { throw StatusError(status) }
    return Array(UnsafeRawBufferPointer(start: name, count: length))
  }
}

/// The status of a call that failed.
struct StatusError: Error {
  let status: handshake_status

  init(_ status: handshake_status) { self.status = status }
}

/// The status of a call that does `work`.
func status(_ work: () throws(StatusError) -> Void) -> handshake_status {
  do throws(StatusError) {
    try work()
    return HANDSHAKE_OK
  } catch {
    return error.status
  }
}

import HandShakeModem
import HandShakeProtocols

/// The available protocols: the built-in protocols, and protocols in the user's files.
public enum ProtocolCatalog {
  /// The built-in protocols, in the order of the list for the user.
  public static let builtIn: [ModemProtocol] = ProtocolFiles.all.map { bytes in
    do throws(CatalogError) {
      return try parse(bytes, path: "built-in protocol")
    } catch {
      preconditionFailure("a protocol file that was compiled in is wrong: \(error)")
    }
  }

  /// The built-in protocols that a receiver listens for by default: all near-ultrasonic protocols.
  public static let heardUnasked = builtIn.filter { $0.isNearUltrasonic }

  /// The recommended protocols for a path that a probe measured, the fastest first.
  public static let recommended = ["burst", "hop", "hop-deep"].compactMap { name in
    builtIn.first { $0.name == name }
  }

  /// The largest accepted protocol file, in bytes.
  static let largestFile = 1 << 20

  /// The protocol called `nameOrPath`. If it contains a slash or ends in `.json`, the protocol in
  /// that file.
  public static func find(_ nameOrPath: String) throws(CatalogError) -> ModemProtocol {
    // A page has no files.
    #if !hasFeature(Embedded)
      // Compare bytes: in a string, a slash before a combining character is another character.
      if nameOrPath.utf8.contains(UInt8(ascii: "/")) || nameOrPath.hasSuffix(".json") {
        return try parse(
          try BoundedFile.read(nameOrPath, largestByteCount: largestFile), path: nameOrPath)
      }
    #endif
    if let found = builtIn.first(where: { $0.name == nameOrPath }) { return found }
    throw .unknownName(nameOrPath, known: builtIn.map { $0.name })
  }

  /// The protocol in `bytes`, JSON from `path`.
  package static func parse(_ bytes: [UInt8], path: String) throws(CatalogError) -> ModemProtocol {
    let fields = try CheckedFields(bytes: bytes, path: path)
    do throws(FieldError) {
      return try ModemProtocol(fields)
    } catch {
      throw .badField(path: path, field: error.field, reason: error.reason)
    }
  }
}

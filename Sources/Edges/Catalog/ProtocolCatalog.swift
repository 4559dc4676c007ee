import HandShakeModem
import HandShakeProtocols

/// The protocols there are: those compiled in, and those in files of the user's.
public enum ProtocolCatalog {
  /// The compiled-in protocols, in the order in which they are listed to the user.
  public static let builtIn: [ModemProtocol] = ProtocolFiles.all.map { bytes in
    do throws(CatalogError) {
      return try parse(bytes, path: "built-in protocol")
    } catch {
      preconditionFailure("a protocol file that was compiled in is wrong: \(error)")
    }
  }

  /// Those of them that a receiver listens for unless it is told otherwise: all near-ultrasonic
  /// ones.
  public static let heardUnasked = builtIn.filter { $0.isNearUltrasonic }

  /// What is recommended for a path that a probe has measured, the fastest first.
  public static let recommended = ["burst", "hop", "hop-deep"].compactMap { name in
    builtIn.first { $0.name == name }
  }

  /// The largest protocol file that is read, in bytes.
  static let largestFile = 1 << 20

  /// The protocol called `nameOrPath`; the one declared in that file where it contains a slash or
  /// ends in `.json`.
  public static func find(_ nameOrPath: String) throws(CatalogError) -> ModemProtocol {
    // In a page there are no files.
    #if !hasFeature(Embedded)
      // By bytes: to a string a slash before a combining character is another character.
      if nameOrPath.utf8.contains(UInt8(ascii: "/")) || nameOrPath.hasSuffix(".json") {
        return try parse(
          try BoundedFile.read(nameOrPath, largestByteCount: largestFile), path: nameOrPath)
      }
    #endif
    if let found = builtIn.first(where: { $0.name == nameOrPath }) { return found }
    throw .unknownName(nameOrPath, known: builtIn.map { $0.name })
  }

  /// The protocol declared by `bytes`, JSON read from `path`.
  package static func parse(_ bytes: [UInt8], path: String) throws(CatalogError) -> ModemProtocol {
    let fields = try CheckedFields(bytes: bytes, path: path)
    do throws(FieldError) {
      return try ModemProtocol(fields)
    } catch {
      throw .badField(path: path, field: error.field, reason: error.reason)
    }
  }
}

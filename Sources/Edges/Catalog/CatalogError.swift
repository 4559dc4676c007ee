/// Why a protocol cannot be used, or the configuration cannot be read or written.
public enum CatalogError: Error, Equatable, Sendable {
  /// The protocol `name` does not exist; `known` are the protocols.
  case unknownName(String, known: [String])
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file contains a secret, and others may read it.
  case readableByOthers(path: String)
  /// The file cannot be written.
  case unwritable(path: String, reason: String)
  /// The file is not a JSON object; `reason` tells the fault.
  case malformed(path: String, reason: String)
  /// A field is missing, has a wrong type, is out of range, or contradicts another field.
  case badField(path: String, field: String, reason: String)
}

/// Why a protocol cannot be used, or the configuration not read or written.
public enum CatalogError: Error, Equatable, Sendable {
  /// No protocol is called `name`; `known` are.
  case unknownName(String, known: [String])
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file holds a secret, and others may read it.
  case readableByOthers(path: String)
  /// The file cannot be written.
  case unwritable(path: String, reason: String)
  /// The file is not a JSON object; `reason` says what it is.
  case malformed(path: String, reason: String)
  /// A field is missing, of the wrong type, out of range, or at odds with another.
  case badField(path: String, field: String, reason: String)
}

import HandShakeCatalog
import HandShakeJSON
import HandShakeModem
import HandShakeProtocols

/// The fields in the file of a built-in protocol.
func fields(ofBuiltIn name: String) -> [String: JSONValue] {
  for bytes in ProtocolFiles.all {
    if case .object(let fields)? = try? JSONValue(bytes: bytes), fields["name"] == .string(name) {
      return fields
    }
  }
  preconditionFailure("there is no protocol \(name)")
}

/// The protocol that a file with these fields declares.
func declared(_ fields: [String: JSONValue]) -> ModemProtocol {
  do throws(CatalogError) {
    return try ProtocolCatalog.parse(Array(JSONValue.object(fields).page.utf8), path: "benchmark")
  } catch {
    preconditionFailure("\(error)")
  }
}

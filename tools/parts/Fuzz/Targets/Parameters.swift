import HandShakeCatalog
@testable import HandShakeModem

/// A built-in protocol.
func catalogued(_ name: String) -> ModemProtocol {
  guard let found = try? ProtocolCatalog.find(name) else {
    preconditionFailure("there is no \(name)")
  }
  return found
}

/// The parameters in the file of a built-in protocol, for its family.
func parameters<Parameters>(of name: String) -> Parameters {
  guard let found = catalogued(name).family as? Parameters else {
    preconditionFailure("\(name) is of another family")
  }
  return found
}

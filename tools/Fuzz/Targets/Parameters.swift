import HandShakeCatalog
@testable import HandShakeModem

/// A protocol that is compiled in.
func catalogued(_ name: String) -> ModemProtocol {
  guard let found = try? ProtocolCatalog.find(name) else {
    preconditionFailure("there is no \(name)")
  }
  return found
}

/// What the file of a compiled-in protocol declares for its family.
func parameters<Parameters>(of name: String) -> Parameters {
  guard let found = catalogued(name).family as? Parameters else {
    preconditionFailure("\(name) is of another family")
  }
  return found
}

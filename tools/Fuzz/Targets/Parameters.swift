import Catalog
@testable import Modem

/// A protocol that is compiled in.
func catalogued(_ name: String) -> ModemProtocol {
  guard let found = try? ProtocolCatalog.find(name) else {
    preconditionFailure("there is no \(name)")
  }
  return found
}

extension AlphabetParameters {
  init(classicOf listened: ModemProtocol) {
    guard case .alphabet(let parameters) = listened.family else { preconditionFailure() }
    self = parameters
  }
}

extension HopParameters {
  init(hopOf listened: ModemProtocol) {
    guard case .hop(let parameters) = listened.family else { preconditionFailure() }
    self = parameters
  }
}

extension BurstParameters {
  init(burstOf listened: ModemProtocol) {
    guard case .burst(let parameters) = listened.family else { preconditionFailure() }
    self = parameters
  }
}

import Glibc
import HandShakeCatalog
import HandShakeModem

/// Finds the protocols that the options name.
package enum ProtocolChoice {
  /// The protocol of this name or file, for messages of `length` bytes if `length` is given.
  package static func find(
    _ nameOrPath: String, length: Int?
  ) throws(CommandFailure) -> ModemProtocol {
    let found = try find(nameOrPath)
    guard let length else { return found }
    guard let fixed = found.fixedLength(length) else {
      throw .noFixedLength(protocolName: found.name)
    }
    return fixed
  }

  /// The protocol of this name or in the file at this path.
  package static func find(_ nameOrPath: String) throws(CommandFailure) -> ModemProtocol {
    do {
      return try ProtocolCatalog.find(nameOrPath)
    } catch {
      // A signal ends the wait for a pipe without a writer.
      throw Interruption.isRequested ? .interrupted : .catalog(error)
    }
  }

  /// The protocols that `hrecv` listens for: the named protocols, every protocol with `--all`,
  /// otherwise all near-ultrasonic protocols.
  package static func listened(_ options: ReceiveOptions) throws(CommandFailure) -> [ModemProtocol]
  {
    guard options.protocolNames.isEmpty else {
      var found: [ModemProtocol] = []
      var names: Set<String> = []
      for name in options.protocolNames.flatMap(expanded) where names.insert(name).inserted {
        found.append(try find(name, length: options.messageLength))
      }
      return found
    }
    return options.listensForAll ? ProtocolCatalog.builtIn : ProtocolCatalog.heardUnasked
  }

  /// The names of the built-in protocols that match a pattern such as `ggwave-*`. A name without a
  /// pattern, or without a match, stays as it is.
  private static func expanded(_ name: String) -> [String] {
    guard name.contains("*"), !name.contains("/") else { return [name] }
    let fitting = ProtocolCatalog.builtIn.map(\.name).filter { fnmatch(name, $0, 0) == 0 }
    return fitting.isEmpty ? [name] : fitting
  }
}

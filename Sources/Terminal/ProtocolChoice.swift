import Catalog
import Modem

/// Finds the protocols that the options name.
public enum ProtocolChoice {
  /// The protocol of this name or in the file at this path.
  public static func find(_ nameOrPath: String) throws(CommandFailure) -> ModemProtocol {
    do {
      return try ProtocolCatalog.find(nameOrPath)
    } catch {
      // A signal ends the wait for a pipe that nobody writes.
      throw Interruption.isRequested ? .interrupted : .catalog(error)
    }
  }

  /// What `hrecv` listens for: what is named, else every near-ultrasonic protocol, with `--all`
  /// every protocol.
  public static func listened(_ options: ReceiveOptions) throws(CommandFailure) -> [ModemProtocol] {
    guard options.protocolNames.isEmpty else {
      var found: [ModemProtocol] = []
      for name in options.protocolNames {
        let named = try find(name)
        if !found.contains(named) { found.append(named) }
      }
      return found
    }
    return ProtocolCatalog.builtIn.filter { options.listensForAll || $0.isNearUltrasonic }
  }
}

extension ModemProtocol {
  /// Whether every placement lies in the band that all receivers share.
  var isNearUltrasonic: Bool {
    placements.allSatisfy { $0.lowestToneHertz >= BandFilter.bandHertz.lowerBound }
  }
}

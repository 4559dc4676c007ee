import HandShakeCatalog
import HandShakeConfiguration
import HandShakeTerminal

/// `--list-rooms` and `--forget`.
package enum RoomList {
  /// Prints a line for each secret of `configuration`: its name, its fingerprint, and its source.
  package static func print(
    _ secrets: SecretSource, _ configuration: Configuration, for command: CommandName
  ) throws(CommandFailure) {
    let known = try secrets.fingerprints()
    if known.isEmpty {
      return Program.say("there are no rooms: make one by \(command.rawValue) --pair", as: command)
    }
    let rows = known.map { secret in
      let isPaired = secret.source == CommandOption.Name.pair.flag
      let name = secret.room ?? "(without a name)"
      let isForMessages =
        configuration.messagesOnly.contains(name)
        || configuration.pairedRooms.contains { $0.name == name && !$0.mayStartPrograms }
      return (
        name: VisibleText.escaping(name), secret.fingerprint,
        (isPaired ? "paired" : secret.source ?? "configuration")
          + (isForMessages ? ", messages only" : ", may start programs")
      )
    }
    let width = rows.map(\.name.count).max() ?? 0
    try Program.print(
      rows.map { row in padded(row.name, width) + "  \(row.1)  \(row.2)\n" }.joined())
  }

  /// Removes the secret of the pairing for `room`.
  package static func forget(
    _ room: String, _ configuration: Configuration, for command: CommandName
  ) throws(CommandFailure) {
    guard configuration.pairedRooms.contains(where: { $0.name == room }) else {
      if configuration.secrets[room] != nil { throw .room(.configured(room)) }
      throw .room(.notPaired(room, known: configuration.pairedRooms.map(\.name)))
    }
    guard let file = ConfigurationFile() else { throw .noHome }
    do throws(CatalogError) {
      try PairedRooms(beside: file).remove(room)
    } catch {
      throw .configuration(error)
    }
    Program.say("forgot \(quoted(room)): forget it on the other device too", as: command)
  }
}

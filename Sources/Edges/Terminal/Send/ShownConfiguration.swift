import HandShakeConfiguration
import HandShakeModem

/// `hsend --show-config`: each value in force, and its source.
package enum ShownConfiguration {
  /// Prints a line for each value.
  package static func print(_ options: SendOptions) throws(CommandFailure) {
    try Program.print(
      text(
        of: options, path: ConfigurationFile()?.path, secrets: options.secret.fingerprints()))
  }

  /// - Parameters:
  ///   - path: path of the configuration file, nil if there is no home directory.
  ///   - secrets: room, fingerprint and source of each; the source is nil for the configuration.
  static func text(
    of options: SendOptions, path: String?,
    secrets: [(room: String?, fingerprint: String, source: String?)]
  ) -> String {
    var rows: [(name: String, value: String, origin: String)] = []
    func add<Value>(
      _ name: String, _ setting: Setting<Value>, _ option: CommandOption.Name,
      _ wording: (Value) -> String
    ) {
      let origin =
        switch setting.origin {
        case .option: option.flag
        case .configuration: VisibleText.escaping(path ?? "")
        case .builtIn: "built in"
        }
      rows.append((name, VisibleText.escaping(wording(setting.value)), origin))
    }
    if let path = options.outputPath {
      rows.append(("output", VisibleText.escaping(path), CommandOption.Name.output.flag))
    } else {
      add("device", options.device, .device) { $0 }
    }
    add("protocol", options.protocolName, .protocol) { $0 }
    if let rung = options.rung { add("rung", rung, .rung) { String($0) } }
    add("ceiling", options.ceilingHertz, .ceiling) {
      hertz($0 ?? ModemProtocol.usualCeilingHertz)
    }
    add("floor", options.floorHertz, .floor) { hertz($0) }
    add("level", options.levelDecibels, .level) { "\(decimals($0, 1)) dB" }
    rows += secrets.map { secret in
      let origin = secret.source ?? path ?? ""
      let name = "secret" + (secret.room.map { " " + $0 } ?? "")
      return (VisibleText.escaping(name), secret.fingerprint, VisibleText.escaping(origin))
    }
    let widths = [rows.map(\.name.count).max() ?? 0, rows.map(\.value.count).max() ?? 0]
    return rows.map { row in
      padded(row.name, widths[0]) + "  " + padded(row.value, widths[1]) + "  " + row.origin + "\n"
    }.joined()
  }
}

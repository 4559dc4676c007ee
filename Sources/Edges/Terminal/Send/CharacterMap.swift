import HandShakeModem

/// `--show-map`: the frequency of every character under a ceiling.
package enum CharacterMap {
  /// Prints a line for each character, lowest tone first: `a 19036.5 Hz`.
  package static func print(_ options: SendOptions) throws(CommandFailure) {
    let shown = try ProtocolChoice.find(options.protocolName.value)
    let placement = try shown.placement(
      declaredCeiling: options.ceilingHertz, rateHertz: options.fileRateHertz)
    try Program.print(text(of: shown, in: placement))
  }

  static func text(
    of shown: ModemProtocol, in placement: Placement
  ) throws(CommandFailure) -> String {
    guard let rows = shown.toneMap(in: placement) else {
      throw .noCharacterMap(protocolName: shown.name)
    }
    let width = rows.map(\.symbol.count).max() ?? 0
    return rows.map { symbol, hertz in
      symbol + String(repeating: " ", count: width - symbol.count) + " \(decimals(hertz, 1)) Hz\n"
    }.joined()
  }
}

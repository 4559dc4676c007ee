import HandShakeChannelModel
import HandShakeJSON
import HandShakeModem

/// The performance of every rung of a burst protocol: its speed, and how often it arrives in white
/// noise and in rooms.
struct RungTable {
  let modem: ModemProtocol
  let options: Options

  private struct Step {
    var rung: Int
    var sounder: String
  }

  /// White noise if `noiseDecibels` is empty.
  private static let usualNoise = [-12.0, -6, 0, 6, 12, 18, 24]

  /// Prints a row for every rung, sounder and length.
  func print() {
    let noise = options.noiseDecibels.isEmpty ? Self.usualNoise : options.noiseDecibels
    let each = ChannelTables.messagesInRoom(options)
    Swift.print(
      "\(modem.name): share of messages that arrive, of \(options.count) in white noise and "
        + "\(each) in each of \(Room.all.count) rooms, by dB; b/s where all do; seed "
        + "\(options.seed)")
    let columns =
      noise.map { "\(column($0, 0))" } + options.roomDecibels.map { "room \(column($0, 0))" }
    Swift.print(
      "  rung  sounder  characters  on air s     b/s"
        + columns.map { "  " + $0.leftPadded(7) }.joined() + "    wrong")
    for step in steps(fields(ofBuiltIn: modem.name)) {
      for size in options.sizes { printRow(step, size, noise) }
    }
    Swift.print("")
  }

  /// The sender's choices without repetition, the most robust first.
  private func steps(_ fields: [String: JSONValue]) -> [Step] {
    guard case .array(let declared)? = fields["steps"] else { return [] }
    var steps: [Step] = []
    for case .object(let fields) in declared {
      guard case .integer(let rung)? = fields["rung"],
        case .string(let sounder)? = fields["sounder"],
        !steps.contains(where: { $0.rung == rung && $0.sounder == sounder })
      else { continue }
      steps.append(Step(rung: rung, sounder: sounder))
    }
    return steps.sorted { $0.rung < $1.rung }
  }

  private func printRow(_ step: Step, _ size: Int, _ noise: [Double]) {
    var fields = fields(ofBuiltIn: modem.name)
    fields["steps"] = .array([
      .object([
        "rung": .integer(step.rung), "sounder": .string(step.sounder),
        "leastSNRDecibels": .integer(-30), "longestBytes": .integer(1 << 20),
      ])
    ])
    let tables = ChannelTables(modem: declared(fields), options: options)
    var counts: [ChannelTables.Count] = []
    for decibels in noise {
      counts.append(
        tables.send(
          options.count, characters: size, through: Channel(signalToNoiseDecibels: decibels)))
    }
    for decibels in options.roomDecibels {
      counts.append(
        Room.all.map { tables.send(characters: size, in: $0, decibels) }
          .reduce(ChannelTables.Count(), +))
    }
    let seconds = counts.map { $0.onAirSeconds }.max() ?? 0
    Swift.print(
      "  \(column(Double(step.rung), 0, width: 4))  \(step.sounder.padded(7))"
        + "  \(column(Double(size), 0, width: 10))  \(column(seconds, 3, width: 8))"
        + "  \(column(Double(8 * size) / max(seconds, 1e-9), 0, width: 6))"
        + counts.map { "  " + column($0.share, 2, width: 7) }.joined()
        + "  \(column(Double(counts.reduce(0) { $0 + $1.wrong }), 0, width: 7))")
  }
}

extension String {
  /// Padded with leading spaces to `width` characters.
  fileprivate func leftPadded(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

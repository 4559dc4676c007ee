import ChannelModel
import Modem

/// What every rung of a protocol of bursts is worth: how fast it is, and how often it arrives in white
/// noise and in rooms.
struct RungTable {
  let modem: ModemProtocol
  let parameters: BurstParameters
  let options: Options

  /// White noise where none is asked for.
  private static let usualNoise = [-12.0, -6, 0, 6, 12, 18, 24]

  /// Prints a row for every rung, sounder and length.
  func print() {
    let noise = options.noiseDecibels.isEmpty ? Self.usualNoise : options.noiseDecibels
    let each = ChannelTables.messagesInRoom(options)
    Swift.print(
      "\(modem.name): share of messages that arrive, of \(options.count) in white noise and \(each) in each"
        + " of \(Room.all.count) rooms, by dB; b/s where all do; seed \(options.seed)")
    let columns =
      noise.map { "\(column($0, 0))" } + options.roomDecibels.map { "room \(column($0, 0))" }
    Swift.print(
      "  rung  sounder  characters  on air s     b/s"
        + columns.map { "  " + $0.leftPadded(7) }.joined() + "    wrong")
    for step in steps() {
      for size in options.sizes { printRow(step, size, noise) }
    }
    Swift.print("")
  }

  /// What the sender may choose from, the most robust first, each once.
  private func steps() -> [BurstStep] {
    var steps: [BurstStep] = []
    for step in parameters.steps
    where !steps.contains(where: { $0.rung == step.rung && $0.sounder == step.sounder }) {
      steps.append(step)
    }
    return steps.sorted { $0.rung < $1.rung }
  }

  private func printRow(_ step: BurstStep, _ size: Int, _ noise: [Double]) {
    var step = step
    (step.leastSNRDecibels, step.longestBytes) = (-100, BurstParameters.largestMessageBytes)
    var fixed = parameters
    fixed.steps = [step]
    let tables = ChannelTables(
      modem: ModemProtocol(
        name: modem.name, summary: modem.summary, placements: modem.placements,
        family: .burst(fixed)),
      options: options)
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
      "  \(column(Double(step.rung), 0, width: 4))  \(step.sounder.rawValue.padded(7))"
        + "  \(column(Double(size), 0, width: 10))  \(column(seconds, 3, width: 8))"
        + "  \(column(Double(8 * size) / max(seconds, 1e-9), 0, width: 6))"
        + counts.map { "  " + column($0.share, 2, width: 7) }.joined()
        + "  \(column(Double(counts.reduce(0) { $0 + $1.wrong }), 0, width: 7))")
  }
}

extension String {
  /// With blanks before, up to `width` characters.
  fileprivate func leftPadded(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

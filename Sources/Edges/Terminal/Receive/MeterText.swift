import HandShakeModem

/// The received level as one line of text, with a bar for each band of the protocols.
struct MeterText: Sendable {
  /// The bands of the bars, in rising order.
  let bands: [Placement]

  /// Protocols share a bar if the centres of their placements are at most this far apart.
  private static let sharedHertz = 500.0
  private static let leastBar = 3
  private static let longestBar = 16
  /// From this many columns on, the word for clipping has a fixed place, so bars keep their length.
  private static let roomyColumns = 60
  /// The level of an empty bar. A full bar is full scale.
  private static let silenceDecibels = -90.0

  /// Bars for the placements of `protocols` in the near-ultrasonic band.
  init(of protocols: [ModemProtocol]) {
    var bands: [Placement] = []
    for listened in protocols where listened.isNearUltrasonic {
      for placement in listened.placements
      where !bands.contains(where: {
        abs($0.centreHertz - placement.centreHertz) <= Self.sharedHertz
      }) {
        bands.append(placement)
      }
    }
    self.bands = bands.sorted { $0.centreHertz < $1.centreHertz }
  }

  /// The line for `columns` columns: the level, and bars or the progress of a message.
  func line(_ level: Level, partial: String, columns: Int) -> String {
    let number = decimals(decibels(amplitude: level.bandRootMeanSquare), 0)
    let head = String(repeating: " ", count: max(0, 4 - number.count)) + number + " dB"
    guard partial.isEmpty else {
      return head + " "
        + Columns.suffix(of: partial, fitting: max(columns - head.count - 1, 1))
    }
    let isClipped = level.peak >= Level.fullScale
    let word = isClipped ? " clipped" : ""
    let room = columns - head.count - (columns >= Self.roomyColumns ? 8 : word.count)
    return head + bars(level, room: room) + word
  }

  /// The bars that fit in `room` columns, of equal length. Without room for two, one joint bar.
  private func bars(_ level: Level, room: Int) -> String {
    let levels = level.meteredRootMeanSquares
    if bands.count > 1, levels.count == bands.count {
      for shown in [Array(bands.indices), [0, bands.count - 1]] {
        for isLong in [true, false] {
          let labels = shown.map { isLong ? "  \(bands[$0].label) " : " \(bands[$0].shortLabel)" }
          // Each bar has two brackets.
          let taken = labels.reduce(0) { $0 + $1.count + 2 }
          let length = min((room - taken) / shown.count, Self.longestBar)
          guard length >= (isLong ? 2 * Self.leastBar : Self.leastBar) else { continue }
          return zip(shown, labels).map { $1 + bar(levels[$0], length) }.joined()
        }
      }
    }
    let length = min(room - 3, 2 * Self.longestBar)
    return length >= Self.leastBar ? " " + bar(level.bandRootMeanSquare, length) : ""
  }

  private func bar(_ amplitude: Float, _ length: Int) -> String {
    let share = 1 - decibels(amplitude: amplitude) / Self.silenceDecibels
    let filled = Int((min(max(share, 0), 1) * Double(length)).rounded())
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: length - filled) + "]"
  }
}

extension Placement {
  fileprivate var centreHertz: Double { (lowestToneHertz + highestToneHertz) / 2 }

  /// The band rounded to 0.5 kHz: `15.5-18.5k`.
  fileprivate var label: String {
    Self.kilohertz(lowestToneHertz) + "-" + Self.kilohertz(highestToneHertz) + "k"
  }

  /// The lower edge rounded to 0.5 kHz: `15.5`.
  fileprivate var shortLabel: String { Self.kilohertz(lowestToneHertz) }

  private static func kilohertz(_ hertz: Double) -> String {
    let halves = (hertz / 500).rounded()
    return decimals(halves / 2, halves.truncatingRemainder(dividingBy: 2) == 0 ? 0 : 1)
  }
}

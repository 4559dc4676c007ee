import HandShakeModem

/// The level of what is heard as one line of text: a bar for each band in which something may be sent.
struct MeterText: Sendable {
  /// The bands of the bars, from the lowest.
  let bands: [Placement]

  /// Protocols share a bar where their placements' centres are at most so far apart.
  private static let sharedHertz = 500.0
  private static let leastBar = 3
  private static let longestBar = 16
  /// From so many columns on the word for clipping has its place, so that bars keep their length.
  private static let roomyColumns = 60
  /// What an empty bar stands for; a full one is full scale.
  private static let silenceDecibels = -90.0

  /// Bars for the placements of `protocols`, as far as they lie in the near-ultrasonic band.
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

  /// The line for `columns` columns: level and bars, or level and what has come of a message.
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

  /// As many bars as fit in `room` columns, of one length; of all levels together where there is no room for two.
  private func bars(_ level: Level, room: Int) -> String {
    let levels = level.meteredRootMeanSquares
    if bands.count > 1, levels.count == bands.count {
      for shown in [Array(bands.indices), [0, bands.count - 1]] {
        for isLong in [true, false] {
          let labels = shown.map { isLong ? "  \(bands[$0].label) " : " \(bands[$0].shortLabel)" }
          // Two brackets go with each.
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

  /// The band to half a kilohertz: `15.5-18.5k`.
  fileprivate var label: String {
    Self.kilohertz(lowestToneHertz) + "-" + Self.kilohertz(highestToneHertz) + "k"
  }

  /// Its lower edge to half a kilohertz: `15.5`.
  fileprivate var shortLabel: String { Self.kilohertz(lowestToneHertz) }

  private static func kilohertz(_ hertz: Double) -> String {
    let halves = (hertz / 500).rounded()
    return decimals(halves / 2, halves.truncatingRemainder(dividingBy: 2) == 0 ? 0 : 1)
  }
}

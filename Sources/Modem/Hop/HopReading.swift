/// What is taken for the motion of a frame, in the order in which it is tried.
enum HopMotion: CaseIterable {
  /// It keeps the speed that its preamble shows.
  case constant
  /// It speeds up, slows down, turns round.
  case changing
}

/// A way to read the energies of a payload.
struct HopReading {
  enum Kind {
    /// Tones fade and echo.
    case fading
    /// All tones arrive alike.
    case steady
    /// Somebody turned round: from there on the trellis may be a few whole tones off.
    case turned
  }

  var kind: Kind
  /// Delays of the windows that are averaged: reflections fade differently in each.
  var delays: [Int]

  /// All ways, in the order in which they are tried; `delays` are the likeliest, the best first.
  static func all(_ motion: HopMotion, delays: [Int]) -> [HopReading] {
    let alone = delays.map { HopReading(kind: .fading, delays: [$0]) }
    let steady = delays.map { HopReading(kind: .steady, delays: [$0]) }
    switch motion {
    case .constant:
      let averaged = delays.indices.dropFirst().map {
        HopReading(kind: .fading, delays: Array(delays[...$0]))
      }
      return alone + averaged + steady
    case .changing:
      return alone + steady + delays.map { HopReading(kind: .turned, delays: [$0]) }
    }
  }
}

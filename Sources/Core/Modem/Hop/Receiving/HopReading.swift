/// What is taken for the motion of a frame, in the order in which it is tried.
enum HopMotion: CaseIterable {
  /// It keeps the speed that its preamble shows.
  case constant
  /// It speeds up, slows down, turns round.
  case changing
}

/// A way to read the energies of a payload.
struct HopReading: Equatable {
  enum Kind {
    /// Tones fade and echo.
    case fading
    /// All tones arrive alike.
    case steady
    /// The same, on one path at one speed, whose start, speed, level and noise are learnt from the whole frame.
    case direct
    /// Somebody turned round: from there on the trellis may be a few whole tones off.
    case turned
    /// Echoes outlast the symbols and are as loud as what comes directly.
    case echoing
    /// Samples were lost amid the frame.
    case jumping
  }

  var kind: Kind
  /// Delays of the windows that are averaged: reflections fade differently in each.
  var delays: [Int]

  /// Delays of the windows for `echoing`, in eighths of a symbol from the clearest one. The loudest arrival, which the
  /// search finds, may come symbols after the first, and a trellis that begins too early loses nothing: to it the tones
  /// are echoes of another age.
  private static let echoDelays = [-6, -12, -18]

  /// All ways, in the order in which they are tried; `delays` are the likeliest, the best first, and at `clearest` the
  /// preamble tells most of itself.
  static func all(_ motion: HopMotion, delays: [Int], clearest: Int) -> [HopReading] {
    let alone = delays.map { HopReading(kind: .fading, delays: [$0]) }
    let steady = delays.map { HopReading(kind: .steady, delays: [$0]) }
    switch motion {
    case .constant:
      let averaged = delays.indices.dropFirst().map {
        HopReading(kind: .fading, delays: Array(delays[...$0]))
      }
      let early = echoDelays.map { clearest + $0 }
      let echoing = early.map { [$0] } + [early]
      return alone + averaged + steady
        + echoing.map { HopReading(kind: .echoing, delays: $0) }
    case .changing:
      return alone + steady + delays.map { HopReading(kind: .turned, delays: [$0]) }
    }
  }
}

/// The assumed motion of a frame, in the order of the trials.
enum HopMotion: CaseIterable {
  /// The frame keeps the speed of its preamble.
  case constant
  /// The frame speeds up, slows down or turns round.
  case changing
}

/// A way to read the energies of a payload.
struct HopReading: Equatable {
  enum Kind {
    /// Tones fade and echo.
    case fading
    /// All tones arrive equally loud.
    case steady
    /// As `steady`, on one path at one speed. The whole frame gives start, speed, level and noise.
    case direct
    /// Somebody turned round: after the turn the trellis may be off by a few whole tones.
    case turned
    /// Echoes outlast the symbols and are as loud as the direct sound.
    case echoing
    /// Samples were lost within the frame.
    case jumping
  }

  var kind: Kind
  /// Delays of the windows that are averaged: reflections fade differently in each window.
  var delays: [Int]

  /// Delays of the windows for `echoing`, in eighths of a symbol from the clearest window. The
  /// search finds the loudest arrival, which may be symbols after the first. A trellis that begins
  /// too early loses nothing: it takes the tones for echoes of another age.
  private static let echoDelays = [-6, -12, -18]

  /// All ways to read, in the order of the trials. `delays` are the likeliest delays, the best
  /// first. At `clearest` the preamble carries most information about itself.
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

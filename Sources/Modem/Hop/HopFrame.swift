import Coding
import Signal

/// One hop frame while it arrives: traced, its header guessed, its payload decoded at its end.
struct HopFrame {
  /// A guess at the header, and when the frame would end.
  struct Guess {
    var framingIndex: Int
    var sizeClass: Int
    var symbolCount: Int
  }

  /// Facts so far.
  private(set) var frame: Frame
  let placementIndex: Int
  let candidate: MarkerCandidate
  /// Guesses that were not tried yet, the soonest end first; nil before the header has come.
  var guesses: [Guess]?
  /// Score of the preamble over its neighbours.
  let contrast: Float

  init(candidate: MarkerCandidate, contrast: Float, frame: Frame) {
    self.candidate = candidate
    self.contrast = contrast
    self.frame = frame
    placementIndex = candidate.placementIndex
  }

  mutating func update(_ change: (inout Frame) -> Void) { change(&frame) }
}

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

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
  /// Log-likelihood of the frame's beginning over that of noise.
  var evidence: Float = 0

  /// Delays in eighths of a symbol at which the frame seems to stand, the likeliest first.
  var delays: [Int] = []

  init(candidate: MarkerCandidate, frame: Frame) {
    self.candidate = candidate
    self.frame = frame
    placementIndex = candidate.placementIndex
  }

  mutating func update(_ change: (inout Frame) -> Void) { change(&frame) }
}

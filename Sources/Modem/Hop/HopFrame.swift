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

  /// Search score and contrast from which a frame that fails is reported: noise reaches the score once
  /// in months, and keys and voices, which do, hardly ever the contrast.
  private static let sureScore: Float = 6.8
  private static let sureContrast: Float = 7.6

  /// Whether its preamble is beyond doubt.
  var isSure: Bool { candidate.score >= Self.sureScore && contrast >= Self.sureContrast }

  init(candidate: MarkerCandidate, contrast: Float, frame: Frame) {
    self.candidate = candidate
    self.contrast = contrast
    self.frame = frame
    placementIndex = candidate.placementIndex
  }

  mutating func update(_ change: (inout Frame) -> Void) { change(&frame) }
}

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
  /// How strong the preamble came.
  let evidence: ToneEvidence
  /// Whether a reading told enough for its check to be asked.
  var wasDecoded = false

  /// The likeliest guess at the header, kept when all were tried; nil before it has come.
  private(set) var likeliest: Guess?
  /// Whether what follows the preamble looked like a frame.
  var hasHeader = false

  /// Takes what the header may say, the likeliest first.
  mutating func take(guesses ranked: [Guess]) {
    likeliest = ranked.first
    guesses = ranked.sorted { $0.symbolCount < $1.symbolCount }
  }

  /// Search score and contrast from which a frame that fails is reported: noise reaches the score once
  /// in months, and keys and voices, which do, hardly ever the contrast.
  private static let sureScore: Float = 6.8
  private static let sureContrast: Float = 7.6

  /// Whether its preamble is beyond doubt.
  var isSure: Bool { candidate.score >= Self.sureScore && contrast >= Self.sureContrast }

  init(
    candidate: MarkerCandidate, contrast: Float, evidence: ToneEvidence, frame: Frame
  ) {
    self.evidence = evidence
    self.candidate = candidate
    self.contrast = contrast
    self.frame = frame
    placementIndex = candidate.placementIndex
  }

  mutating func update(_ change: (inout Frame) -> Void) { change(&frame) }
}

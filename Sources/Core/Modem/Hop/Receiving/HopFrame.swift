import HandShakeCoding

/// One hop frame while it arrives: its header guessed, its payload decoded at its end.
struct HopFrame {
  let candidate: MarkerCandidate
  /// Score of each tone of the preamble over its neighbours.
  let toneContrasts: [Float]
  /// How strong the preamble came.
  let evidence: ToneEvidence
  /// Facts known from its start.
  var frame: Frame
  /// Guesses that were not tried yet, the soonest end first; nil before the header has come.
  var guesses: [HopGuess]?
  /// The likeliest guess at the header, kept when all were tried; nil before it has come.
  private(set) var likeliest: HopGuess?
  /// Thousands of instructions that were spent on it.
  var spent = 0.0
  /// Whether it lies inside a louder frame that still arrives, and is most likely that frame's own sound.
  var isHidden = false
  /// Whether what follows the preamble looked like a frame.
  private(set) var hasHeader = false
  /// Log-likelihood over noise of its beginning; nil before the header has come.
  private(set) var headerEvidence: Float?
  /// That of all of it, once a reading told enough for its check to be asked, which refused it.
  private(set) var wholeEvidence: Float?

  /// Log-likelihood over noise, of a beginning and of the whole that was read, from which a failure is told: what
  /// coins, voices and the tones of ggwave bring that far is less.
  private static let toldEvidence: Float = 10

  /// Search score and contrast from which a frame that fails is reported: noise reaches the score once in months, and
  /// keys and voices, which do, hardly ever the contrast.
  private static let sureScore: Float = 6.8
  private static let sureContrast: Float = 7.6
  /// Contrast that the tones of another timing do not reach.
  static let plainContrast: Float = 16

  var placementIndex: Int { candidate.placementIndex }

  /// Score of the preamble over its neighbours.
  var contrast: Float { toneContrasts.reduce(0, +) }

  /// Natural logarithm of the odds for a frame by what was read: echoes that spoil what follows a preamble speak no
  /// more against it than they did.
  var logOdds: Float {
    let start = HopOdds.start.logOdds(contrast)
    guard let headerEvidence else { return start }
    let joint = headerEvidence + HopReader.evidence(ofContrast: contrast)
    return max(start, HopOdds.header.logOdds(joint))
  }

  /// Whether its preamble is beyond doubt.
  var isSure: Bool { candidate.score >= Self.sureScore && contrast >= Self.sureContrast }

  /// Whether its header and its first reading need no budget: such frames come one after the other, and each takes
  /// longer to arrive than this work.
  var isOwed: Bool { isSure && !isHidden }

  /// Natural logarithm of the odds by which it may overdraw the budget: what is most likely the sound of another frame
  /// leaves that to the other.
  var overdraftLogOdds: Float { isHidden ? -.infinity : logOdds }

  /// Whether its preamble is no tones of another timing.
  var isPlain: Bool { contrast >= Self.plainContrast }

  /// Where it failed once no guess is left.
  var failedStage: Failure.Stage {
    if !hasHeader { return .sync }
    if likeliest == nil { return .header }
    return wholeEvidence == nil ? .code : .check
  }

  /// Whether so much of it looks like a frame that its failure is told.
  var isLikeAFrame: Bool {
    guard let headerEvidence else { return isPlain }
    return min(headerEvidence, wholeEvidence ?? .infinity) >= Self.toldEvidence
  }

  /// Takes note that the check refused all readings of the whole frame.
  mutating func wasRefused(evidence: Float) {
    wholeEvidence = max(wholeEvidence ?? -.infinity, evidence)
  }

  /// Takes what the header may say, the likeliest first; nil where nothing spoke for a frame.
  mutating func take(guesses ranked: [HopGuess]?, evidence: Float) {
    headerEvidence = evidence
    hasHeader = ranked != nil
    likeliest = ranked?.first
    let all = ranked ?? []
    guesses = ranking(all.map { Double($0.symbolCount) }).map { all[$0] }
  }
}

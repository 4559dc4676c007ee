import HandShakeCoding

/// One hop frame while it arrives. Its header is guessed, its payload is decoded at its end.
struct HopFrame {
  let candidate: MarkerCandidate
  /// Score of each tone of the preamble over its neighbours.
  let toneContrasts: [Float]
  /// Strength of the preamble.
  let evidence: ToneEvidence
  /// Facts that are known from the start of the frame.
  var frame: Frame
  /// Guesses that were not tried yet, the earliest end first; nil before the header has arrived.
  var guesses: [HopGuess]?
  /// The likeliest header, kept after all guesses were tried; nil before the header has arrived.
  private(set) var likeliest: HopGuess?
  /// Work for this frame, in thousands of instructions.
  var spent = 0.0
  /// Whether it lies inside a louder frame that still arrives and is most likely its sound.
  var isHidden = false
  /// Whether the symbols after the preamble looked like a frame.
  private(set) var hasHeader = false
  /// Log-likelihood over noise of the beginning; nil before the header has arrived.
  private(set) var headerEvidence: Float?
  /// Log-likelihood over noise of the whole frame, after the check refused a reading.
  private(set) var wholeEvidence: Float?

  /// Log-likelihood over noise, of the beginning and of the whole frame, from which a failure is
  /// reported. Coins, voices and the tones of ggwave have less.
  private static let toldEvidence: Float = 10

  /// Search score and contrast from which a failed frame is reported. Noise reaches the score once
  /// in months. Keys and voices reach the score, but hardly ever the contrast.
  private static let sureScore: Float = 6.8
  private static let sureContrast: Float = 7.6
  /// Contrast that the tones of another timing do not reach.
  static let plainContrast: Float = 16

  var placementIndex: Int { candidate.placementIndex }

  /// Score of the preamble over its neighbours.
  var contrast: Float { toneContrasts.reduce(0, +) }

  /// Natural logarithm of the odds for a frame by the symbols that were read. Echoes may spoil the
  /// symbols after a preamble, so these symbols do not lower the odds of the preamble.
  var logOdds: Float {
    let start = HopOdds.start.logOdds(contrast)
    guard let headerEvidence else { return start }
    let joint = headerEvidence + HopReader.evidence(ofContrast: contrast)
    return max(start, HopOdds.header.logOdds(joint))
  }

  /// Whether its preamble is beyond doubt.
  var isSure: Bool { candidate.score >= Self.sureScore && contrast >= Self.sureContrast }

  /// Whether its header and its first reading need no budget. Sure frames come one after the other,
  /// and each takes longer to arrive than this work.
  var isOwed: Bool { isSure && !isHidden }

  /// Natural logarithm of the odds by which it may overdraw the budget. If it is most likely the
  /// sound of another frame, the overdraft is left to the other frame.
  var overdraftLogOdds: Float { isHidden ? -.infinity : logOdds }

  /// Whether its preamble cannot be tones of another timing.
  var isPlain: Bool { contrast >= Self.plainContrast }

  /// The stage at which it failed, after all guesses were tried.
  var failedStage: Failure.Stage {
    if !hasHeader { return .sync }
    if likeliest == nil { return .header }
    return wholeEvidence == nil ? .code : .check
  }

  /// Whether it looks enough like a frame that its failure is reported.
  var isLikeAFrame: Bool {
    guard let headerEvidence else { return isPlain }
    return min(headerEvidence, wholeEvidence ?? .infinity) >= Self.toldEvidence
  }

  /// Records that the check refused all readings of the whole frame.
  mutating func wasRefused(evidence: Float) {
    wholeEvidence = max(wholeEvidence ?? -.infinity, evidence)
  }

  /// Takes the guesses at the header, the likeliest first; nil if nothing speaks for a frame.
  mutating func take(guesses ranked: [HopGuess]?, evidence: Float) {
    headerEvidence = evidence
    hasHeader = ranked != nil
    likeliest = ranked?.first
    let all = ranked ?? []
    guesses = ranking(all.map { Double($0.symbolCount) }).map { all[$0] }
  }
}

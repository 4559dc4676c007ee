import HandShakeModem

extension Hypothesis {
  /// Why the hypothesis was dropped, as a part of a sentence.
  private var refusal: String {
    switch end {
    case .tones: "its power lies in a few tones of another sound"
    case .budget: "too many starts came before it to try them all"
    case .failed, nil: "the rest of it could not be read"
    }
  }

  private var wording: String {
    let weakness = marginDecibels.map { $0 < 0 ? " (\(decimals(-$0, 0)) dB too weak)" : "" } ?? ""
    return "\(VisibleText.escaping(protocolName)) at \(decimals(seconds, 2)) s\(weakness)"
  }

  /// The advice if no message came, as the second part of a sentence.
  var advice: String {
    "something like a message of \(wording) was dropped, because \(refusal): "
      + "aim the devices at each other, hold them still, and ask hrecv --doctor"
  }

  /// The lines of `hrecv --explain` for the hypothesis.
  var explanation: String {
    "  start    none sure; the likeliest is one of \(wording),\n"
      + "           in \(placement.wording), with a probability of "
      + "\(decimals(100 * probability, 1)) %\n  dropped  \(refusal)\n"
  }
}

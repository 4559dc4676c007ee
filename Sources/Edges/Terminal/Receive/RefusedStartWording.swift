import HandShakeModem

extension RefusedStart {
  /// Why it was dropped, as a part of a sentence.
  private var refusal: String {
    switch reason {
    case .tones: "its power lies in a few tones, which are none of its own"
    case .budget: "too many starts came before it to try them all"
    case .failed(.header): "its length could not be read"
    case .failed(.cutOff): "it was cut off"
    case .failed: "what follows it could not be read"
    }
  }

  private var name: String { VisibleText.escaping(protocolName) }

  /// What is said where no message came, as the second part of a sentence.
  var advice: String {
    "what looks like a clear start of \(name) at \(decimals(seconds, 2)) s was dropped, because "
      + "\(refusal): aim the devices at each other, hold them still, and ask hrecv --doctor"
  }

  /// The lines of `hrecv --explain`.
  var explanation: String {
    "  start    none followed; the strongest is one of \(name) in \(placement.wording), at "
      + "\(decimals(seconds, 2)) s,\n           with \(decimals(clearness, 2)) of what a sure one has\n"
      + "  dropped  \(refusal)\n"
  }
}

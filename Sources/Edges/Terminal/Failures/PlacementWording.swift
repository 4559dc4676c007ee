import Modem

/// Failures about where in the spectrum a transmission may lie.
extension CommandFailure {
  var placementWording: String {
    switch self {
    case .ceilingTooLow(let ceiling, let isConfigured, let name, let lowest?):
      "nothing of \(name) fits under the ceiling of \(hertz(ceiling))"
        + (isConfigured ? " that the configuration file declares" : "")
        + ": its lowest placement is "
        + "\(lowest.wording), so give --ceiling \(ceilingAbove(lowest)) or more, "
        + "if the loudspeaker plays that"
    case .rateTooLow(let rate, let name, let lowest?):
      "a rate of \(hertz(rate)) holds nothing above \(hertz(rate / 2)), and no placement of "
        + "\(name) under the ceiling fits below that with a margin (the lowest is "
        + "\(lowest.wording)): give --rate 48000"
    case .ceilingTooLow(_, _, let name, nil), .rateTooLow(_, let name, nil):
      "\(name) declares no placement: add one to its file"
    case .ceilingAboveHalfRate(let ceiling, let rate):
      "a ceiling of \(hertz(ceiling)) is above \(hertz(rate / 2)), all that a rate of "
        + "\(hertz(rate)) holds: give --ceiling \(Int(rate / 2)) or less, or a higher rate"
    default:
      ""
    }
  }

  private func ceilingAbove(_ placement: Placement) -> Int {
    Int((placement.highestToneHertz / 100).rounded(.down)) * 100 + 100
  }
}

extension Placement {
  /// The band in words: `17000 to 19976 Hz`.
  var wording: String {
    "\(decimals(lowestToneHertz, 0)) to \(decimals(highestToneHertz, 0)) Hz"
  }
}

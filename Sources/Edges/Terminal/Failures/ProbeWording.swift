import Diagnosis

/// Failures of link tests.
extension CommandFailure {
  var probeWording: String {
    switch self {
    case .noProbe(.cutOff, let input, let seconds):
      "a part of a probe came in \(decimals(seconds, 1)) s of \(input), and the rest was cut off or "
        + "too faint: start hrecv --probe first, then a louder hsend --probe, and let it end"
    case .noProbe(.nothing(let usual, let loudest), let input, let seconds):
      "no probe came in \(decimals(seconds, 1)) s of \(input), only \(decimals(usual, 0)) dB of noise "
        + "in the band and \(decimals(loudest, 0)) dB at the loudest: play hsend --probe while this "
        + "listens, or ask hrecv --doctor"
    case .nothingSafe:
      "no protocol would get through safely: move nearer, raise the volume, or quieten what is "
        + "loud, and probe again"
    case .probeCeilingTooLow(let ceiling, let least):
      "under a ceiling of \(hertz(ceiling)) no protocol fits, and no probe: give --ceiling "
        + "\(decimals(least, 0)) or more, or none to find out where the loudspeaker ends"
    case .probeRateTooLow(let rate):
      "a rate of \(hertz(rate)) holds too little of a probe: give --rate 48000"
    default:
      ""
    }
  }
}

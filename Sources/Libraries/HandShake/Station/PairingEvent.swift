import HandShakeModem
import HandShakeSealing

/// An event of a pairing.
public enum PairingEvent: Sendable {
  /// Both ends show these six digits. `Station.decidePairing` takes the people's decision.
  case digits(Int)
  /// Both ends agree. If `isSure` is false, the other end may not know it and may have given up. If
  /// both ends allowed it, messages of the secret may start programs.
  case paired(PairingAgreement, isSure: Bool, mayStartPrograms: Bool)
  /// The pairing failed, and no secret is kept.
  case unpaired(PairingFailure)
}

/// Why a pairing failed.
public enum PairingFailure: Sendable, Equatable {
  /// Nobody answered the first end.
  case noAnswer
  /// More than one device took part in the run.
  case severalDevices
  /// The people at this end refused the digits.
  case refused
  /// The other end gave up, or the people there refused the digits.
  case endedByOther
  /// Both ends did not accept in time. If `hasAccepted`, the other end may have kept the secret.
  case timedOut(hasAccepted: Bool)
}

/// Why a pairing failed, for callers in other languages. The numbers of `handshake_failure`
/// continue those of `Reason`.
///
/// `handshake-names` generates the header, the Python package and the page from this list. The
/// numbers never change.
package enum PairingReason: UInt32, CaseIterable {
  case severalDevices = 19
  case refused = 20
  case endedByOther = 21
  case timedOut = 22
  case noProof = 23

  /// The reason as a sentence without capital and full stop.
  package var sentence: String {
    switch self {
    case .severalDevices: "more than two devices took part: pair again, with these two alone"
    case .refused: "the people here refused the digits"
    case .endedByOther: "the other device gave up, or its people refused the digits"
    case .timedOut: "nobody accepted the digits in time"
    case .noProof: "the other device did not say in time that it accepts; it may keep the secret"
    }
  }
}

extension PairingFailure {
  /// The number of the reason.
  package var reasonNumber: UInt32 {
    switch self {
    case .noAnswer: Reason.noAnswer.rawValue
    case .severalDevices: PairingReason.severalDevices.rawValue
    case .refused: PairingReason.refused.rawValue
    case .endedByOther: PairingReason.endedByOther.rawValue
    case .timedOut(let hasAccepted):
      hasAccepted ? PairingReason.noProof.rawValue : PairingReason.timedOut.rawValue
    }
  }
}

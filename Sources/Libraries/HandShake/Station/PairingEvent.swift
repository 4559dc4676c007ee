import HandShakeModem
import HandShakeSealing

/// What a pairing has to say.
public enum PairingEvent: Sendable {
  /// Both ends show this number of six digits: `Station.decidePairing` tells what the people say.
  case digits(Int)
  /// Both ends agree. Where `isSure` is false the other end may not know, and may have given up.
  /// Messages of the secret may start programs where both ends allowed it.
  case paired(PairingAgreement, isSure: Bool, mayStartPrograms: Bool)
  /// Nothing came of it, and nothing is kept.
  case unpaired(PairingFailure)
}

/// Why a pairing brought nothing.
public enum PairingFailure: Sendable, Equatable {
  /// Nobody answered the first end.
  case noAnswer
  /// More than one device took part in one run.
  case severalDevices
  /// The people at this end refused the digits.
  case refused
  /// The other end gave up, or the people there refused the digits.
  case endedByOther
  /// The time was up before both ends had accepted. The other end may have kept the secret if
  /// `hasAccepted`.
  case timedOut(hasAccepted: Bool)
}

/// Why a pairing brought nothing, for whoever calls the library from another language: the numbers
/// of `handshake_failure` that follow those of `Reason`.
///
/// `handshake-names` writes the header, the Python package and the page from it. Numbers stay as
/// they are.
package enum PairingReason: UInt32, CaseIterable {
  case severalDevices = 19
  case refused = 20
  case endedByOther = 21
  case timedOut = 22
  case noProof = 23

  /// It as a sentence, without its capital and its full stop.
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
  /// The number of its reason.
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

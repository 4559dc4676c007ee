import HandShake
import HandShakeTerminal

/// Why a room has no secret.
package enum RoomFailure: ModuleFailure, Equatable {
  /// The name is not valid for a room.
  case badName([UInt8])
  /// The configuration contains a secret of this name.
  case configured(String)
  /// No pairing made a secret for this room; `known` are the rooms of pairings.
  case notPaired(String, known: [String])
  /// There is no person or program to compare the digits.
  case nobodyToAsk
  /// No device began to pair within these seconds.
  case nobodyBegan(seconds: Double)
  /// The pairing failed.
  case unpaired(PairingFailure)

  package var exitStatus: ExitStatus {
    switch self {
    case .badName, .configured, .notPaired, .nobodyToAsk: .usage
    case .nobodyBegan, .unpaired: .notConfirmed
    }
  }

  package var wording: String {
    switch self {
    case .badName(let name):
      "a room cannot be called '\(VisibleText.quoting(name))': give 1 to 64 bytes that have no / "
        + "and do not begin with a dot"
    case .configured(let name):
      "the configuration has a secret for \(quoted(name)): give another name, or remove it there"
    case .notPaired(let name, let known):
      "no pairing made a secret for \(quoted(name)): "
        + (known.isEmpty ? "see --list-rooms" : "give --forget \(known.joined(separator: " or "))")
    case .nobodyToAsk:
      "nobody can compare the digits, for there is no terminal: add --accept-by PROGRAM"
    case .nobodyBegan(let seconds):
      "no device began to pair within \(duration(seconds)): type hsend --pair on the other one"
    case .unpaired(.noAnswer):
      "not paired: no device answered; type hrecv --pair on the other one, and bring both closer"
    case .unpaired(.severalDevices):
      "not paired: another device took part; wait until nobody else pairs, and try again"
    case .unpaired(.refused):
      "not paired: the digits were refused here, so nothing was kept; try again where nobody else "
        + "pairs"
    case .unpaired(.endedByOther):
      "not paired: the other device gave up, or its digits were refused, so nothing was kept; try "
        + "again"
    case .unpaired(.timedOut(hasAccepted: false)):
      "not paired: the time was up, and nothing was kept; bring both devices closer, and answer "
        + "within 60 s"
    case .unpaired(.timedOut(hasAccepted: true)):
      "not paired: the other device did not accept within 60 s, and nothing was kept here; if it "
        + "says paired, forget that secret there, and try again"
    }
  }
}

extension CommandFailure {
  static func room(_ failure: RoomFailure) -> CommandFailure { .module(failure) }
}

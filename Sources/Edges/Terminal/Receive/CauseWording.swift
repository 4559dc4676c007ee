import Modem

extension Failure.Stage {
  /// The name in events and explanations.
  var name: String {
    switch self {
    case .cutOff: "cutOff"
    case .sync: "sync"
    case .header: "header"
    case .code: "code"
    case .check: "check"
    case .doubt: "doubt"
    case .parts: "parts"
    case .blocks: "blocks"
    case .unknownContent: "content"
    case .seal: "seal"
    }
  }
}

extension Failure.Cause {
  /// The name in events.
  var name: String {
    switch self {
    case .tooWeak: "tooWeak"
    case .clipped: "clipped"
    case .cutOff: "cutOff"
    case .otherSender: "otherSender"
    case .clockBeyondLimit: "clockBeyondLimit"
    case .incomplete: "incomplete"
    case .unknownContent: "unknownContent"
    case .seal(let refusal): refusal.name
    case .disturbed: "disturbed"
    }
  }

  /// What spoilt the frame, as a part of a sentence.
  var wording: String {
    switch self {
    case .tooWeak(let missing): "too weak by about \(decimals(missing, 0)) dB"
    case .clipped(let share): "clipped for \(decimals(100 * share, 0)) % of its time"
    case .cutOff: "cut off"
    case .otherSender(let name): "another sender: \(name) sounded in the same band meanwhile"
    case .clockBeyondLimit(let parts, let limit):
      "clock or speed beyond limit: \(decimals(parts, 0)) ppm, and \(decimals(limit, 0)) are followed"
    case .incomplete: "parts of it did not come"
    case .unknownContent: "sent by a newer version"
    case .seal(let refusal): refusal.wording
    case .disturbed: "strong enough, so echoes, a change of speed or another sound"
    }
  }

  /// What to do next.
  var advice: String {
    switch self {
    case .tooWeak:
      "move nearer, raise the volume, or send by hop-deep, which is heard 6 dB deeper than hop"
    case .clipped: "lower the gain of the microphone, as with alsamixer, or the volume"
    case .cutOff: "let the sender end, and listen or record for longer"
    case .otherSender:
      "let one sender end before the next begins, or give one of them another --ceiling"
    case .clockBeyondLimit:
      "hold the devices still, and check that the rate of the recording is true"
    case .incomplete: "send again with --repeat 2, or by burst with --repair 20%"
    case .unknownContent: "install the sender's version"
    case .seal(let refusal): refusal.advice
    case .disturbed:
      "aim the devices at each other, hold them still, and send by hop, or burst with --rung 0"
    }
  }
}

extension SealRefusal {
  /// The name in events.
  var name: String {
    switch self {
    case .noSecret: "noSecret"
    case .otherSecret: "otherSecret"
    case .tooOld: "tooOld"
    case .replayed: "replayed"
    case .notSealed: "notSealed"
    }
  }

  /// Why it is refused, as a part of a sentence.
  var wording: String {
    switch self {
    case .noSecret: "it is sealed, and no secret is set"
    case .otherSecret: "it is sealed with another secret"
    case .tooOld(let seconds):
      "it was sealed \(duration(abs(seconds))) \(seconds < 0 ? "from now" : "ago"): a recording, or a wrong clock"
    case .replayed: "it came before: a recording, or an echo of the sender's"
    case .notSealed: "it is not sealed, and only sealed messages are wanted"
    }
  }

  /// What to do next.
  var advice: String {
    switch self {
    case .noSecret: "give the sender's secret by --secret-file, or HANDSHAKE_SECRET"
    case .otherSecret: "compare the fingerprints that hsend --show-config prints on both sides"
    case .tooOld: "set the clocks, or allow it by --max-age"
    case .replayed: "let the sender send it anew"
    case .notSealed: "give the sender the secret, or allow it by --also-unsealed"
    }
  }
}

import HandShakeModem

extension Failure.Stage {
  /// The name in events.
  package enum Name: String, CaseIterable {
    case sync, header, code, check, doubt, cutOff, parts, blocks, content, digest, seal
  }

  var name: Name {
    switch self {
    case .cutOff: .cutOff
    case .sync: .sync
    case .header: .header
    case .code: .code
    case .check: .check
    case .doubt: .doubt
    case .parts: .parts
    case .blocks: .blocks
    case .unknownContent: .content
    case .digest: .digest
    case .seal: .seal
    }
  }
}

extension Failure.Cause {
  /// The name in events.
  package enum Name: String, CaseIterable {
    case tooWeak, clipped, cutOff, otherSender, clockBeyondLimit, incomplete, unknownContent,
      wrongDigest, disturbed
    // Causes of a seal.
    case noSecret, otherSecret, tooOld, replayed, notRemembered, notSealed
  }

  var name: Name {
    switch self {
    case .tooWeak: .tooWeak
    case .clipped: .clipped
    case .cutOff: .cutOff
    case .otherSender: .otherSender
    case .clockBeyondLimit: .clockBeyondLimit
    case .incomplete: .incomplete
    case .unknownContent: .unknownContent
    case .wrongDigest: .wrongDigest
    case .seal(.noSecret): .noSecret
    case .seal(.otherSecret): .otherSecret
    case .seal(.tooOld): .tooOld
    case .seal(.replayed): .replayed
    case .seal(.notRemembered): .notRemembered
    case .seal(.notSealed): .notSealed
    case .disturbed: .disturbed
    }
  }

  /// The damage to the frame, as a part of a sentence.
  var wording: String {
    switch self {
    case .tooWeak(let missing): "too weak by about \(decimals(missing, 0)) dB"
    case .clipped(let share): "clipped for \(decimals(100 * share, 0)) % of its time"
    case .cutOff: "cut off"
    case .otherSender(let name): "another sender: \(name) sounded in the same band meanwhile"
    case .clockBeyondLimit(let ppm, let limit):
      "clock or speed beyond limit: \(decimals(ppm, 0)) ppm, and the limit is \(decimals(limit, 0))"
    case .incomplete: Reason.incomplete.sentence
    case .unknownContent: "sent by a newer version"
    case .wrongDigest: Reason.digest.sentence
    case .seal(let refusal): refusal.wording
    case .disturbed: "disturbed, by echoes, a change of speed or another sound"
    }
  }

  /// The next thing to do.
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
    case .incomplete: "send again with --repeat 2, or by burst with --robust"
    case .unknownContent: "install the sender's version"
    case .wrongDigest: "send it again"
    case .seal(let refusal): refusal.advice
    case .disturbed:
      "aim the devices at each other, hold them still, and send by hop, or burst with --rung 0"
    }
  }
}

extension SealRefusal {
  /// Why the seal is refused, as a part of a sentence.
  var wording: String {
    switch self {
    case .noSecret: "it is sealed, and no secret is set"
    case .otherSecret: "it is sealed with another secret"
    case .tooOld(let seconds):
      "it was sealed \(duration(abs(seconds))) \(seconds < 0 ? "from now" : "ago"): "
        + "a recording, or a wrong clock"
    case .replayed: "it was received before: a recording, or an echo"
    case .notRemembered: "the list of seen messages cannot be written, so a replay would pass later"
    case .notSealed: "it is not sealed, and only sealed messages are wanted"
    }
  }

  /// The next thing to do.
  var advice: String {
    switch self {
    case .noSecret: "give the sender's secret by --secret-file, or HANDSHAKE_SECRET"
    case .otherSecret: "compare the fingerprints that hsend --show-config prints on both sides"
    case .tooOld: "set the clocks, or allow it by --max-age"
    case .replayed: "send it again"
    case .notRemembered: "free space in the folder that the line before names, and receive it again"
    case .notSealed: "give the sender the secret, or allow it by --also-unsealed"
    }
  }
}

import HandShakeModem

/// The explanation of one frame of a recording, stage by stage.
struct Explanation {
  let frame: Frame
  let outcome: Explaining.Outcome?
  /// Whether the frame lies within another frame that has an outcome.
  let isPart: Bool

  /// The lines of `hrecv --explain` for the frame.
  var text: String {
    let final = finalFrame
    guard outcome != nil else {
      return "\(frame.protocolName) in \(frame.placement.wording), "
        + "at \(decimals(frame.startSeconds, 2)) s: "
        + (isPart
          ? "a start that is part of another frame\n"
          : "a start without a frame: noise, or a sender that another one overlapped\n"
            + "  next     let one sender end before the next begins\n")
    }
    let rows: [(name: String, words: String)] =
      [("start", "found, \(Self.figures(frame))")] + stages
    var text =
      "\(final.protocolName) in \(final.placement.wording), "
      + "from \(decimals(final.startSeconds, 2)) to \(decimals(final.endSeconds, 2)) s\n"
    for row in rows {
      let gap = String(repeating: " ", count: max(1, 9 - row.name.count))
      text += "  \(row.name)\(gap)\(VisibleText.escaping(row.words))\n"
    }
    return text
  }

  private var finalFrame: Frame {
    switch outcome {
    case .message(let frame, _, _): frame
    case .failed(let failure): failure.frame
    case nil: frame
    }
  }

  private var stages: [(name: String, words: String)] {
    switch outcome {
    case nil:
      return []
    case .message(let frame, let text, let corrected):
      return [
        ("header", "read, the frame lasts \(decimals(frame.endSeconds - frame.startSeconds, 2)) s"),
        ("code", "read, \(corrected) symbol\(corrected == 1 ? "" : "s") repaired"),
        ("check", "holds: \(text)"),
        ("figures", Self.figures(frame)),
      ]
    case .failed(let failure):
      var rows = Self.stages(of: failure)
      if !failure.heard.isEmpty {
        rows.append(("heard", "unchecked: '\(VisibleText.escaping(failure.heard))'"))
      }
      rows.append(("figures", Self.figures(failure.frame)))
      if failure.clippedShare > 0 {
        rows.append(("clipped", "\(decimals(100 * failure.clippedShare, 0)) % of its time"))
      }
      rows.append(("cause", failure.cause.wording))
      rows.append(("next", failure.cause.advice))
      return rows
    }
  }

  private static func stages(of failure: Failure) -> [(name: String, words: String)] {
    let frame = failure.frame
    let header = "read, the frame lasts \(decimals(frame.endSeconds - frame.startSeconds, 2)) s"
    let notReached = "not reached"
    switch failure.stage {
    case .sync:
      return [("header", "not looked for: no valid frame follows the start")]
    case .header:
      return [("header", "not read"), ("code", notReached), ("check", notReached)]
    case .cutOff:
      return [
        ("header", "the sound ends before the frame does"), ("code", notReached),
        ("check", notReached),
      ]
    case .code:
      return [
        ("header", header), ("code", "not read: more errors than can be repaired"),
        ("check", notReached),
      ]
    case .check:
      return [("header", header), ("code", "read"), ("check", "does not hold")]
    case .doubt:
      return [("header", header), ("code", "read"), ("check", failure.reason)]
    case .parts, .blocks, .unknownContent, .digest, .seal:
      return [("header", "read"), ("code", "read"), ("check", failure.reason)]
    }
  }

  private static func figures(_ frame: Frame) -> String {
    var words = frame.ratioWording
    if let margin = frame.marginWording { words += ", " + margin }
    if let clock = frame.clockPartsPerMillion {
      words += ", clocks \(decimals(clock, 0)) ppm apart"
    } else if let speed = frame.closingSpeedMetresPerSecond {
      words += ", \(speed > 0 ? "closing" : "parting") at \(decimals(abs(speed), 2)) m/s"
    }
    return words
  }

  /// The lines for a recording without a start.
  static func ofNothing(_ evidence: Evidence) -> String {
    let advice =
      evidence.clue?.advice
      ?? "make sure that the sender plays while you record, raise the volume, move nearer, and ask "
      + "hrecv --doctor"
    return (evidence.dropped?.explanation ?? "  start    none found\n")
      + "  next     \(advice)\n"
  }
}

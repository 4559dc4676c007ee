import HandShakeCommandLine
import HandShakeModem

/// A frame as a picture of what was heard shows it.
package struct HeardFrame: Sendable, Equatable {
  /// How it ended.
  package enum Outcome: Sendable, Equatable, Hashable {
    /// It was delivered.
    case received
    /// This stage refused it.
    case failed(stage: String)
  }

  /// Name of its protocol.
  package var protocolName: String
  /// Band in which it was sent.
  package var placement: Placement
  /// Seconds from the first sample to its start and its end.
  package var seconds: ClosedRange<Double>
  /// Power of the signal over that of the noise, in dB.
  package var signalToNoiseDecibels: Double
  /// How it ended.
  package var outcome: Outcome
  /// What it said, with nothing in it that moves a cursor, shortened; empty where it said nothing.
  package var text: String
  /// Frames that it stands for: more than one where too many were heard to keep each.
  package var count = 1

  /// Characters of a text that are kept.
  static let longestText = 200

  /// A frame that ended as `outcome` says, with `bytes` to show of it.
  package init(_ frame: Frame, _ outcome: Outcome, bytes: some Collection<UInt8>) {
    protocolName = frame.protocolName
    placement = frame.placement
    let start = frame.startSeconds.isFinite ? frame.startSeconds : 0
    seconds = start...(frame.endSeconds > start ? frame.endSeconds : start)
    signalToNoiseDecibels = frame.signalToNoiseDecibels
    self.outcome = outcome
    // More bytes than characters: those of UTF-8, and room for invalid ones.
    let shown = VisibleText.escaping(bytes.prefix(4 * Self.longestText))
    text = shown.count > Self.longestText ? shown.prefix(Self.longestText - 3) + "..." : shown
  }

  /// Whether it was delivered.
  package var isReceived: Bool { outcome == .received }

  /// All of it in a line, as in `hop 1.20 s 12.3 dB: hello`.
  package var line: String {
    let start = "\(protocolName) \(decimals(seconds.lowerBound, 2)) s"
    if count > 1 {
      return start + " to \(decimals(seconds.upperBound, 2)) s: \(count) \(outcomeWord)"
    }
    return start + " " + measured(decibels: signalToNoiseDecibels)
      + (isReceived ? "" : " \(outcomeWord)")
      + (text.isEmpty ? "" : ": " + text)
  }

  /// The name and what there is to say, as in `hop hello`, `hop failed: check`, `hop 12 received`.
  package var label: String {
    if count > 1 { return "\(protocolName) \(count) \(outcomeWord)" }
    guard isReceived else { return "\(protocolName) \(outcomeWord)" }
    return text.isEmpty ? protocolName : "\(protocolName) \(text)"
  }

  private var outcomeWord: String {
    switch outcome {
    case .received: "received"
    case .failed(let stage): "failed: \(stage)"
    }
  }

  /// Makes it stand for `other` too, of the same protocol, placement and outcome.
  mutating func join(_ other: HeardFrame) {
    let total = Double(count + other.count)
    signalToNoiseDecibels +=
      (other.signalToNoiseDecibels - signalToNoiseDecibels) * Double(other.count) / total
    count += other.count
    seconds =
      min(
        seconds.lowerBound, other.seconds.lowerBound)...max(
        seconds.upperBound, other.seconds.upperBound)
    text = ""
  }
}

/// More than this has only a file that a program wrote: no microphone measures it.
package let mostDecibels = 60.0

/// A signal-to-noise ratio: `12.3 dB`.
package func measured(decibels: Double) -> String {
  decibels > mostDecibels
    ? "above \(decimals(mostDecibels, 0)) dB" : "\(decimals(decibels, 1)) dB"
}

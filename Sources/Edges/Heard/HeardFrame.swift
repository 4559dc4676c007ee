import HandShakeCommandLine
import HandShakeModem

/// A frame in a picture of heard sound.
package struct HeardFrame: Sendable, Equatable {
  /// How a frame ended.
  package enum Outcome: Sendable, Equatable, Hashable {
    /// It was delivered.
    case received
    /// This stage refused it.
    case failed(stage: String)
  }

  /// Name of its protocol.
  package var protocolName: String
  /// The band of the frame.
  package var placement: Placement
  /// Seconds from the first sample to its start and its end.
  package var seconds: ClosedRange<Double>
  /// Power of the signal over that of the noise, in dB.
  package var signalToNoiseDecibels: Double
  /// How it ended.
  package var outcome: Outcome
  /// Its content without cursor controls, shortened; empty if it had no content.
  package var text: String
  /// The number of frames that it stands for: several if there were too many to keep each.
  package var count = 1

  /// The most characters of a text.
  static let longestText = 200

  /// A frame that ended with `outcome`, and `bytes` of its content.
  package init(_ frame: Frame, _ outcome: Outcome, bytes: some Collection<UInt8>) {
    protocolName = frame.protocolName
    placement = frame.placement
    let start = frame.startSeconds.isFinite ? frame.startSeconds : 0
    seconds = start...(frame.endSeconds > start ? frame.endSeconds : start)
    signalToNoiseDecibels = frame.signalToNoiseDecibels
    self.outcome = outcome
    // More bytes than characters: UTF-8 has several bytes a character, and some may be invalid.
    let shown = VisibleText.escaping(bytes.prefix(4 * Self.longestText))
    text = shown.count > Self.longestText ? shown.prefix(Self.longestText - 3) + "..." : shown
  }

  /// Whether it was delivered.
  package var isReceived: Bool { outcome == .received }

  /// The frame in one line, as in `hop 1.20 s 12.3 dB: hello`.
  package var line: String {
    let start = "\(protocolName) \(decimals(seconds.lowerBound, 2)) s"
    if count > 1 {
      return start + " to \(decimals(seconds.upperBound, 2)) s: \(count) \(outcomeWord)"
    }
    return start + " " + measured(decibels: signalToNoiseDecibels)
      + (isReceived ? "" : " \(outcomeWord)")
      + (text.isEmpty ? "" : ": " + text)
  }

  /// The name and the content, as in `hop hello`, `hop failed: check`, `hop 12 received`.
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

  /// Adds `other` to it, a frame of the same protocol, placement and outcome.
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

/// A greater ratio occurs only in a generated file: no microphone measures it.
package let mostDecibels = 60.0

/// A signal-to-noise ratio: `12.3 dB`.
package func measured(decibels: Double) -> String {
  decibels > mostDecibels
    ? "above \(decimals(mostDecibels, 0)) dB" : "\(decimals(decibels, 1)) dB"
}

import HandShake
import HandShakeAudioDevice
import HandShakeDiagnosis
import HandShakeHeard

/// The output of `hrecv --doctor`, in lines of at most 100 columns if names are not longer.
struct DoctorReport {
  let diagnosis: InputDiagnosis
  /// The channels that the receiver used, from 0.
  let usedChannels: [Int]
  let heard: HeardFrames
  let gain: MicrophoneGain?
  let clue: Clue?
  let name: String
  let origin: SoundOrigin

  /// The whole report.
  var text: String {
    verdict + messages + findings
      + "\n\(VisibleText.escaping(name)), \(decimals(diagnosis.seconds, 1)) s\n" + facts + reaches
  }

  /// The recommended protocol and its range, if a message can arrive and the noise is known.
  private var verdict: String {
    guard diagnosis.isReceivingPossible, let reach = diagnosis.recommended else { return "" }
    let top = diagnosis.reaches.first { $0.protocolName == reach.protocolName }
    return "use \(reach.protocolName)"
      + (reach.placement == top?.placement ? "" : " with --ceiling \(reach.placement.ceilingAbove)")
      + (reach.metres < Self.roomMetres
        ? ": up to \(decimals(reach.metres, 0)) m" : ": across this room")
      + ", if the sender is as loud as a laptop at full volume\n"
  }

  /// The messages and the refused frames that were heard.
  private var messages: String {
    let more = heard.frames.count - Self.longestList
    return heard.frames.prefix(Self.longestList).map { frame in
      let start = decimals(frame.seconds.lowerBound, 2)
      let isLong = frame.text.count > Self.longestText
      let text = isLong ? frame.text.prefix(Self.longestText - 3) + "..." : frame.text[...]
      switch frame.outcome {
      case .received:
        return "heard a message: \(text) (\(frame.protocolName) at \(start) s)\n"
      case .failed(let stage):
        return "heard a \(frame.protocolName) frame at \(start) s, refused: \(stage)\n"
      }
    }.joined()
      + (more > 0 ? "heard \(more) more\n" : "")
      + (gain?.wording ?? "") + advice
  }

  private var isAnyReceived: Bool { heard.frames.contains(where: \.isReceived) }

  private var advice: String {
    guard case .refused? = clue, let clue, !isAnyReceived else { return "" }
    return "  try: \(clue.advice)\n"
  }

  private var facts: String {
    var text = ""
    if case .device(_, let offered, _) = origin {
      let card = offered.card.map { "card \($0)" } ?? "no card of its own"
      let counts = offered.channelCounts
      let rates = offered.ratesHertz.map(String.init).joined(separator: " ")
      text =
        "  device     \(offered.kind), \(card)\n  offers     \(rates) Hz; "
        + "\(counts.lowerBound) to \(counts.upperBound) channels\n"
        + "  formats    \(Self.wrapped(offered.formats))\n"
    }
    let count = diagnosis.channels.count
    text += "  used       \(hertz(diagnosis.rateHertz)), \(count) channel\(count == 1 ? "" : "s")\n"
    for (index, channel) in diagnosis.channels.enumerated().prefix(Self.longestList) {
      text += "  channel \(index + 1)  \(channel.isDead ? "dead\n" : "")"
      if channel.isDead { continue }
      text += "peak \(decimals(decibels(amplitude: channel.peak), 1)) dB, "
      text += "all sound \(decimals(channel.levelDecibels, 1)) dB"
      if let band = channel.bandDecibels { text += ", 13.7 to 20.3 kHz \(decimals(band, 1)) dB" }
      let use = usedChannels.contains(index) ? ", used" : ", not used"
      text += (count > 1 ? use : "") + "\n"
    }
    return text
  }

  private var findings: String {
    if diagnosis.findings.isEmpty { return "nothing is wrong with this input\n" }
    return diagnosis.findings.map { finding in
      let isRefuted = finding.severity == .prevents && isAnyReceived
      let severity = isRefuted ? InputFinding.Severity.harms : finding.severity
      return Self.paragraph("\(severity.wording): \(finding.wording)")
        + remedies(finding).map { "  try: \($0)\n" }.joined()
    }.joined()
  }

  /// The remedies. Without a verdict, the ceiling that fits is among the remedies.
  private func remedies(_ finding: InputFinding) -> [String] {
    let remedies = finding.remedies(for: origin)
    guard case .cutOff(let edge, isAllCut: false) = finding, verdict.isEmpty else {
      return remedies
    }
    return remedies + ["hsend --ceiling \(Int(edge)) \"hello\""]
  }

  private var reaches: String {
    guard !diagnosis.reaches.isEmpty, diagnosis.channels.contains(where: { !$0.isDead }) else {
      return ""
    }
    let width = 1 + (diagnosis.reaches.map(\.protocolName.count).max() ?? 0)
    let reference = decimals(ProtocolReach.referenceDecibels, 0)
    var text =
      "\n"
      + Self.paragraph(
        "the range of a sender that arrives at \(reference) dB from one metre (a laptop at "
          + "full volume, about), outdoors; echoes cost more:")
    text += "  " + padded("protocol", width) + "band, kHz    noise  faintest  margin  reach\n"
    for reach in diagnosis.reaches {
      let band =
        decimals(reach.placement.lowestToneHertz / 1000, 1) + "-"
        + decimals(reach.placement.highestToneHertz / 1000, 1)
      text += "  " + padded(reach.protocolName, width) + padded(band, 11)
      guard reach.isHeld else {
        text += "  cut off\n"
        continue
      }
      text += padded("\(decimals(reach.noiseDecibels, 0)) dB", -7)
      text += padded("\(decimals(reach.faintestDecibels, 0)) dB", -10)
      text += padded("\(decimals(reach.marginDecibels, 0)) dB", -8)
      text += padded(reach.marginDecibels > 0 ? "\(decimals(reach.metres, 0)) m" : "none", -7)
      text += "\n"
    }
    return text
  }

  /// The other capture devices, to try in place of a device that failed.
  static func otherDevices(than pcm: String, _ devices: [ListedDevice]) -> String {
    let others = devices.filter { $0.name != pcm }.prefix(longestList)
    if others.isEmpty { return "no other device captures here\n" }
    return "devices that capture here:\n"
      + others.map { "  try: hrecv --doctor --device \(VisibleText.escaping($0.name))\n" }.joined()
  }

  private static let longestList = 8
  private static let longestText = 40
  /// A longer range is reported as the whole room.
  private static let roomMetres = 5.0

  private static func wrapped(_ names: [String]) -> String {
    var text = names.prefix(longestList).joined(separator: " ")
    if names.count > longestList { text += " and \(names.count - longestList) more" }
    return text
  }

  /// `text` in lines of at most 100 columns. The second and later lines are indented.
  private static func paragraph(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.count + word.count + 1 > 100, !line.isEmpty {
        lines.append("  " + word)
      } else {
        lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension MicrophoneGain {
  /// The gain in one line, empty if the gain is not known.
  fileprivate var wording: String {
    if aloneCount == 0 {
      return "\(microphoneCount) microphones, none of which reads a message alone\n"
    }
    guard let decibels else { return "" }
    let reads =
      aloneCount < messageCount ? ", which reads \(aloneCount) of \(messageCount) messages" : ""
    return "\(microphoneCount) microphones, \(decimals(decibels.magnitude, 1)) dB "
      + "\(decibels < 0 ? "worse" : "better") than the best alone\(reads)\n"
  }
}

extension InputFinding.Severity {
  fileprivate var wording: String {
    switch self {
    case .prevents: "no message can be received"
    case .harms: "messages may get lost"
    case .remark: "note"
    }
  }
}

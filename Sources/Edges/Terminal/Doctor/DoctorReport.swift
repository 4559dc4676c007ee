import HandShakeAudioDevice
import HandShakeDiagnosis
import HandShakeHeard

/// What `hrecv --doctor` prints, lines of at most 100 columns where names are not longer.
struct DoctorReport {
  private let diagnosis: InputDiagnosis
  private let usedChannels: [Int]
  private let heard: [HeardFrame]
  private let clue: Clue?
  private let name: String
  private let origin: SoundOrigin

  /// The report on what `name` brought, among it `heard`, to a receiver that used these channels, from 0.
  init(
    _ diagnosis: InputDiagnosis, usedChannels: [Int], heard: [HeardFrame], _ clue: Clue?,
    name: String, origin: SoundOrigin
  ) {
    self.diagnosis = diagnosis
    self.usedChannels = usedChannels
    self.heard = heard
    self.clue = clue
    self.name = name
    self.origin = origin
  }

  /// All of it.
  var text: String {
    verdict + messages + findings
      + "\n\(VisibleText.escaping(name)), \(decimals(diagnosis.seconds, 1)) s\n" + facts + reaches
  }

  /// What to send by, where a message can come and the noise is known.
  private var verdict: String {
    guard diagnosis.isReceivingPossible, let reach = diagnosis.recommended else { return "" }
    let top = diagnosis.reaches.first { $0.protocolName == reach.protocolName }
    return "use \(reach.protocolName)"
      + (reach.placement == top?.placement ? "" : " with --ceiling \(reach.placement.ceilingAbove)")
      + (reach.metres < Self.roomMetres
        ? ": up to \(decimals(reach.metres, 0)) m" : ": across this room")
      + ", if the sender is as loud as a laptop at full volume\n"
  }

  /// What came while it was listened.
  private var messages: String {
    heard.prefix(Self.longestList).map { frame in
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
      + (heard.count > Self.longestList ? "heard \(heard.count - Self.longestList) more\n" : "")
      + advice
  }

  private var advice: String {
    guard case .refused? = clue, let clue, !heard.contains(where: \.isReceived) else { return "" }
    return "  try: \(clue.advice)\n"
  }

  private var facts: String {
    var text = ""
    if case .device(_, let offered, _) = origin {
      let card = offered.card.map { "card \($0)" } ?? "no card of its own"
      let counts = offered.channelCounts
      text += "  device     \(offered.kind), \(card)\n"
      text += "  offers     \(offered.ratesHertz.map(String.init).joined(separator: " ")) Hz; "
      text += "\(counts.lowerBound) to \(counts.upperBound) channels\n"
      text += "  formats    \(Self.wrapped(offered.formats))\n"
    }
    text += "  used       \(hertz(diagnosis.rateHertz)), "
    text += "\(diagnosis.channels.count) channel\(diagnosis.channels.count == 1 ? "" : "s")\n"
    for (index, channel) in diagnosis.channels.enumerated().prefix(Self.longestList) {
      text += "  channel \(index + 1)  "
      if channel.isDead {
        text += "dead\n"
        continue
      }
      text += "peak \(decimals(decibels(amplitude: channel.peak), 1)) dB, "
      text += "all sound \(decimals(channel.levelDecibels, 1)) dB"
      if let band = channel.bandDecibels {
        text += ", 13.7 to 20.3 kHz \(decimals(band, 1)) dB"
      }
      let use = usedChannels.contains(index) ? ", used" : ", not used"
      text += (diagnosis.channels.count > 1 ? use : "") + "\n"
    }
    return text
  }

  private var findings: String {
    if diagnosis.findings.isEmpty { return "nothing is wrong with this input\n" }
    return diagnosis.findings.map { finding in
      let isRefuted = finding.severity == .prevents && heard.contains(where: \.isReceived)
      let severity = isRefuted ? InputFinding.Severity.harms : finding.severity
      return Self.paragraph("\(severity.wording): \(finding.wording)")
        + remedies(finding).map { "  try: \($0)\n" }.joined()
    }.joined()
  }

  /// What to try; which ceiling fits best is said once, where it can be told.
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
        "what the noise leaves to a sender that arrives at \(reference) dB from one metre (a laptop at "
          + "full volume, about), in the open; echoes cost more:")
    text += "  " + Self.left("protocol", width) + "band, kHz    noise  faintest  margin  reach\n"
    for reach in diagnosis.reaches {
      let band =
        decimals(reach.placement.lowestToneHertz / 1000, 1) + "-"
        + decimals(reach.placement.highestToneHertz / 1000, 1)
      text += "  " + Self.left(reach.protocolName, width) + Self.left(band, 11)
      guard reach.isHeld else {
        text += "  cut off\n"
        continue
      }
      text += Self.right("\(decimals(reach.noiseDecibels, 0)) dB", 7)
      text += Self.right("\(decimals(reach.faintestDecibels, 0)) dB", 10)
      text += Self.right("\(decimals(reach.marginDecibels, 0)) dB", 8)
      text += Self.right(
        reach.marginDecibels > 0 ? "\(decimals(reach.metres, 0)) m" : "none", 7)
      text += "\n"
    }
    return text
  }

  /// What there is instead of a device that failed.
  static func otherDevices(than pcm: String, _ devices: [ListedDevice]) -> String {
    let others = devices.filter { $0.name != pcm }.prefix(longestList)
    if others.isEmpty { return "no other device captures here\n" }
    return "devices that capture here:\n"
      + others.map { "  try: hrecv --doctor --device \(VisibleText.escaping($0.name))\n" }.joined()
  }

  private static let longestList = 8
  private static let longestText = 40
  /// What reaches farther crosses a room.
  private static let roomMetres = 5.0

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 1)) + text
  }

  private static func wrapped(_ names: [String]) -> String {
    var text = names.prefix(longestList).joined(separator: " ")
    if names.count > longestList { text += " and \(names.count - longestList) more" }
    return text
  }

  /// `text` in lines of at most 100 columns, those after the first set in.
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

extension InputFinding.Severity {
  fileprivate var wording: String {
    switch self {
    case .prevents: "no message can come"
    case .harms: "messages suffer"
    case .remark: "by the way"
    }
  }
}

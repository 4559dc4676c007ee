import HandShakeHeard
import HandShakeModem

extension Failure {
  /// The reason by the stage that refused the frame.
  var reason: String {
    switch stage {
    case .cutOff, .sync, .header, .code, .check, .doubt, .digest: stage.reason.sentence
    case .parts(let missing, let count): Self.wording(missing: missing, count: count)
    case .blocks(let missing, let count, let repair):
      Self.wording(missing: missing, count: count, repair: repair)
    case .unknownContent(let number):
      "its content type \(number) is unknown"
    case .seal(let refusal): refusal.wording
    }
  }

  /// The refused frame, the reason, and its received figures.
  var wording: String {
    var whole = "frame"
    if case .blocks = stage { whole = "message" }
    var text =
      "refused a \(frame.protocolName) \(whole) at \(decimals(frame.startSeconds, 2)) s, because "
      + "\(reason) (\(frame.ratioWording)"
      + (isCauseSaid ? ")" : "; \(cause.wording))")
    if !heard.isEmpty { text += "; heard, unchecked: '\(VisibleText.escaping(heard))'" }
    return text
  }
}

extension Frame {
  /// `signal to noise 12.3 dB`.
  var ratioWording: String { "signal to noise " + measured(decibels: signalToNoiseDecibels) }

  /// `3.0 dB above its limit`, nil if the margin is not known.
  var marginWording: String? {
    marginDecibels.map { margin in
      margin > mostDecibels
        ? "far above its limit"
        : "\(decimals(abs(margin), 1)) dB \(margin < 0 ? "below" : "above") its limit"
    }
  }
}

extension Failure {
  /// Whether the stage already names the cause.
  private var isCauseSaid: Bool {
    switch cause {
    case .cutOff, .incomplete, .unknownContent, .wrongDigest, .seal: true
    case .tooWeak, .clipped, .otherSender, .clockBeyondLimit, .disturbed: false
    }
  }

  /// The missing parts: `parts 2, 4 and 5 of 7 are missing`.
  private static func wording(missing: [Int], count: Int) -> String {
    let named = missing.count <= 10 ? missing : Array(missing.prefix(9))
    var words = named.map(String.init)
    if named.count < missing.count { words.append("\(missing.count - named.count) more") }
    let last = words.popLast() ?? ""
    let list = words.isEmpty ? last : words.joined(separator: ", ") + " and " + last
    return "part\(missing.count == 1 ? "" : "s") \(list) of \(count) "
      + (missing.count == 1 ? "is missing" : "are missing")
  }
}

extension Failure {
  /// The missing blocks: `41 of 64 blocks came, and 3, 5-24 and 64 are missing`.
  private static func wording(missing: [Int], count: Int, repair: Int) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in missing {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    var words = ranges.prefix(10).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    if ranges.count > words.count {
      let named = ranges.prefix(words.count).reduce(0) { $0 + $1.count }
      words.append("\(missing.count - named) more")
    }
    let last = words.popLast() ?? ""
    let list = words.isEmpty ? last : words.joined(separator: ", ") + " and " + last
    let came = count - missing.count + repair
    return "\(came) of \(count) blocks came"
      + (repair > 0 ? " (\(repair) of them for repair)" : "")
      + ", and \(list) \(missing.count == 1 ? "is" : "are") missing"
  }
}

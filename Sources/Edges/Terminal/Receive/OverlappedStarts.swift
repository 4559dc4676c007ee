import HandShakeModem

extension Frame {
  /// Seconds by which starts of one sound may lie apart: each protocol measures it by symbols of its own.
  private static let startMargin = 0.1

  private func sharesBand(with other: Frame) -> Bool {
    other.placement.lowestToneHertz < placement.highestToneHertz
      && placement.lowestToneHertz < other.placement.highestToneHertz
  }

  /// Whether it begins while `other` sounds, in the same band.
  func begins(within other: Frame) -> Bool {
    sharesBand(with: other) && other.startSeconds - Self.startMargin <= startSeconds
      && startSeconds <= other.endSeconds
  }

  /// Whether `other` begins after it by the same protocol in the same band, before the longest frame would be over.
  /// The tones of one protocol seem to be starts of another: of 48 recordings of three copies by `burst`, 39 held
  /// such a start of `classic`.
  func isOverlapped(by other: Frame) -> Bool {
    protocolName == other.protocolName && sharesBand(with: other)
      && startSeconds < other.startSeconds - Self.startMargin
      && other.startSeconds < startSeconds + Self.longestSeconds
  }

  /// No frame lasts longer.
  static let longestSeconds = 40.0
}

/// Starts of which nothing became, because another sender's frame by the same protocol was read that began over them.
struct OverlappedStarts {
  private var starts: [Frame] = []
  /// Frames of which something became.
  private var ended: [Frame] = []

  /// Takes what a receiver says.
  mutating func take(_ event: ReceiverEvent) {
    switch event {
    case .detected(let frame): starts.append(frame)
    case .message(let message): end(message.frame)
    case .file(let received): end(received.frame)
    case .sealed(let sealed): end(sealed.frame)
    case .receipt(let frame, _), .ranging(let frame, _), .pairing(let frame, _),
      .repeated(let frame):
      end(frame)
    case .blocks(let frame, _, _): end(frame)
    // What failed says itself what sounded over it.
    case .failed(let failure): starts.removeAll { $0.number == failure.frame.number }
    case .level, .progress: break
    }
  }

  private mutating func end(_ frame: Frame) {
    starts.removeAll { $0.number == frame.number }
    ended.append(frame)
  }

  /// Those that began so long before `seconds` that nothing can become of them any more, each once.
  mutating func take(atSeconds seconds: Double) -> [Frame] {
    let latest = seconds - Frame.longestSeconds
    defer {
      starts.removeAll { $0.startSeconds < latest }
      ended.removeAll { $0.endSeconds < latest }
    }
    let over = starts.filter { $0.startSeconds < latest }
    return over.filter { start in
      ended.contains { start.isOverlapped(by: $0) }
        && !ended.contains { start.begins(within: $0) }
    }
  }

  /// What is said of such a start.
  static func wording(_ start: Frame) -> String {
    "nothing became of what seems to be a start of \(start.protocolName) at "
      + "\(decimals(start.startSeconds, 2)) s, for another sender overlapped it: let one sender end before "
      + "the next begins"
  }
}

import HandShakeModem

extension Frame {
  /// Starts of one sound differ by at most this. Each protocol measures with its own symbols.
  private static let startMargin = 0.1

  private func sharesBand(with other: Frame) -> Bool {
    other.placement.lowestToneHertz < placement.highestToneHertz
      && placement.lowestToneHertz < other.placement.highestToneHertz
  }

  /// Whether the frame begins while `other` sounds in the same band.
  func begins(within other: Frame) -> Bool {
    sharesBand(with: other) && other.startSeconds - Self.startMargin <= startSeconds
      && startSeconds <= other.endSeconds
  }

  /// Whether `other` begins later in the same band and protocol, before the longest frame would
  /// end. Tones of one protocol may look like a start of another protocol. In 39 of 48 recordings
  /// of three `burst` copies, they looked like a start of `classic`.
  func isOverlapped(by other: Frame) -> Bool {
    protocolName == other.protocolName && sharesBand(with: other)
      && startSeconds < other.startSeconds - Self.startMargin
      && other.startSeconds < startSeconds + Self.longestSeconds
  }

  /// The longest duration of a frame.
  static let longestSeconds = 40.0
}

/// Starts without a result that a later frame by the same protocol overlapped.
struct OverlappedStarts {
  private var starts: [Frame] = []
  /// Frames with a result.
  private var ended: [Frame] = []

  /// Takes an event of a receiver.
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
    // A failed frame has its own report of the sound over it.
    case .failed(let failure): starts.removeAll { $0.number == failure.frame.number }
    case .level, .progress: break
    }
  }

  private mutating func end(_ frame: Frame) {
    starts.removeAll { $0.number == frame.number }
    ended.append(frame)
  }

  /// Overlapped starts too long before `seconds` to have a result. Each is returned once.
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

  /// The note on an overlapped start.
  static func wording(_ start: Frame) -> String {
    "nothing became of what seems to be a start of \(start.protocolName) at "
      + "\(decimals(start.startSeconds, 2)) s, for another sender overlapped it: let one sender "
      + "end before the next begins"
  }
}

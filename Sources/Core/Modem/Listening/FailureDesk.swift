import Signal

/// Holds failures back until it is known whether they were failures at all.
///
/// To one detector the frame of another may look like a frame that fails. Once the other has delivered
/// it, the failure says nothing; while it is still arriving, nobody knows. Meanwhile the desk finds what
/// else happened while the frame sounded.
struct FailureDesk {
  private var pending: [Failure] = []
  private var delivered: [Frame] = []
  /// Frames that failed, told already.
  private var failed: [Frame] = []

  /// Ends, in seconds, and peaks of the latest tenths of a second.
  private var peaks: [(seconds: Double, peak: Float)] = []

  /// Seconds for which a failure waits for a frame to be found that it may be a part of: other families
  /// take longer to be sure of a start.
  private static let startSeconds = 1.0
  /// Range of levels, in dB, that no microphone has. Tones that lie further below the peak of the input are
  /// the skirts and the rounding of a loud sound, 111 dB and more below it, which digital silence shows.
  private static let largestRangeDecibels = 100.0
  /// Seconds after which a failure is told whatever else goes on, and a delivered frame is forgotten.
  private static let longestWait = 30.0
  /// Seconds by which two frames may miss each other and still be taken for one.
  private static let margin = 0.25

  /// Lets `events` pass but for failures, which come back when they are ripe.
  ///
  /// - Parameters:
  ///   - now: seconds of signal so far.
  ///   - earliestStart: when the first frame that is still arriving started; nil where none is.
  ///   - isOver: whether nothing comes any more.
  ///   - clipping: when the input was at full scale.
  mutating func sort(
    _ events: [ReceiverEvent], now: Double, earliestStart: Double?, isOver: Bool = false,
    _ clipping: ClippingRecord
  ) -> [ReceiverEvent] {
    var passed: [ReceiverEvent] = []
    for event in events {
      switch event {
      case .failed(let failure):
        // What lacks blocks had some, or a descriptor, whose checks held: it is no other frame.
        if case .blocks = failure.stage { break }
        if isSkirt(failure) { continue }
        pending.append(failure)
        continue
      case .level(let level):
        peaks.append((level.seconds, level.peak))
        if peaks.count > 20 * Int(Self.longestWait) { peaks.removeFirst(peaks.count / 2) }
      case .message(let message):
        delivered.append(message.frame)
      case .file(let received):
        delivered.append(received.frame)
      case .blocks(let frame, _, _):
        if delivered.last?.startSeconds == frame.startSeconds { delivered.removeLast() }
        delivered.append(frame)
      default: break
      }
      passed.append(event)
    }
    guard !pending.isEmpty || !delivered.isEmpty || !failed.isEmpty else { return passed }
    delivered.removeAll { $0.endSeconds < now - 2 * Self.longestWait }
    failed.removeAll { $0.endSeconds < now - 2 * Self.longestWait }
    let delivered = delivered
    pending.removeAll { failure in
      delivered.contains {
        Self.isSame($0, failure.frame)
          && !(failure.isCertain && Self.isAlike($0, failure.frame))
      }
    }
    // Of two frames that fail at once, one of which was hardly begun, that one was part of the other.
    let readers = pending.filter { !Self.isHardlyBegun($0) }.map { $0.frame } + failed
    pending.removeAll { failure in
      Self.isHardlyBegun(failure) && readers.contains { Self.isSame($0, failure.frame) }
    }
    let others = delivered + failed + pending.map { $0.frame }
    pending.removeAll { failure in
      let isRipe =
        (earliestStart ?? .infinity) > failure.frame.endSeconds
        && (isOver || now - failure.frame.endSeconds > Self.startSeconds)
        || now - failure.frame.endSeconds > Self.longestWait
      if isRipe {
        passed.append(.failed(Self.completed(failure, now: now, others, clipping)))
        if !Self.isHardlyBegun(failure) { failed.append(failure.frame) }
      }
      return isRipe
    }
    return passed
  }

  /// Whether the tones of a frame that failed are the skirts of a much louder sound at the same time, in
  /// whatever band.
  private func isSkirt(_ failure: Failure) -> Bool {
    guard let toneDecibels = failure.toneDecibels else { return false }
    let frame = failure.frame
    var peak: Float = 0
    for tenth in peaks
    where tenth.seconds > frame.startSeconds && tenth.seconds < frame.endSeconds + 0.1 {
      peak = max(peak, tenth.peak)
    }
    guard peak > 0 else { return false }
    let peakDecibels = decibels(amplitudeRatio: Double(peak))
    return toneDecibels < peakDecibels - Self.largestRangeDecibels
  }

  /// A failure with what else happened while its frame sounded.
  private static func completed(
    _ failure: Failure, now: Double, _ others: [Frame], _ clipping: ClippingRecord
  ) -> Failure {
    var failure = failure
    failure.frame.endSeconds = max(
      failure.frame.startSeconds, min(failure.frame.endSeconds, now))
    let frame = failure.frame
    failure.clippedShare = clipping.share(from: frame.startSeconds, to: frame.endSeconds)
    // What starts at the same time is another reading of the same sound.
    failure.overlappingProtocolName =
      others.first {
        $0.number != frame.number && isSame($0, frame)
          && abs($0.startSeconds - frame.startSeconds) > margin
      }?.protocolName
    return failure
  }

  /// Whether nothing but the start of a frame was found.
  private static func isHardlyBegun(_ failure: Failure) -> Bool {
    switch failure.stage {
    case .sync, .header: !failure.isCertain
    default: false
    }
  }

  /// Whether two frames are of one protocol in one placement: in another one the tones of a frame are those
  /// of others, and may be a clear start.
  private static func isAlike(_ left: Frame, _ right: Frame) -> Bool {
    left.protocolName == right.protocolName && left.placement == right.placement
  }

  /// Whether two frames sound at the same time in the same part of the spectrum.
  private static func isSame(_ left: Frame, _ right: Frame) -> Bool {
    left.startSeconds - margin < right.endSeconds && right.startSeconds - margin < left.endSeconds
      && left.placement.lowestToneHertz < right.placement.highestToneHertz
      && right.placement.lowestToneHertz < left.placement.highestToneHertz
  }
}

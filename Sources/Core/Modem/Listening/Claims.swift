import HandShakeSignal

/// Attributes sounds to frames: frames that arrive, frames that were read, and failures.
///
/// To one detector the frame of another may look like a frame that fails. If the other frame is
/// read, it explains the failure. While it arrives, the failure waits. Meanwhile the claims collect
/// the other events during the failed frame.
struct Claims {
  /// Frames in any band that have certainly begun and whose end has not come.
  var arriving: [Frame] = []
  /// Frames with tones that are not starts of other frames.
  var claimed: [Frame] = []

  /// Frames that were read, with the number of the claim, the latest last.
  private var read: [(number: Int, frame: Frame)] = []
  private var count = 0
  /// Messages that began before the first sample. Only their end was heard.
  private var headless: [Frame] = []
  /// The tones of the latest known messages.
  private(set) var knownTones: [KnownTones] = []
  private(set) var waiting: [Failure] = []
  /// Failures above the limit for waiting. They are reported unless a frame explains them already.
  private var overdue: [Failure] = []
  /// Frames of the latest failures that were reported.
  private(set) var failed: [Frame] = []
  /// The latest levels.
  private var levels: [Level] = []

  /// Seconds that a failure waits for the frame that it may be a part of. Other families take
  /// longer to be sure of a start.
  private static let startSeconds = 1.0
  /// Seconds after which a failure is always reported. Only frames of `classic` can be longer.
  private static let longestWait = 60.0
  /// Most failures that wait or are remembered: more than eight families and placements can lose of
  /// the eight frames that each follows at once.
  static let mostFailures = 64
  /// Number of messages whose tones are remembered.
  private static let mostKnown = 8
  /// Seconds after its end for which a frame is remembered.
  private static let memorySeconds = 120.0
  /// Seconds by which two frames may miss each other and still count as one.
  private static let margin = 0.25
  /// Earliest start of an uncertain failure, in seconds from the first sample.
  private static let earliestSeconds = -0.02
  /// Range of levels, in dB, that no microphone has. Weaker tones are the spectral leakage and the
  /// rounding of a loud sound, 111 dB and more below it, which appear in digital silence.
  private static let largestRangeDecibels = 100.0
  /// A sound further below a message that was read, in dB, is the message's own distortion: a
  /// harmonic, an intermodulation product, or the rounding of its samples.
  private static let distortionDecibels = 55.0
  /// A frame further below one of its protocol and placement, in dB, is its spectral leakage.
  private static let skirtDecibels = 20.0
  /// Seconds after a message in which a sound as weak as its distortion comes from it: filters and
  /// the noise estimate take as long to forget the message.
  private static let aftermathSeconds = 1.5

  // MARK: Frames

  /// Takes `frame`, which was read completely or, for a message in several frames, in part.
  mutating func add(_ frame: Frame) {
    count += 1
    // The latest frame of a message in several frames stands for all.
    if read.last?.frame.number == frame.number, read.last?.frame.startSeconds == frame.startSeconds
    {
      read.removeLast()
    }
    read.removeAll { $0.frame.endSeconds < frame.startSeconds - Self.memorySeconds }
    read.append((count, frame))
  }

  /// Takes the tones of a message that was read.
  mutating func add(_ tones: KnownTones) {
    knownTones = knownTones.suffix(Self.mostKnown - 1) + [tones]
  }

  /// Takes a message that began before the first sample, from there to its end. The message cannot
  /// be reported, and a failure beside it may be its sound.
  mutating func add(headless frame: Frame) { headless.append(frame) }

  /// Whether only the end of a message was heard.
  var hasLoneEnd: Bool { !headless.isEmpty }

  /// Frames that were read since the call that gave `number`, 0 at first. Updates `number`.
  func read(since number: inout Int) -> [Frame] {
    defer { number = count }
    guard number < count else { return [] }
    return read.filter { $0.number > number }.map { $0.frame }
  }

  /// Takes the level of the latest tenth of a second.
  mutating func add(_ level: Level) {
    levels.append(level)
    if levels.count > 20 * Int(Self.longestWait) { levels.removeFirst(levels.count / 2) }
  }

  // MARK: Failures

  /// Takes a failure, which `ripe` returns unless a frame explains it.
  mutating func add(_ failure: Failure) {
    guard failure.isCertain || failure.frame.startSeconds >= Self.earliestSeconds,
      !isBelowPeak(failure, byDecibels: Self.largestRangeDecibels)
    else { return }
    if waiting.count == Self.mostFailures { overdue.append(waiting.removeFirst()) }
    waiting.append(failure)
  }

  /// The failures that no frame can explain any more, with the other events during their frames.
  ///
  /// - Parameters:
  ///   - now: seconds of signal so far.
  ///   - isOver: whether the signal is over.
  ///   - clipping: when the input was at full scale.
  mutating func ripe(now: Double, isOver: Bool, _ clipping: ClippingRecord) -> [Failure] {
    guard !waiting.isEmpty else { return [] }
    let failures = overdue + waiting
    let overdueCount = overdue.count
    overdue = []
    failed.removeAll { $0.endSeconds < now - Self.memorySeconds }
    let read = self.read.map { $0.frame }
    let weak = failures.map {
      isBelowPeak($0, since: Self.aftermathSeconds, byDecibels: Self.distortionDecibels)
    }
    var kept: [(failure: Failure, isWeak: Bool, isOverdue: Bool)] = []
    // If a failed frame had hardly begun or was too weak, it was part of another failed frame.
    let begun = failed + waiting.filter { !Self.isHardlyBegun($0) }.map { $0.frame }
    let strong = begun.filter { !Self.isTooWeak($0) }
    for (index, (failure, isWeak)) in zip(failures, weak).enumerated() {
      let frame = failure.frame
      let isExplained =
        (read + headless).contains {
          Self.isSame($0, frame)
            && !(Self.isWhole(failure) && Self.isAlike($0, frame) && !Self.isSkirt(frame, of: $0))
            || isWeak && $0.startSeconds < frame.endSeconds
              && frame.startSeconds < $0.endSeconds + Self.aftermathSeconds
        } || Self.isHardlyBegun(failure) && begun.contains { Self.isSame($0, frame) }
        || Self.isTooWeak(frame) && strong.contains { Self.isSame($0, frame) }
      if !isExplained { kept.append((failure, isWeak, index < overdueCount)) }
    }
    let others = read + failed + kept.suffix(Self.mostFailures).map { $0.failure.frame }
    waiting = []
    var ripe: [Failure] = []
    for (failure, isWeak, isOverdue) in kept {
      let since = now - failure.frame.endSeconds
      // In the first minute the start of a message may be missed. Its end will show the message.
      let isWaitedFor =
        arriving.contains {
          $0.startSeconds - Self.margin <= failure.frame.endSeconds
            && (isWeak || $0.placement.overlaps(failure.frame.placement))
        } || isWeak && now < Self.longestWait
      if (isWaitedFor || since <= Self.startSeconds) && since <= Self.longestWait && !isOver
        && !isOverdue
      {
        waiting.append(failure)
      } else {
        ripe.append(Self.completed(failure, now: now, others, clipping))
        if !Self.isHardlyBegun(failure) { failed.append(failure.frame) }
      }
    }
    failed.removeFirst(max(0, failed.count - Self.mostFailures))
    return ripe
  }

  /// Whether the tones of a failed frame lie `range` below the peak of the input in any band. The
  /// peak is from the time of the frame and from up to `seconds` before.
  private func isBelowPeak(
    _ failure: Failure, since seconds: Double = 0, byDecibels range: Double
  ) -> Bool {
    let frame = failure.frame
    var peak: Float = 0
    var bandRootMeanSquare: Float?
    for level in levels
    where level.seconds > frame.startSeconds - seconds && level.seconds < frame.endSeconds + 0.1 {
      peak = max(peak, level.peak)
      // If there are others, this tenth of a second before the frame does not count.
      if level.seconds > frame.startSeconds + 0.1 || frame.endSeconds <= frame.startSeconds + 0.1 {
        bandRootMeanSquare = max(bandRootMeanSquare ?? 0, level.bandRootMeanSquare)
      }
    }
    guard peak > 0 else { return false }
    var tones = failure.toneDecibels ?? .infinity
    if let bandRootMeanSquare,
      frame.placement.lowestToneHertz >= ModemProtocol.nearUltrasonicBandHertz.lowerBound
    {
      // The peak of a sine is its root mean square times the root of two.
      tones = min(tones, decibels(powerRatio: 2 * Double(bandRootMeanSquare * bandRootMeanSquare)))
    }
    return tones < decibels(amplitudeRatio: Double(peak)) - range
  }

  /// A failure with the other events during its frame.
  private static func completed(
    _ failure: Failure, now: Double, _ others: [Frame], _ clipping: ClippingRecord
  ) -> Failure {
    var failure = failure
    failure.frame.endSeconds = max(failure.frame.startSeconds, min(failure.frame.endSeconds, now))
    let frame = failure.frame
    failure.clippedShare = clipping.share(
      from: frame.startSeconds, to: min(failure.expectedEndSeconds, now))
    // A frame with the same start is another reading of the same sound.
    failure.overlappingProtocolName =
      others.first {
        $0.number != frame.number && isSame($0, frame)
          && abs($0.startSeconds - frame.startSeconds) > margin
      }?.protocolName
    return failure
  }

  /// Whether only the start of a frame was found.
  private static func isHardlyBegun(_ failure: Failure) -> Bool {
    switch failure.stage {
    case .sync, .header: !failure.isCertain
    default: false
    }
  }

  /// Whether a frame is certain and not cut off. A start in the last second of another is no proof.
  private static func isWhole(_ failure: Failure) -> Bool {
    failure.isCertain && failure.stage != .cutOff
  }

  /// Whether a frame came too weak for its protocol.
  private static func isTooWeak(_ frame: Frame) -> Bool { frame.marginDecibels ?? 0 < 0 }

  /// Whether two frames have the same protocol and placement. In another placement the tones of a
  /// frame are other tones, and may be a clear start.
  private static func isAlike(_ left: Frame, _ right: Frame) -> Bool {
    left.protocolName == right.protocolName && left.placement == right.placement
  }

  /// Whether a frame that started within another is so much weaker that it is most likely the
  /// spectral leakage of the other's tones.
  private static func isSkirt(_ frame: Frame, of other: Frame) -> Bool {
    frame.startSeconds > other.startSeconds
      && frame.signalToNoiseDecibels < other.signalToNoiseDecibels - skirtDecibels
  }

  /// Whether two frames overlap in time and in the spectrum.
  private static func isSame(_ left: Frame, _ right: Frame) -> Bool {
    left.startSeconds - margin < right.endSeconds && right.startSeconds - margin < left.endSeconds
      && left.placement.overlaps(right.placement)
  }
}

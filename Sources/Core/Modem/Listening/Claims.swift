import HandShakeSignal

/// Whose sound is it? Frames that arrive, frames that were read, and failures, which those may explain.
///
/// To one detector the frame of another may look like a frame that fails. Once the other was read, the failure says
/// nothing; while it still arrives, nobody knows: so failures wait. Meanwhile it is found what else happened while
/// their frames sounded.
struct Claims {
  /// Frames that have begun for certain, in any band, and whose end has not come.
  var arriving: [Frame] = []
  /// Those whose tones are no starts of others.
  var claimed: [Frame] = []

  /// Frames that were read, with the number of the claim, the latest last.
  private var read: [(number: Int, frame: Frame)] = []
  private var count = 0
  /// Messages of which only the end was heard: they began before the first sample.
  private var headless: [Frame] = []
  /// The tones of the latest messages that are known.
  private(set) var knownTones: [KnownTones] = []
  private(set) var waiting: [Failure] = []
  /// Failures that came when as many waited as may: they are told, unless something explains them already.
  private var overdue: [Failure] = []
  /// Frames of the latest failures that were told.
  private(set) var failed: [Frame] = []
  /// The latest levels.
  private var levels: [Level] = []

  /// Seconds for which a failure waits for a frame to be found that it may be a part of: other families take longer to
  /// be sure of a start.
  private static let startSeconds = 1.0
  /// Seconds after which a failure is told whatever else goes on: the longest frames but those of `classic` are over.
  private static let longestWait = 60.0
  /// So many failures wait or are remembered, the latest: more than eight families and placements lose of the eight
  /// frames that each follows at once.
  static let mostFailures = 64
  /// Messages whose tones are remembered.
  private static let mostKnown = 8
  /// Seconds after its end for which a frame is remembered.
  private static let memorySeconds = 120.0
  /// Seconds by which two frames may miss each other and still be taken for one.
  private static let margin = 0.25
  /// Seconds that a frame may seem to start before the first sample: what is not certain was not there.
  private static let earliestSeconds = -0.02
  /// Range of levels, in dB, that no microphone has. Tones that lie further below the peak of the input are the skirts
  /// and the rounding of a loud sound, 111 dB and more below it, which digital silence shows.
  private static let largestRangeDecibels = 100.0
  /// What lies further below a message that was read, in dB, is its own distortion: a harmonic, a mixture of its tones,
  /// the rounding of its samples.
  private static let distortionDecibels = 55.0
  /// What lies further below a message of its own protocol and placement, in dB, is made of the skirts of its tones.
  private static let skirtDecibels = 20.0
  /// Seconds after such a message in which what lies as far below it is its aftermath: filters and the estimate of the
  /// noise take as long to forget it.
  private static let aftermathSeconds = 1.5

  // MARK: Frames

  /// Takes `frame`, which was read in whole or, of a message in many frames, in part.
  mutating func add(_ frame: Frame) {
    count += 1
    // Of a message in many frames the latest stands for all.
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

  /// Takes a message that began before the first sample, from there to its end: nothing can be told of it, and what
  /// fails beside it may be its sound.
  mutating func add(headless frame: Frame) { headless.append(frame) }

  /// Whether a message was heard of which nothing but the end came.
  var hasLoneEnd: Bool { !headless.isEmpty }

  /// Frames that were read since the call that gave `number`, which becomes that of the next call; 0 at first.
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

  /// Takes a failure, which `ripe` gives back unless something explains it.
  mutating func add(_ failure: Failure) {
    guard failure.isCertain || failure.frame.startSeconds >= Self.earliestSeconds,
      !isBelowPeak(failure, byDecibels: Self.largestRangeDecibels)
    else { return }
    if waiting.count == Self.mostFailures { overdue.append(waiting.removeFirst()) }
    waiting.append(failure)
  }

  /// The failures that nothing explains any more, with what else happened while their frames sounded.
  ///
  /// - Parameters:
  ///   - now: seconds of signal so far.
  ///   - isOver: whether nothing comes any more.
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
    // Of two frames that fail at once, one of which was hardly begun or too weak, that one was part of the other.
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
      // In the first minute a message may sound whose start was missed: its end will show it.
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

  /// Whether the tones of a frame that failed lie so far below the peak of the input, in whatever band, while it
  /// sounded or up to `seconds` before.
  private func isBelowPeak(
    _ failure: Failure, since seconds: Double = 0, byDecibels range: Double
  ) -> Bool {
    let frame = failure.frame
    var peak: Float = 0
    var bandRootMeanSquare: Float?
    for level in levels
    where level.seconds > frame.startSeconds - seconds && level.seconds < frame.endSeconds + 0.1 {
      peak = max(peak, level.peak)
      // What lies in this tenth of a second before the frame does not count, where there are others.
      if level.seconds > frame.startSeconds + 0.1 || frame.endSeconds <= frame.startSeconds + 0.1 {
        bandRootMeanSquare = max(bandRootMeanSquare ?? 0, level.bandRootMeanSquare)
      }
    }
    guard peak > 0 else { return false }
    var tones = failure.toneDecibels ?? .infinity
    if let bandRootMeanSquare,
      frame.placement.lowestToneHertz >= ModemProtocol.nearUltrasonicBandHertz.lowerBound
    {
      // A sine has its root mean square times the root of two as its peak.
      tones = min(tones, decibels(powerRatio: 2 * Double(bandRootMeanSquare * bandRootMeanSquare)))
    }
    return tones < decibels(amplitudeRatio: Double(peak)) - range
  }

  /// A failure with what else happened while its frame sounded.
  private static func completed(
    _ failure: Failure, now: Double, _ others: [Frame], _ clipping: ClippingRecord
  ) -> Failure {
    var failure = failure
    failure.frame.endSeconds = max(failure.frame.startSeconds, min(failure.frame.endSeconds, now))
    let frame = failure.frame
    failure.clippedShare = clipping.share(
      from: frame.startSeconds, to: min(failure.expectedEndSeconds, now))
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

  /// Whether a frame is beyond doubt and came to its end: a start in the last second of another says nothing.
  private static func isWhole(_ failure: Failure) -> Bool {
    failure.isCertain && failure.stage != .cutOff
  }

  /// Whether a frame came weaker than its protocol is heard.
  private static func isTooWeak(_ frame: Frame) -> Bool { frame.marginDecibels ?? 0 < 0 }

  /// Whether two frames are of one protocol in one placement: in another one the tones of a frame are those of others,
  /// and may be a clear start.
  private static func isAlike(_ left: Frame, _ right: Frame) -> Bool {
    left.protocolName == right.protocolName && left.placement == right.placement
  }

  /// Whether a frame that started within another came so much weaker that it is most likely made of the skirts of that
  /// one's tones.
  private static func isSkirt(_ frame: Frame, of other: Frame) -> Bool {
    frame.startSeconds > other.startSeconds
      && frame.signalToNoiseDecibels < other.signalToNoiseDecibels - skirtDecibels
  }

  /// Whether two frames sound at the same time in the same part of the spectrum.
  private static func isSame(_ left: Frame, _ right: Frame) -> Bool {
    left.startSeconds - margin < right.endSeconds && right.startSeconds - margin < left.endSeconds
      && left.placement.overlaps(right.placement)
  }
}

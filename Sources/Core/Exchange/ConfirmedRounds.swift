import HandShakeModem

/// The confirmed sending of a file: rounds of frames, after each of which the receiver says how
/// many blocks it still needs and how fast it could read, until it has the file.
///
/// Any different blocks rebuild a message, so a round goes on where the one before ended, first
/// with the message's own frames, then with those of repair. The rung of a round is the one from
/// which most is expected: its pace, times the share of blocks that arrive at it, which is learnt
/// from round to round.
public struct ConfirmedRounds: ConfirmedExchange {
  private enum State {
    /// Waiting from `since` on for a free channel.
    case holding(since: Double)
    case sending
    /// Waiting for a report.
    case listening(until: Double)
    case ended
  }

  private let rounds: MessageRounds
  private let identity: UInt16
  private let isProven: (Receipt) -> Bool
  private let waitSeconds: Double
  /// Seconds of a full frame by rung.
  private let frameSeconds: [Int: Double]
  /// The share of blocks that got lost at a rung, as far as is known.
  private var losses: [Int: Double] = [:]
  private var state: State?
  private var rung: Int
  private var attempt = 0
  private var nextFrame = 0
  private var needed: Int
  private var report: Receipt?
  private var verdict: Receipt?
  private var roundBlocks = 0
  private var sentBlocks = 0
  /// Rounds without a report: in a row, and all.
  private var (unansweredCount, unansweredTotal) = (0, 0)
  /// The fastest rung that the receiver takes for safe.
  private var safeRung: Int?

  /// After so long it is sent whoever sounds.
  private static let impatienceSeconds = 10.0
  /// Rounds without a report after which nobody seems to listen.
  private static let mostUnanswered = 3
  /// Frames of the first round, and of one at a rung that may be too fast.
  private static let (firstFrames, trialFrames) = (1, 3)
  /// No round is longer.
  private static let longestSeconds = 60.0
  /// Blocks of a frame that only asks again.
  private static let askingBlocks = 4
  /// Blocks that are sent at most: so many times those of the message, and so many others.
  private static let (mostShare, mostOthers) = (8, 256)
  /// What may get lost at a rung that the receiver takes for safe, at the next above, and at others
  /// above.
  private static let (safeLoss, daringLoss, foolishLoss) = (0.02, 0.3, 0.95)
  /// How much of a loss may be left a rung lower.
  private static let lowerShare = 0.3

  /// A message of which nothing was sent.
  ///
  /// - Parameters:
  ///   - identity: the one that the frames of `rounds` have.
  ///   - firstRung: the rung of the first round.
  ///   - frameSeconds: how long a full frame sounds, by rung; rungs that are not in it are not
  ///     used.
  ///   - waitSeconds: how long to listen for a report after each round.
  ///   - isProven: whether a receipt is one for this message.
  public init(
    _ rounds: MessageRounds, identity: UInt16, firstRung: Int, frameSeconds: [Int: Double],
    waitSeconds: Double, isProven: @escaping (Receipt) -> Bool
  ) {
    self.rounds = rounds
    self.identity = identity
    self.isProven = isProven
    self.waitSeconds = waitSeconds
    self.frameSeconds = frameSeconds
    rung = firstRung
    needed = rounds.blockCount
  }

  /// Takes what the receiver said at `now`.
  public mutating func take(_ event: ReceiverEvent, at now: Double) {
    guard case .receipt(_, let receipt) = event, attempt > 0 else { return }
    if let missing = receipt.missing {
      if missing.identity == identity, missing.blockCount > 0 { report = receipt }
    } else if isProven(receipt), verdict?.status != .delivered {
      verdict = receipt
    }
  }

  /// What is to be done at `now`, where `sense` tells whether somebody sounds; nil to listen on.
  public mutating func next(at now: Double, _ sense: ChannelSense) -> ConfirmedStep? {
    if let verdict, verdict.status == .delivered {
      state = .ended
      return .end(.confirmed(verdict, attempts: attempt))
    }
    switch state {
    case nil:
      state = .holding(since: now)
      return next(at: now, sense)
    case .holding(let since):
      guard sense.isFree() || now >= since + Self.impatienceSeconds else { return nil }
      // A receiver that still lacks blocks after so many will not get the message.
      return sentBlocks < Self.mostShare * rounds.blockCount + Self.mostOthers ? send() : giveUp()
    case .listening(let until):
      if let verdict { return .end(.refused(verdict)) }
      if let report, let missing = report.missing {
        self.report = nil
        return learn(report, needed: missing.blockCount, at: now)
      }
      if now >= until { return ask(at: now) }
    case .sending, .ended: break
    }
    return nil
  }

  // MARK: What a report tells

  private mutating func learn(_ report: Receipt, needed: Int, at now: Double) -> ConfirmedStep? {
    // Whoever asks for more than there is gets no more than that.
    let left = min(needed, rounds.blockCount)
    let received = rounds.blockCount - left
    if received > sentBlocks {
      // Some came before, when the message was sent and not all of it: what was sent then need not
      // come again.
      let repairFrames = max(1, rounds.frameCount - rounds.ownFrameCount)
      nextFrame = rounds.ownFrameCount + received / rounds.frameBlocks % repairFrames
    }
    let lost = Double(roundBlocks - max(self.needed - left, 0)) / Double(max(roundBlocks, 1))
    let loss = min(max(lost, 0), 1)
    losses[rung] = losses[rung].map { 0.5 * ($0 + loss) } ?? loss
    self.needed = left
    unansweredCount = 0
    safeRung = report.rung
    rung = bestRung(fastest: safeRung)
    state = .holding(since: now)
    return .progress(report, needed: left, count: rounds.blockCount)
  }

  /// The rung from which most blocks a second are expected, where a receiver takes `fastest` for
  /// the fastest that it could read.
  private func bestRung(fastest: Int?) -> Int {
    let known = frameSeconds.keys.filter { losses[$0] != nil }
    func expectedLoss(_ candidate: Int) -> Double {
      if let loss = losses[candidate] { return loss }
      // What gets lost at a slower rung gets lost at this one too, unless the receiver hears well
      // enough: then something else came between, which hits a shorter frame less often. What gets
      // lost at a faster one mostly does not.
      let isHeard = fastest.map { candidate <= $0 } ?? false
      let slower =
        known.filter { $0 < candidate }.compactMap { rung -> Double? in
          guard isHeard, let long = frameSeconds[rung], let short = frameSeconds[candidate] else {
            return losses[rung]
          }
          return losses[rung].map { $0 * short / long }
        }.max() ?? 0
      let faster = known.filter { $0 > candidate }.min().flatMap { losses[$0] } ?? 0
      let distance = candidate - (fastest ?? rung)
      let own = distance <= 0 ? Self.safeLoss : distance == 1 ? Self.daringLoss : Self.foolishLoss
      let above = known.isEmpty || candidate > (known.max() ?? rung)
      return max(slower, above ? own : Self.lowerShare * faster)
    }
    let pace = { (candidate: Int) -> Double in
      (1 - expectedLoss(candidate)) / (frameSeconds[candidate] ?? .infinity)
    }
    return rounds.rungs.filter { frameSeconds[$0] != nil }.max { pace($0) < pace($1) } ?? rung
  }

  // MARK: What is sent

  private mutating func send() -> ConfirmedStep {
    let loss = min(losses[rung] ?? Self.safeLoss, 0.8)
    var wanted = Int((Double(needed) / (1 - loss)).rounded(.up)) + 1
    let isSafe = losses[rung] != nil || rung <= safeRung ?? -1
    let most =
      attempt == 0 && rounds.ownFrameCount > 2
      ? Self.firstFrames
      : isSafe || wanted <= 2 * rounds.frameBlocks * Self.trialFrames
        ? max(1, Int(Self.longestSeconds / (frameSeconds[rung] ?? 1))) : Self.trialFrames
    var frames: [RoundFrame] = []
    while wanted > 0, frames.count < most {
      frames.append(takeFrame(mostBlocks: wanted))
      wanted -= frames[frames.count - 1].blockCount
    }
    return send(frames)
  }

  private mutating func takeFrame(mostBlocks: Int) -> RoundFrame {
    // After the last block of repair comes the first of all again.
    defer { nextFrame = (nextFrame + 1) % rounds.frameCount }
    return rounds.frame(nextFrame, mostBlocks: mostBlocks)
  }

  private mutating func send(_ frames: [RoundFrame]) -> ConfirmedStep {
    attempt += 1
    report = nil
    state = .sending
    roundBlocks = frames.reduce(0) { $0 + $1.blockCount }
    sentBlocks += roundBlocks
    return .send(
      rounds.message(frames, rung: rung), attempt: attempt, unanswered: unansweredTotal,
      rung: rung)
  }

  /// Sends a little more where no report came, more robustly.
  private mutating func ask(at now: Double) -> ConfirmedStep {
    unansweredCount += 1
    unansweredTotal += 1
    guard unansweredCount < Self.mostUnanswered else { return giveUp() }
    if let slower = frameSeconds.keys.filter({ $0 < rung }).max() { rung = slower }
    let unreported = roundBlocks
    let step = send([takeFrame(mostBlocks: Self.askingBlocks)])
    roundBlocks += unreported
    return step
  }

  private mutating func giveUp() -> ConfirmedStep {
    state = .ended
    return .end(.unconfirmed(attempts: attempt))
  }

  /// Tells that the sound of a try has ended.
  public mutating func endSpeaking(at now: Double) { state = .listening(until: now + waitSeconds) }
}

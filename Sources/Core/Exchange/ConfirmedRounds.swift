import HandShakeModem

/// Sends a file with confirmation, in rounds of frames. After each round the receiver reports how
/// many blocks it still needs and its fastest readable rung. Rounds end when the receiver has the
/// file.
///
/// Any different blocks rebuild a message, so each round starts after the last frame of the
/// previous round: first the message's own frames, then repair frames. A round uses the rung with
/// the highest expected pace times share of blocks that arrive. The rounds measure this share.
public struct ConfirmedRounds: ConfirmedExchange {
  private enum State {
    /// Waits since `since` for a free channel.
    case holding(since: Double)
    case sending
    /// Waits for a report.
    case listening(until: Double)
    case ended
  }

  private let rounds: MessageRounds
  private let identity: UInt16
  private let isProven: (Receipt) -> Bool
  private let waitSeconds: Double
  /// Seconds of a full frame by rung.
  private let frameSeconds: [Int: Double]
  /// The measured share of lost blocks by rung.
  private var losses: [Int: Double] = [:]
  private var state: State?
  private var rung: Int
  private var attempt = 0
  private var nextFrame = 0
  private var needed: Int
  private var report: Receipt?
  private var verdict: Receipt?
  /// Blocks since the last report, and the rung of their round. A frame that asks again may go
  /// slower, but most of the blocks went at this rung.
  private var (roundBlocks, roundRung) = (0, 0)
  private var sentBlocks = 0
  /// Rounds without a report: in a row, and in total.
  private var (unansweredCount, unansweredTotal) = (0, 0)
  /// The fastest rung that the receiver reports as safe.
  private var safeRung: Int?

  /// After this time it sends even if the channel is busy.
  private static let impatienceSeconds = 10.0
  /// Rounds without a report in a row, after which the sender gives up.
  private static let mostUnanswered = 3
  /// Frames of a round at a rung that may be too fast.
  private static let trialFrames = 3
  /// The longest round.
  private static let longestSeconds = 60.0
  /// Blocks of a frame that only asks for a report: of the first frame, and after no report.
  private static let askingBlocks = 4
  /// The block limit: this multiple of the message's blocks, plus this number.
  private static let (mostShare, mostOthers) = (8, 256)
  /// The expected loss at a rung that the receiver reports as safe, at the next faster rung, and at
  /// all rungs above.
  private static let (safeLoss, daringLoss, foolishLoss) = (0.02, 0.3, 0.95)
  /// The share of a rung's loss that is expected a rung lower.
  private static let lowerShare = 0.3

  /// Starts a transfer, nothing sent yet.
  ///
  /// - Parameters:
  ///   - identity: the identity in the frames of `rounds`.
  ///   - firstRung: the rung of the first round.
  ///   - frameSeconds: duration of a full frame by rung; other rungs are not used.
  ///   - waitSeconds: how long to listen for a report after each round.
  ///   - isProven: whether a receipt proves the arrival of this message.
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

  /// Takes an event of the receiver at `now`.
  public mutating func take(_ event: ReceiverEvent, at now: Double) {
    guard case .receipt(_, let receipt) = event, attempt > 0 else { return }
    if let missing = receipt.missing {
      if missing.identity == identity, missing.blockCount > 0 { report = receipt }
    } else if isProven(receipt), verdict?.status != .delivered {
      verdict = receipt
    }
  }

  /// The next step at `now`, or nil to keep listening. `sense` tells whether the channel is free.
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
      // If a receiver still lacks blocks after this many, it will not get the message.
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
    // A report cannot ask for more blocks than the message has.
    let left = min(needed, rounds.blockCount)
    let received = rounds.blockCount - left
    if received > sentBlocks {
      // The receiver has blocks of an earlier, incomplete transfer. Those blocks need not be sent
      // again, so the round continues with repair frames.
      let repairFrames = max(1, rounds.frameCount - rounds.ownFrameCount)
      nextFrame = rounds.ownFrameCount + received / rounds.frameBlocks % repairFrames
    }
    let lost = Double(roundBlocks - max(self.needed - left, 0)) / Double(max(roundBlocks, 1))
    let loss = min(max(lost, 0), 1)
    losses[roundRung] = losses[roundRung].map { 0.5 * ($0 + loss) } ?? loss
    self.needed = left
    unansweredCount = 0
    safeRung = report.rung
    rung = bestRung(fastest: safeRung)
    state = .holding(since: now)
    return .progress(report, needed: left, count: rounds.blockCount)
  }

  /// The rung with the most expected blocks a second. `fastest` is the fastest rung that the
  /// receiver can read.
  private func bestRung(fastest: Int?) -> Int {
    let known = frameSeconds.keys.filter { losses[$0] != nil }
    func expectedLoss(_ candidate: Int) -> Double {
      if let loss = losses[candidate] { return loss }
      // Blocks lost at a slower rung are lost at this rung too. But if the receiver hears this
      // rung, a disturbance caused the loss, and shorter frames are hit less often. Most losses at
      // a faster rung do not occur here.
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
    if attempt == 0, rounds.ownFrameCount > 2 {
      // Only a repair frame may carry few blocks. The other rounds reach the last one last.
      return send([rounds.frame(rounds.frameCount - 1, mostBlocks: Self.askingBlocks)])
    }
    let loss = min(losses[rung] ?? Self.safeLoss, 0.8)
    var wanted = Int((Double(needed) / (1 - loss)).rounded(.up)) + 1
    let isSafe = losses[rung] != nil || rung <= safeRung ?? -1
    let most =
      isSafe || wanted <= 2 * rounds.frameBlocks * Self.trialFrames
      ? max(1, Int(Self.longestSeconds / (frameSeconds[rung] ?? 1))) : Self.trialFrames
    var frames: [RoundFrame] = []
    while wanted > 0, frames.count < most {
      frames.append(takeFrame(mostBlocks: wanted))
      wanted -= frames[frames.count - 1].blockCount
    }
    return send(frames)
  }

  private mutating func takeFrame(mostBlocks: Int) -> RoundFrame {
    // After the last repair block, sending starts again with the first block.
    defer { nextFrame = (nextFrame + 1) % rounds.frameCount }
    return rounds.frame(nextFrame, mostBlocks: mostBlocks)
  }

  private mutating func send(_ frames: [RoundFrame]) -> ConfirmedStep {
    attempt += 1
    report = nil
    state = .sending
    roundBlocks = frames.reduce(0) { $0 + $1.blockCount }
    roundRung = rung
    sentBlocks += roundBlocks
    return .send(
      rounds.message(frames, rung: rung), attempt: attempt, unanswered: unansweredTotal,
      rung: rung)
  }

  /// After a round without a report, sends a few more blocks at a slower rung.
  private mutating func ask(at now: Double) -> ConfirmedStep {
    unansweredCount += 1
    unansweredTotal += 1
    guard unansweredCount < Self.mostUnanswered else { return giveUp() }
    if let slower = frameSeconds.keys.filter({ $0 < rung }).max() { rung = slower }
    let (unreported, unreportedRung) = (roundBlocks, roundRung)
    let step = send([takeFrame(mostBlocks: Self.askingBlocks)])
    roundBlocks += unreported
    roundRung = unreportedRung
    return step
  }

  private mutating func giveUp() -> ConfirmedStep {
    state = .ended
    return .end(.unconfirmed(attempts: attempt))
  }

  /// Reports that the sound of a try has ended.
  public mutating func endSpeaking(at now: Double) { state = .listening(until: now + waitSeconds) }
}

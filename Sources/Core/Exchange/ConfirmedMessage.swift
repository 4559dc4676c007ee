import HandShakeCoding
import HandShakeModem

/// Sends a text with confirmation: it tries until a receipt comes, at most three times.
public struct ConfirmedMessage: ConfirmedExchange {
  private enum State {
    /// Waits for a free channel from `earliest` on.
    case holding(earliest: Double)
    case sending
    /// Waits for an answer.
    case listening(until: Double)
    case ended
  }

  private let isProven: (Receipt) -> Bool
  private let waitSeconds: Double
  private let lastWaitSeconds: Double
  private let tries: [EncodedMessage]
  private var random: CongruentialSequence
  private var state: State?
  private var attempt = 0
  private var answer: Receipt?

  /// After this time it sends even if the channel is busy.
  private static let impatienceSeconds = 10.0
  /// Pauses before the second try, and before each later try.
  private static let pausesSeconds = [0.5...1.5, 1.0...3.0]

  /// Starts a message, nothing sent yet.
  ///
  /// - Parameters:
  ///   - tries: the encoded message for each try.
  ///   - waitSeconds: how long to listen for an answer after each try.
  ///   - lastWaitSeconds: the same after the last try, whose answer may be long.
  ///   - seed: chooses pauses.
  ///   - isProven: whether a receipt proves the arrival of this message.
  public init(
    tries: [EncodedMessage], waitSeconds: Double, lastWaitSeconds: Double, seed: UInt32,
    isProven: @escaping (Receipt) -> Bool
  ) {
    self.isProven = isProven
    self.tries = tries
    self.waitSeconds = waitSeconds
    self.lastWaitSeconds = lastWaitSeconds
    random = CongruentialSequence(seed: seed)
  }

  /// Takes an event of the receiver at `now`.
  public mutating func take(_ event: ReceiverEvent, at now: Double) {
    guard case .receipt(_, let receipt) = event, attempt > 0, isProven(receipt) else { return }
    if answer?.status != .delivered { answer = receipt }
  }

  /// The next step at `now`, or nil to keep listening. `sense` tells whether the channel is free.
  public mutating func next(at now: Double, _ sense: ChannelSense) -> ConfirmedStep? {
    if let answer, answer.status == .delivered {
      state = .ended
      return .end(.confirmed(answer, attempts: attempt))
    }
    switch state {
    case nil:
      state = .holding(earliest: now)
      return next(at: now, sense)
    case .holding(let earliest):
      let isFree = now >= earliest && sense.isFree()
      guard isFree || now >= earliest + Self.impatienceSeconds else { return nil }
      attempt += 1
      state = .sending
      return .send(tries[attempt - 1], attempt: attempt, unanswered: attempt - 1, rung: nil)
    case .listening(let until):
      guard now >= until else { return nil }
      if let answer { return .end(.refused(answer)) }
      guard attempt < tries.count else { return .end(.unconfirmed(attempts: attempt)) }
      let pauses = Self.pausesSeconds[min(attempt, Self.pausesSeconds.count) - 1]
      state = .holding(earliest: now + pause(pauses))
      return nil
    case .sending, .ended: return nil
    }
  }

  private mutating func pause(_ span: ClosedRange<Double>) -> Double {
    let share = Double(random.next(below: 1000)) / 1000
    return span.lowerBound + share * (span.upperBound - span.lowerBound)
  }

  /// Reports that the sound of a try has ended.
  public mutating func endSpeaking(at now: Double) {
    state = .listening(until: now + (attempt < tries.count ? waitSeconds : lastWaitSeconds))
  }
}

import Coding
import Modem

/// The end of an exchange that sends a text and wants to know whether it came: it says when to send, and how it
/// ended.
///
/// Times are seconds of what was captured. Whoever drives it hands on what the receiver says, asks for the next step,
/// and tells when the sound of a try begins and ends.
public struct ConfirmedMessage {
  /// What is to be done.
  public enum Step: Sendable {
    /// Send the message, for the how manyth time, from 1.
    case send(attempt: Int)
    /// It is over.
    case end(Outcome)
  }

  /// How it ended.
  public enum Outcome: Sendable {
    /// A receiver has it, as this receipt proves, after so many tries.
    case confirmed(Receipt, attempts: Int)
    /// A receiver had it, and could not take it, as this receipt proves.
    case refused(Receipt)
    /// Nobody answered after so many tries.
    case unconfirmed(attempts: Int)
  }

  private enum State {
    /// Waiting from `since` on for a free channel, and not before `earliest`.
    case holding(since: Double, earliest: Double)
    case sending
    /// Waiting for an answer.
    case listening(until: Double)
    case ended
  }

  private let isProven: (Receipt) -> Bool
  private let waitSeconds: Double
  private let lastWaitSeconds: Double
  private let attempts: Int
  private var random: CongruentialSequence
  private var sense = ChannelSense()
  private var state: State?
  private var attempt = 0
  private var answer: Receipt?

  /// A free channel is one in which nobody was heard for so long.
  private static let freeSeconds = 0.2
  /// After so long it is sent whoever sounds.
  private static let impatienceSeconds = 10.0
  /// Before the second try, and before each after it.
  private static let pausesSeconds = [0.5...1.5, 1.0...3.0]

  /// A message of which nothing was sent.
  ///
  /// - Parameters:
  ///   - attempts: how often it is sent at most.
  ///   - waitSeconds: how long to listen for an answer after each try.
  ///   - lastWaitSeconds: the same after the last try, whose answer may be long.
  ///   - seed: chooses pauses.
  ///   - isProven: whether a receipt is one for this message.
  public init(
    attempts: Int = 3, waitSeconds: Double = 5, lastWaitSeconds: Double = 8, seed: UInt32,
    isProven: @escaping (Receipt) -> Bool
  ) {
    self.isProven = isProven
    self.attempts = attempts
    self.waitSeconds = waitSeconds
    self.lastWaitSeconds = lastWaitSeconds
    random = CongruentialSequence(seed: seed)
  }

  /// Takes what the receiver said at `now`.
  public mutating func take(_ event: ReceiverEvent, at now: Double) {
    sense.take(event, at: now)
    guard case .receipt(_, let receipt) = event, attempt > 0, isProven(receipt) else { return }
    if answer?.status != .delivered { answer = receipt }
  }

  /// What is to be done at `now`; nil where that is to listen on.
  public mutating func next(at now: Double) -> Step? {
    if let answer, answer.status == .delivered {
      state = .ended
      return .end(.confirmed(answer, attempts: attempt))
    }
    switch state {
    case nil:
      state = .holding(since: now, earliest: now + Self.freeSeconds)
      return nil
    case .holding(let since, let earliest):
      let isFree = now >= earliest && sense.isFree(for: Self.freeSeconds, at: now)
      guard isFree || now >= max(since, earliest) + Self.impatienceSeconds else { return nil }
      attempt += 1
      state = .sending
      return .send(attempt: attempt)
    case .listening(let until):
      guard now >= until else { return nil }
      if let answer { return .end(.refused(answer)) }
      guard attempt < attempts else { return .end(.unconfirmed(attempts: attempt)) }
      let pauses = Self.pausesSeconds[min(attempt, Self.pausesSeconds.count) - 1]
      state = .holding(since: now, earliest: now + pause(pauses))
      return nil
    case .sending, .ended: return nil
    }
  }

  private mutating func pause(_ span: ClosedRange<Double>) -> Double {
    let share = Double(random.next(below: 1000)) / 1000
    return span.lowerBound + share * (span.upperBound - span.lowerBound)
  }

  /// Tells that the sound of a try begins.
  public mutating func beginSpeaking(at now: Double) { sense.speak(true, at: now) }

  /// Tells that it has ended.
  public mutating func endSpeaking(at now: Double) {
    sense.speak(false, at: now)
    state = .listening(until: now + (attempt < attempts ? waitSeconds : lastWaitSeconds))
  }
}

import Modem

/// Brings interleaved frames of any rate to a `Receiver`.
public struct ReceiverFeed: ~Copyable {
  private var feed: MonoFeed
  private var receiver: Receiver
  private var framesInFlight = 0
  /// The latest samples of the chosen channel as they came; nil where nobody wants them.
  public private(set) var recent: SampleRing?

  /// The channel that is listened to, from 0; nil while all are silent.
  public var channel: Int? { feed.channel }

  /// A feed for frames of `channelCount` channels at `rateHertz`; `fixedChannel` is chosen for good
  /// where it is given, and `keepsSamples` says whether `recent` is wanted.
  public init(
    protocols: [ModemProtocol], rateHertz: Double, channelCount: Int, fixedChannel: Int?,
    keepsSamples: Bool = false
  ) throws(CommandFailure) {
    // `Receiver` takes multiples of 16 kHz from 48 kHz up.
    let common = MonoFeed.commonRateHertz
    let isTakenAsItIs = rateHertz >= common && rateHertz.truncatingRemainder(dividingBy: 16_000) == 0
    let takenHertz = isTakenAsItIs ? rateHertz : common
    // Both before either is stored: what is half made cannot be thrown away.
    let receiver = try Self.receiver(of: protocols, rateHertz: takenHertz)
    let feed = try MonoFeed(
      fromHertz: rateHertz, toHertz: takenHertz, channelCount: channelCount,
      fixedChannel: fixedChannel)
    self.receiver = receiver
    self.feed = feed
    recent = keepsSamples ? SampleRing(rateHertz: rateHertz) : nil
  }

  private static func receiver(
    of protocols: [ModemProtocol], rateHertz: Double
  ) throws(CommandFailure) -> Receiver {
    do {
      return try Receiver(protocols: protocols, sampleRateHertz: rateHertz)
    } catch {
      throw .unusableRate(rateHertz: rateHertz)
    }
  }

  /// Takes whole frames and gives what the receiver has to say about them.
  public mutating func push(_ frames: UnsafeBufferPointer<Float>) -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    feed.push(frames) { events += receiver.push($0) }
    recent?.append(feed.chosen)
    note(events)
    return events
  }

  /// Gives what the receiver has to say at the end of the input.
  public mutating func finish() -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    feed.finish { events += receiver.push($0) }
    recent?.append(feed.chosen)
    events += receiver.finish()
    note(events)
    return events
  }

  private mutating func note(_ events: [ReceiverEvent]) {
    for event in events {
      switch event {
      case .detected: framesInFlight += 1
      case .message, .file, .failed: framesInFlight -= 1
      case .level, .progress, .blocks: break
      }
    }
    feed.isHeld = framesInFlight > 0
  }
}

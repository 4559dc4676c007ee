import HandShakeModem

/// Makes one channel at one rate of interleaved frames: chooses the channel, changes the rate.
public struct MonoFeed: ~Copyable {
  private var selector: ChannelSelector
  private let resampler: Resampler
  private let channelCount: Int
  /// What the last call took of the chosen channel, as it came.
  public private(set) var chosen: [Float] = []
  private var framesInFlight = 0

  /// The rate to which sound is brought that cannot be taken as it is.
  public static let commonRateHertz = 48_000.0

  /// The rate of the `Receiver` of what comes at `rateHertz`: the same where it takes that, multiples of 16 kHz from
  /// 48 kHz up.
  public static func receiverRateHertz(of rateHertz: Double) -> Double {
    rateHertz >= commonRateHertz && rateHertz.truncatingRemainder(dividingBy: 16_000) == 0
      ? rateHertz : commonRateHertz
  }

  /// The channel that is listened to, from 0; nil while all are silent.
  public var channel: Int? { selector.channel }

  /// A feed of `toHertz` from frames of `channelCount` channels at `fromHertz`; `fixedChannel` is
  /// chosen for good where it is given, else the strongest in `bandHertz`.
  public init(
    fromHertz: Double, toHertz: Double, channelCount: Int, fixedChannel: Int?,
    bandHertz: ClosedRange<Double> = BandFilter.bandHertz
  ) throws(ResamplerError) {
    resampler = try Resampler(fromHertz: fromHertz, toHertz: toHertz, channels: 1)
    self.channelCount = channelCount
    selector = ChannelSelector(
      channelCount: channelCount, rateHertz: fromHertz, fixedChannel: fixedChannel,
      bandHertz: bandHertz)
  }

  /// Takes whole frames and hands on what they bring, in no, one or several blocks.
  public mutating func push(
    _ frames: UnsafeBufferPointer<Float>, _ deliver: (UnsafeBufferPointer<Float>) -> Void
  ) {
    guard let start = frames.baseAddress else { return }
    chosen.removeAll(keepingCapacity: true)
    selector.push(start, frameCount: frames.count / channelCount, into: &chosen)
    chosen.withUnsafeBufferPointer { resampler.process($0, deliver) }
  }

  /// Hands on what is left at the end.
  public mutating func finish(_ deliver: (UnsafeBufferPointer<Float>) -> Void) {
    chosen.removeAll(keepingCapacity: true)
    selector.finish(into: &chosen)
    chosen.withUnsafeBufferPointer { resampler.process($0, deliver) }
    resampler.flush(deliver)
  }

  /// Keeps the channel while a frame is arriving in it, as `events` tell that were made of what it handed on.
  public mutating func hold(for events: [ReceiverEvent]) {
    for event in events {
      switch event {
      case .detected: framesInFlight += 1
      case .message, .file, .sealed, .receipt, .ranging, .repeated, .failed: framesInFlight -= 1
      case .level, .progress, .blocks: break
      }
    }
    selector.isHeld = framesInFlight > 0
  }
}

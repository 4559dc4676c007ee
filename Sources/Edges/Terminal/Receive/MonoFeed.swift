import AudioFile

/// Makes one channel at one rate of interleaved frames: chooses the channel, changes the rate.
struct MonoFeed: ~Copyable {
  private var selector: ChannelSelector
  private let resampler: Resampler
  private let channelCount: Int
  /// What the last call took of the chosen channel, as it came.
  private(set) var chosen: [Float] = []

  /// The rate to which recordings are brought that cannot be taken as they are.
  static let commonRateHertz = 48_000.0

  /// The channel that is listened to, from 0; nil while all are silent.
  var channel: Int? { selector.channel }
  /// Keeps the channel while a frame is arriving in it.
  var isHeld: Bool {
    get { selector.isHeld }
    set { selector.isHeld = newValue }
  }

  /// A feed of `toHertz` from frames of `channelCount` channels at `fromHertz`; `fixedChannel` is
  /// chosen for good where it is given, else the strongest in `bandHertz`.
  init(
    fromHertz: Double, toHertz: Double, channelCount: Int, fixedChannel: Int?,
    bandHertz: ClosedRange<Double> = BandFilter.bandHertz
  ) throws(CommandFailure) {
    do {
      resampler = try Resampler(fromHertz: fromHertz, toHertz: toHertz, channels: 1)
    } catch {
      throw .unusableRate(rateHertz: fromHertz)
    }
    self.channelCount = channelCount
    selector = ChannelSelector(
      channelCount: channelCount, rateHertz: fromHertz, fixedChannel: fixedChannel,
      bandHertz: bandHertz)
  }

  /// Takes whole frames and hands on what they bring, in no, one or several blocks.
  mutating func push(
    _ frames: UnsafeBufferPointer<Float>, _ deliver: (UnsafeBufferPointer<Float>) -> Void
  ) {
    guard let start = frames.baseAddress else { return }
    chosen.removeAll(keepingCapacity: true)
    selector.push(start, frameCount: frames.count / channelCount, into: &chosen)
    chosen.withUnsafeBufferPointer { resampler.process($0, deliver) }
  }

  /// Hands on what is left at the end.
  mutating func finish(_ deliver: (UnsafeBufferPointer<Float>) -> Void) {
    chosen.removeAll(keepingCapacity: true)
    selector.finish(into: &chosen)
    chosen.withUnsafeBufferPointer { resampler.process($0, deliver) }
    resampler.flush(deliver)
  }
}

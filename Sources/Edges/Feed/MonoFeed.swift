/// Makes one channel at one rate of interleaved frames, for what measures a path: chooses the
/// channel, changes the rate.
public struct MonoFeed: ~Copyable {
  private var selector: ChannelSelector
  private let resampler: Resampler
  private let channelCount: Int
  /// What the last call took of the chosen channel, as it came.
  private var chosen: [Float] = []

  /// A feed of `toHertz` from frames of `channelCount` channels at `fromHertz`; `fixedChannel` is
  /// chosen for good where it is given, else the strongest.
  public init(
    fromHertz: Double, toHertz: Double, channelCount: Int, fixedChannel: Int?
  ) throws(ResamplerError) {
    resampler = try Resampler(fromHertz: fromHertz, toHertz: toHertz, channels: 1)
    self.channelCount = channelCount
    selector = ChannelSelector(
      channelCount: channelCount, rateHertz: fromHertz, fixedChannel: fixedChannel)
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
}

/// Converts interleaved frames to one channel at one rate, to measure a path.
public struct MonoFeed: ~Copyable {
  private var selector: ChannelSelector
  private let resampler: Resampler
  private let channelCount: Int
  /// The captured samples of the selected channel from the last call.
  private var chosen: [Float] = []

  /// A feed to `toHertz` from frames of `channelCount` channels at `fromHertz`. It takes
  /// `fixedChannel` if given, else the strongest channel.
  public init(
    fromHertz: Double, toHertz: Double, channelCount: Int, fixedChannel: Int?
  ) throws(ResamplerError) {
    resampler = try Resampler(fromHertz: fromHertz, toHertz: toHertz, channels: 1)
    self.channelCount = channelCount
    selector = ChannelSelector(
      channelCount: channelCount, rateHertz: fromHertz, fixedChannel: fixedChannel)
  }

  /// Takes whole frames and delivers the result in any number of blocks.
  public mutating func push(
    _ frames: UnsafeBufferPointer<Float>, _ deliver: (UnsafeBufferPointer<Float>) -> Void
  ) {
    guard let start = frames.baseAddress else { return }
    chosen.removeAll(keepingCapacity: true)
    selector.push(start, frameCount: frames.count / channelCount, into: &chosen)
    chosen.withUnsafeBufferPointer { resampler.process($0, deliver) }
  }

  /// Delivers the rest at the end.
  public mutating func finish(_ deliver: (UnsafeBufferPointer<Float>) -> Void) {
    chosen.removeAll(keepingCapacity: true)
    selector.finish(into: &chosen)
    chosen.withUnsafeBufferPointer { resampler.process($0, deliver) }
    resampler.flush(deliver)
  }
}

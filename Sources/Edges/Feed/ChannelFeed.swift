/// Converts interleaved frames to the rate of a receiver, and keeps only the listened channels.
public struct ChannelFeed: ~Copyable {
  private let resampler: Resampler
  private let channelCount: Int
  /// The listened channels, from 0, in rising order.
  public let channels: [Int]
  /// The captured samples of these channels from the last call, interleaved.
  public private(set) var taken: [Float] = []

  /// The rate for sound whose own rate the receiver does not support.
  public static let commonRateHertz = 48_000.0

  /// The rate of the `Receiver` for sound at `rateHertz`: the same rate if supported, that is a
  /// multiple of 16 kHz from 48 kHz up.
  public static func receiverRateHertz(of rateHertz: Double) -> Double {
    rateHertz >= commonRateHertz && rateHertz.truncatingRemainder(dividingBy: 16_000) == 0
      ? rateHertz : commonRateHertz
  }

  /// The most channels that a receiver combines.
  public static let mostChannels = 8

  /// A feed to `toHertz` from frames of `channelCount` channels at `fromHertz`. If `channels` is
  /// nil, it takes all channels, or the first eight.
  public init(
    fromHertz: Double, toHertz: Double, channelCount: Int, channels: [Int]? = nil
  ) throws(ResamplerError) {
    self.channelCount = channelCount
    self.channels = channels ?? Array(0..<min(channelCount, Self.mostChannels))
    resampler = try Resampler(
      fromHertz: fromHertz, toHertz: toHertz, channels: self.channels.count)
  }

  /// Takes whole frames and delivers the result, interleaved, in any number of blocks.
  public mutating func push(
    _ frames: UnsafeBufferPointer<Float>, _ deliver: (UnsafeBufferPointer<Float>) -> Void
  ) {
    taken.removeAll(keepingCapacity: true)
    if channels.count == channelCount {
      taken.append(contentsOf: frames)
    } else {
      for frame in stride(from: 0, to: frames.count, by: channelCount) {
        for channel in channels { taken.append(frames[frame + channel]) }
      }
    }
    taken.withUnsafeBufferPointer { resampler.process($0, deliver) }
  }

  /// Delivers the rest at the end.
  public mutating func finish(_ deliver: (UnsafeBufferPointer<Float>) -> Void) {
    taken.removeAll(keepingCapacity: true)
    resampler.flush(deliver)
  }
}

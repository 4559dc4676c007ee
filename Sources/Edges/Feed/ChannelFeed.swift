/// Brings interleaved frames to the rate of a receiver: those channels of them that are listened
/// to.
public struct ChannelFeed: ~Copyable {
  private let resampler: Resampler
  private let channelCount: Int
  /// The channels that are listened to, from 0, in rising order.
  public let channels: [Int]
  /// What the last call took of them, interleaved, as it came.
  public private(set) var taken: [Float] = []

  /// The rate to which sound is brought that cannot be taken as it is.
  public static let commonRateHertz = 48_000.0

  /// The rate of the `Receiver` of what comes at `rateHertz`: the same where it takes that,
  /// multiples of 16 kHz from 48 kHz up.
  public static func receiverRateHertz(of rateHertz: Double) -> Double {
    rateHertz >= commonRateHertz && rateHertz.truncatingRemainder(dividingBy: 16_000) == 0
      ? rateHertz : commonRateHertz
  }

  /// A receiver combines so many.
  public static let mostChannels = 8

  /// A feed of `toHertz` from frames of `channelCount` channels at `fromHertz`; of more than eight
  /// the first eight are listened to, where `channels` names no others.
  public init(
    fromHertz: Double, toHertz: Double, channelCount: Int, channels: [Int]? = nil
  ) throws(ResamplerError) {
    self.channelCount = channelCount
    self.channels = channels ?? Array(0..<min(channelCount, Self.mostChannels))
    resampler = try Resampler(
      fromHertz: fromHertz, toHertz: toHertz, channels: self.channels.count)
  }

  /// Takes whole frames and hands on what they bring, interleaved, in no, one or several blocks.
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

  /// Hands on what is left at the end.
  public mutating func finish(_ deliver: (UnsafeBufferPointer<Float>) -> Void) {
    taken.removeAll(keepingCapacity: true)
    resampler.flush(deliver)
  }
}

import AudioFile
import Modem
import Signal

/// Brings interleaved frames of any rate to a `Receiver`: chooses the channel, changes the rate.
public struct ReceiverFeed: ~Copyable {
  private var selector: ChannelSelector
  private let resampler: Resampler?
  private var receiver: Receiver
  private var chosen: [Float] = []
  private var framesInFlight = 0
  private var analyser: SpectrumAnalyser?
  private let receiverRateHertz: Double
  /// The latest samples of the chosen channel as they came; nil where nobody wants them.
  public private(set) var recent: SampleRing?

  /// The channel that is listened to, from 0; nil while all are silent.
  public var channel: Int? { selector.channel }

  /// The rate to which recordings are brought that the receiver does not take as they are.
  static let commonRateHertz = 48_000.0

  /// A feed for frames of `channelCount` channels at `rateHertz`; `fixedChannel` is chosen for good
  /// where it is given, and `keepsSamples` says whether `recent` is wanted. Its levels tell those of
  /// `meteredBands`.
  public init(
    protocols: [ModemProtocol], rateHertz: Double, channelCount: Int, fixedChannel: Int?,
    keepsSamples: Bool = false, meteredBands: [Placement] = []
  ) throws(CommandFailure) {
    // `Receiver` takes multiples of 16 kHz from 48 kHz up.
    let isTakenAsItIs =
      rateHertz >= Self.commonRateHertz && rateHertz.truncatingRemainder(dividingBy: 16_000) == 0
    receiverRateHertz = isTakenAsItIs ? rateHertz : Self.commonRateHertz
    let receiver = try Self.receiver(
      of: protocols, rateHertz: receiverRateHertz, meteredBands: meteredBands)
    let resampler = isTakenAsItIs ? nil : try Self.resampler(fromHertz: rateHertz)
    self.receiver = receiver
    self.resampler = resampler
    recent = keepsSamples ? SampleRing(rateHertz: rateHertz) : nil
    selector = ChannelSelector(
      channelCount: channelCount, rateHertz: rateHertz, fixedChannel: fixedChannel)
  }

  private static func resampler(fromHertz rate: Double) throws(CommandFailure) -> Resampler {
    do {
      return try Resampler(fromHertz: rate, toHertz: commonRateHertz, channels: 1)
    } catch {
      throw .unusableRate(rateHertz: rate)
    }
  }

  private static func receiver(
    of protocols: [ModemProtocol], rateHertz: Double, meteredBands: [Placement]
  ) throws(CommandFailure) -> Receiver {
    do {
      return try Receiver(
        protocols: protocols, sampleRateHertz: rateHertz, meteredBands: meteredBands)
    } catch {
      throw .unusableRate(rateHertz: rateHertz)
    }
  }

  /// Takes whole frames and gives what the receiver has to say about them.
  public mutating func push(
    _ frames: UnsafeBufferPointer<Float>, channelCount: Int
  ) -> [ReceiverEvent] {
    guard let start = frames.baseAddress else { return [] }
    chosen.removeAll(keepingCapacity: true)
    selector.push(start, frameCount: frames.count / channelCount, into: &chosen)
    return receive(isLast: false)
  }

  /// Gives what the receiver has to say at the end of the input.
  public mutating func finish() -> [ReceiverEvent] {
    chosen.removeAll(keepingCapacity: true)
    selector.finish(into: &chosen)
    return receive(isLast: true)
  }

  /// Keeps, from the next samples on, the spectrum over time of what lies in `band`, in hertz.
  mutating func analyse(band: ClosedRange<Double>) {
    analyser = SpectrumAnalyser(rateHertz: receiverRateHertz, band: band)
  }

  /// The spectrum over time to its end, nil where none was kept.
  mutating func endAnalysis() -> SpectrumSeries? {
    analyser?.finish()
    return analyser?.series
  }

  /// Brings samples to the receiver, of its rate and of the chosen channel.
  private mutating func hear(_ samples: UnsafeBufferPointer<Float>) -> [ReceiverEvent] {
    analyser?.push(samples)
    return receiver.push(samples)
  }

  private mutating func receive(isLast: Bool) -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    recent?.append(chosen)
    chosen.withUnsafeBufferPointer { samples in
      guard let resampler else {
        if !samples.isEmpty { events += hear(samples) }
        return
      }
      resampler.process(samples) { events += hear($0) }
      if isLast { resampler.flush { events += hear($0) } }
    }
    if isLast { events += receiver.finish() }
    for event in events {
      switch event {
      case .detected: framesInFlight += 1
      case .message, .file, .failed: framesInFlight -= 1
      case .level, .progress, .blocks: break
      }
    }
    selector.isHeld = framesInFlight > 0
    return events
  }
}

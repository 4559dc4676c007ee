import Feed
import Modem
import Sealing
import Signal

/// Brings interleaved frames of any rate to a `Receiver`.
public struct ReceiverFeed: ~Copyable {
  private var feed: MonoFeed
  private var receiver: Receiver
  /// Opens what is sealed.
  private(set) var unsealing: Unsealing
  private var analyser: SpectrumAnalyser?
  private let receiverRateHertz: Double
  /// What was heard, by which is told why no message came.
  private(set) var evidence: Evidence
  /// The latest samples of the chosen channel as they came; nil where nobody wants them.
  public private(set) var recent: SampleRing?

  /// The channel that is listened to, from 0; nil while all are silent.
  public var channel: Int? { feed.channel }

  /// A feed for frames of `channelCount` channels at `rateHertz`; `fixedChannel` is chosen for good
  /// where it is given, `unsealing` opens what is sealed, and `keepsSamples` says whether `recent` is wanted. Its levels tell those of
  /// `meteredBands`.
  public init(
    protocols: [ModemProtocol], rateHertz: Double, channelCount: Int, fixedChannel: Int?,
    unsealing: Unsealing = Unsealing(), keepsSamples: Bool = false, meteredBands: [Placement] = []
  ) throws(CommandFailure) {
    receiverRateHertz = MonoFeed.receiverRateHertz(of: rateHertz)
    // Both before either is stored: a half-made value of this type cannot be destroyed.
    let receiver = try Self.receiver(
      of: protocols, rateHertz: receiverRateHertz, meteredBands: meteredBands)
    let feed: MonoFeed
    do throws(ResamplerError) {
      feed = try MonoFeed(
        fromHertz: rateHertz, toHertz: receiverRateHertz, channelCount: channelCount,
        fixedChannel: fixedChannel, bandHertz: BandFilter.bandHertz(of: protocols))
    } catch {
      throw .unusableRate(rateHertz: rateHertz)
    }
    evidence = Evidence(of: protocols)
    self.unsealing = unsealing
    self.receiver = receiver
    self.feed = feed
    recent = keepsSamples ? SampleRing(rateHertz: rateHertz) : nil
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
  public mutating func push(_ frames: UnsafeBufferPointer<Float>) -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    feed.push(frames) {
      analyser?.push($0)
      events += receiver.push($0)
    }
    recent?.append(feed.chosen)
    evidence.add(feed.chosen)
    note(&events)
    return events
  }

  /// Gives what the receiver has to say at the end of the input.
  public mutating func finish() -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    feed.finish {
      analyser?.push($0)
      events += receiver.push($0)
    }
    recent?.append(feed.chosen)
    evidence.add(feed.chosen)
    events += receiver.finish()
    note(&events)
    return events
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

  private mutating func note(_ events: inout [ReceiverEvent]) {
    events = unsealing.opened(events)
    for index in events.indices {
      switch events[index] {
      case .failed(var failure):
        evidence.add(&failure)
        events[index] = .failed(failure)
      case .level(let level): evidence.add(level)
      default: break
      }
    }
    feed.hold(for: events)
  }
}

import HandShakeFeed
import HandShakeModem

/// Turns captured frames into the events of a receiver, on one time line. It changes the rate and
/// works in pieces of 10 ms, so that events do not depend on the division of the samples.
struct Hearing: ~Copyable {
  private var feed: ChannelFeed
  private var receiver: Receiver
  /// The latest frames of the listened channels, as captured; nil if they are not needed.
  private(set) var recent: SampleRing?
  /// The captured samples of `channel` from the last call.
  private(set) var captured: [Float] = []

  let rateHertz: Double
  let channelCount: Int
  let receiverRateHertz: Double
  private let meteredBands: [Placement]
  private let pieceLength: Int
  /// The start of an incomplete piece.
  private var begun: [Float] = []
  private var frameCount: Int64 = 0
  /// Lost sound, in seconds.
  private var lostSeconds = 0.0
  /// The time of the receiver's first sample, in seconds.
  private var receiverStart = 0.0
  /// The number of the last reported frame, and the last number of the earlier receivers.
  private var (lastNumber, numberStart) = (0, 0)
  /// The arriving frames, and when each was last heard. Some frames never end.
  private var arriving: [(number: Int, seconds: Double)] = []
  /// A frame without news for this time no longer arrives.
  private static let arrivalSeconds = 300.0

  /// Half of the samples that an `Int` can count. A receiver counts samples by `Int`. The core of a
  /// browser has an `Int` of 32 bits, which lasts 12 hours at 48 kHz.
  private let mostSamples: Int

  init(
    protocols: [ModemProtocol], rateHertz: Double, channelCount: Int, channels: [Int]?,
    keepsSamples: Bool, meteredBands: [Placement], mostSamples: Int = .max / 2
  ) throws(StationError) {
    receiverRateHertz = ChannelFeed.receiverRateHertz(of: rateHertz)
    // Make both before storing either: a partly initialised value of this type cannot be destroyed.
    let feed: ChannelFeed
    do throws(ResamplerError) {
      feed = try ChannelFeed(
        fromHertz: rateHertz, toHertz: receiverRateHertz, channelCount: channelCount,
        channels: channels)
    } catch {
      throw .unusableRate(hertz: rateHertz)
    }
    let receiver = try Self.receiver(
      protocols, receiverRateHertz, feed.channels.count, meteredBands)
    self.protocols = protocols
    self.rateHertz = rateHertz
    self.channelCount = channelCount
    self.mostSamples = mostSamples
    self.meteredBands = meteredBands
    pieceLength = max(1, Int(rateHertz / 100)) * channelCount
    recent =
      keepsSamples ? SampleRing(rateHertz: rateHertz, channelCount: feed.channels.count) : nil
    self.receiver = receiver
    self.feed = feed
  }

  private static func receiver(
    _ protocols: [ModemProtocol], _ rateHertz: Double, _ channelCount: Int,
    _ meteredBands: [Placement]
  ) throws(StationError) -> Receiver {
    do throws(ReceiverError) {
      return try Receiver(
        protocols: protocols, sampleRateHertz: rateHertz, channelCount: channelCount,
        meteredBands: meteredBands)
    } catch {
      throw .unusableRate(hertz: rateHertz)
    }
  }

  /// The protocols that it listens for.
  private(set) var protocols: [ModemProtocol]
  /// Seconds of heard and lost sound.
  var seconds: Double { Double(frameCount) / rateHertz + lostSeconds }
  /// The channels that it listens to, from 0.
  var listened: [Int] { feed.channels }
  /// The channels that count, from 0. If a single channel is wanted, the first is used.
  var channels: [Int] { receiver.channels.map { feed.channels[$0] } }
  /// As of a `Receiver`.
  var hasLoneEnd: Bool { receiver.hasLoneEnd }
  /// As of a `Receiver`.
  var likeliestDropped: Hypothesis? { receiver.likeliestDropped }

  /// Starts a call that brings samples.
  mutating func begin() { captured.removeAll(keepingCapacity: true) }

  /// Takes the next piece from the front of `frames` and gives its events. If the rest is too short
  /// for a piece, it is kept and the result is nil.
  mutating func takePiece(
    from frames: inout UnsafeBufferPointer<Float>, _ tap: (UnsafeBufferPointer<Float>) -> Void
  ) -> [ReceiverEvent]? {
    let count = min(frames.count, pieceLength - begun.count)
    let front = UnsafeBufferPointer(rebasing: frames[..<count])
    frames = UnsafeBufferPointer(rebasing: frames[count...])
    if begun.isEmpty, count == pieceLength { return take(front, tap) }
    begun.append(contentsOf: front)
    guard begun.count == pieceLength else { return nil }
    return takeBegun(tap)
  }

  private mutating func takeBegun(_ tap: (UnsafeBufferPointer<Float>) -> Void) -> [ReceiverEvent] {
    let piece = begun
    begun.removeAll(keepingCapacity: true)
    return piece.withUnsafeBufferPointer { take($0, tap) }
  }

  private mutating func take(
    _ piece: UnsafeBufferPointer<Float>, _ tap: (UnsafeBufferPointer<Float>) -> Void
  ) -> [ReceiverEvent] {
    frameCount += Int64(piece.count / channelCount)
    var events: [ReceiverEvent] = []
    let (channel, count) = (receiver.channels[0], feedCount)
    feed.push(piece) {
      Self.lend(channel, of: count, $0, tap)
      events += receiver.push($0)
    }
    keepTaken(channel)
    return placed(events)
  }

  private mutating func keepTaken(_ channel: Int) {
    let count = feedCount
    feed.taken.withUnsafeBufferPointer {
      Self.lend(channel, of: count, $0) { captured.append(contentsOf: $0) }
    }
    recent?.append(feed.taken)
  }

  private var feedCount: Int { listened.count }

  /// Lends the samples of one of `count` channels.
  private static func lend(
    _ channel: Int, of count: Int, _ frames: UnsafeBufferPointer<Float>,
    _ use: (UnsafeBufferPointer<Float>) -> Void
  ) {
    guard count > 1 else { return use(frames) }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: frames.count / count) { samples in
      for index in 0..<samples.count { samples[index] = frames[index * count + channel] }
      use(UnsafeBufferPointer(samples))
    }
  }

  /// The remaining events at the end of the input.
  mutating func finish(_ tap: (UnsafeBufferPointer<Float>) -> Void) -> [ReceiverEvent] {
    var events = begun.isEmpty ? [] : takeBegun(tap)
    var last: [ReceiverEvent] = []
    let (channel, count) = (receiver.channels[0], feedCount)
    feed.finish {
      Self.lend(channel, of: count, $0, tap)
      last += receiver.push($0)
    }
    events += placed(last + receiver.finish())
    return events
  }

  /// The events on the time line.
  private mutating func placed(_ events: [ReceiverEvent]) -> [ReceiverEvent] {
    let oldest = seconds - Self.arrivalSeconds
    arriving.removeAll { $0.seconds < oldest }
    for event in events {
      switch event {
      case .detected(let frame), .progress(let frame, _), .blocks(let frame, _, _):
        end(frame)
        arriving.append((frame.number, seconds))
      case .message(let message): end(message.frame)
      case .file(let file): end(file.frame)
      case .sealed(let sealed): end(sealed.frame)
      case .receipt(let frame, _), .ranging(let frame, _), .pairing(let frame, _),
        .repeated(let frame):
        end(frame)
      case .failed(let failure): end(failure.frame)
      case .level: break
      }
    }
    let offset = receiverStart + lostSeconds
    return noted(
      events.map { event in
        if case .level(var level) = event {
          level.seconds += offset
          level.channels = level.channels.map { feed.channels[$0] }
          return .level(level)
        }
        return event.changing { frame in
          frame.startSeconds += offset
          frame.endSeconds += offset
          frame.number += numberStart
        }
      })
  }

  private mutating func end(_ frame: Frame) { arriving.removeAll { $0.number == frame.number } }

  private mutating func noted(_ events: [ReceiverEvent]) -> [ReceiverEvent] {
    for case .detected(let frame) in events { lastNumber = max(lastNumber, frame.number) }
    return events
  }

  /// Reports that `seconds` of sound were lost.
  mutating func lose(seconds: Double) { lostSeconds += seconds }

  /// Whether to renew the receiver now: while no frame arrives, if that can wait.
  var isDueForRenewal: Bool {
    let share =
      (Double(frameCount) / rateHertz - receiverStart) * receiverRateHertz
      / Double(mostSamples)
    return share > 1.5 || share > 1 && arriving.isEmpty
  }

  /// Listens from now on for `protocols` with a new receiver. Gives the remaining events of the old
  /// receiver.
  mutating func renew(protocols: [ModemProtocol]) throws(StationError) -> [ReceiverEvent] {
    let next = try Self.receiver(protocols, receiverRateHertz, feed.channels.count, meteredBands)
    let events = placed(receiver.finish())
    receiver = next
    self.protocols = protocols
    receiverStart = Double(frameCount) / rateHertz
    numberStart = lastNumber
    arriving = []
    return events
  }

  /// The kept samples of each channel that counts, between two times in seconds, and their start.
  func cut(from start: Double, to end: Double) -> (channels: [[Float]], startSeconds: Double) {
    guard let recent else { return ([], 0) }
    let (frames, first) = recent.cut(from: start - lostSeconds, to: end - lostSeconds)
    let channels = receiver.channels.map { channel in
      stride(from: channel, to: frames.count, by: recent.channelCount).map { frames[$0] }
    }
    return (channels, first + lostSeconds)
  }
}

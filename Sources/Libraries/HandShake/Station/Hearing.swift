import HandShakeFeed
import HandShakeModem

/// From captured frames to the events of a receiver, on one line of time: changes the rate, and
/// works in pieces of ten milliseconds, so that events do not depend on how samples are cut.
struct Hearing: ~Copyable {
  private var feed: ChannelFeed
  private var receiver: Receiver
  /// The latest frames of the channels that are listened to, as they came; nil where nobody wants
  /// them.
  private(set) var recent: SampleRing?
  /// The samples of `channel` that the last call brought, as they came.
  private(set) var captured: [Float] = []

  let rateHertz: Double
  let channelCount: Int
  let receiverRateHertz: Double
  private let meteredBands: [Placement]
  private let pieceLength: Int
  /// The beginning of a piece whose end has not come.
  private var begun: [Float] = []
  private var frameCount: Int64 = 0
  /// Sound that was lost, in seconds.
  private var lostSeconds = 0.0
  /// The second at which the receiver's first sample lies.
  private var receiverStart = 0.0
  /// The number of the last frame that was told, and of the last of the receivers before this one.
  private var (lastNumber, numberStart) = (0, 0)
  /// The frames that are arriving, and when one was last heard of: not every frame that begins
  /// comes to an end.
  private var arriving: [(number: Int, seconds: Double)] = []
  /// What nothing is heard of for so long arrives no more.
  private static let arrivalSeconds = 300.0

  /// A receiver counts samples by `Int`. In the core of a browser that has 32 bits, which hold 12
  /// hours at 48 kHz: half as many samples as it holds.
  private let mostSamples: Int

  init(
    protocols: [ModemProtocol], rateHertz: Double, channelCount: Int, channels: [Int]?,
    keepsSamples: Bool, meteredBands: [Placement], mostSamples: Int = .max / 2
  ) throws(StationError) {
    receiverRateHertz = ChannelFeed.receiverRateHertz(of: rateHertz)
    // Both before either is stored: a half-made value of this type cannot be destroyed.
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

  /// What is listened for.
  private(set) var protocols: [ModemProtocol]
  /// Seconds that were heard or lost.
  var seconds: Double { Double(frameCount) / rateHertz + lostSeconds }
  /// The channels that are listened to, from 0.
  var listened: [Int] { feed.channels }
  /// The channels whose sound counts, from 0; the first of them stands for all where one is wanted.
  var channels: [Int] { receiver.channels.map { feed.channels[$0] } }
  /// As of a `Receiver`.
  var hasLoneEnd: Bool { receiver.hasLoneEnd }
  /// As of a `Receiver`.
  var likeliestDropped: Hypothesis? { receiver.likeliestDropped }

  /// Begins a call that brings samples.
  mutating func begin() { captured.removeAll(keepingCapacity: true) }

  /// Takes the next piece from the front of `frames`; gives its events, nil where the rest makes
  /// none, which waits.
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

  /// What is left when no more samples come.
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

  /// The events on the line of time.
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

  /// Tells that `seconds` of sound were lost.
  mutating func lose(seconds: Double) { lostSeconds += seconds }

  /// Whether the receiver is to be renewed now: while nothing arrives, as long as that can wait.
  var isDueForRenewal: Bool {
    let share =
      (Double(frameCount) / rateHertz - receiverStart) * receiverRateHertz
      / Double(mostSamples)
    return share > 1.5 || share > 1 && arriving.isEmpty
  }

  /// Listens from now on for `protocols` with a receiver of its own; gives what the former was
  /// about to say.
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

  /// The samples of each channel that counts, from one second to another of those that are kept,
  /// and when they begin.
  func cut(from start: Double, to end: Double) -> (channels: [[Float]], startSeconds: Double) {
    guard let recent else { return ([], 0) }
    let (frames, first) = recent.cut(from: start - lostSeconds, to: end - lostSeconds)
    let channels = receiver.channels.map { channel in
      stride(from: channel, to: frames.count, by: recent.channelCount).map { frames[$0] }
    }
    return (channels, first + lostSeconds)
  }
}

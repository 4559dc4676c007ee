import HandShake
import HandShakeModem
import HandShakeTerminal

/// The receiver's results for a `RandomDay`.
public struct RandomDayReception: Sendable {
  /// Messages that did not arrive.
  public private(set) var lost: [RandomDay.Entry] = []
  /// Messages that arrived more than once.
  public private(set) var repeated: [String] = []
  /// The frames of the messages that arrived.
  public private(set) var delivered: [Frame] = []
  /// Texts that the day does not hold.
  public private(set) var others: [String] = []
  /// Refused frames. A refused frame is also in `lost`, or the day does not hold it.
  public private(set) var refused: [Failure] = []

  /// Receives the `frames` of a `day` as the programs do, in blocks of 0.01 s.
  public init(of day: RandomDay, in frames: [Float]) throws {
    var feed = ReceiverFeed(
      try Station(
        hears: day.listened, rateHertz: day.rateHertz, channelCount: day.channelCount))
    var texts: [String: Int] = [:]
    var delivered: [Frame] = []
    var refused: [Failure] = []
    func note(_ events: [ReceiverEvent]) {
      for event in events {
        switch event {
        case .message(let message):
          delivered.append(message.frame)
          texts[String(decoding: message.bytes, as: UTF8.self), default: 0] += 1
        case .failed(let failure): refused.append(failure)
        case .file, .sealed, .receipt, .ranging, .pairing, .repeated, .blocks, .level, .detected,
          .progress:
          break
        }
      }
    }
    let step = Int(day.rateHertz / 100) * day.channelCount
    frames.withUnsafeBufferPointer { frames in
      for start in stride(from: 0, to: frames.count, by: step) {
        let end = min(start + step, frames.count)
        note(feed.push(UnsafeBufferPointer(rebasing: frames[start..<end])).heard)
      }
    }
    note(feed.finish().heard)
    for entry in day.entries {
      let count = texts.removeValue(forKey: entry.text) ?? 0
      if count == 0 { lost.append(entry) }
      if count > 1 { repeated.append(entry.text) }
    }
    others = texts.keys.sorted()
    self.delivered = delivered
    self.refused = refused
  }

  /// Whether every message arrived once, without any other report.
  public var isPerfect: Bool {
    lost.isEmpty && repeated.isEmpty && others.isEmpty && refused.isEmpty
  }
}

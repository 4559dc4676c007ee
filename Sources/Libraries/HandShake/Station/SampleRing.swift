/// The latest frames of a stream, numbered from its start, in bounded memory.
public struct SampleRing: Sendable {
  /// Frames a second.
  public let rateHertz: Double
  /// Interleaved channels.
  public let channelCount: Int
  private var samples: [Float]
  /// The number of appended samples.
  private var count = 0

  /// A failure is reported at most 30 s after its frame, and the frame itself may be long.
  private static let longestSeconds = 60.0
  private static let mostSamples = 4_000_000

  /// A ring of one minute, or of 16 MB if that is less.
  public init(rateHertz: Double, channelCount: Int = 1) {
    self.rateHertz = rateHertz
    self.channelCount = channelCount
    let most = Double(Self.mostSamples / channelCount)
    let size = max(1, Int(min(Self.longestSeconds * rateHertz, most)))
    samples = [Float](repeating: 0, count: size * channelCount)
  }

  /// Appends the next frames.
  mutating func append(_ new: [Float]) {
    let dropped = max(0, new.count - samples.count)
    count += dropped
    var place = count % samples.count
    for sample in new[dropped...] {
      samples[place] = sample
      place = place + 1 == samples.count ? 0 : place + 1
    }
    count += new.count - dropped
  }

  /// The kept frames from second `start` to second `end`, and the time of the first.
  public func cut(from start: Double, to end: Double) -> (samples: [Float], startSeconds: Double) {
    func index(_ seconds: Double) -> Int {
      seconds.isNaN ? 0 : Int(max(-1e15, min(1e15, (seconds * rateHertz).rounded(.down))))
    }
    let frameCount = count / channelCount
    let first = max(index(start), frameCount - samples.count / channelCount, 0)
    let last = max(first, min(index(end), frameCount))
    return (
      (first * channelCount..<last * channelCount).map { samples[$0 % samples.count] },
      Double(first) / rateHertz
    )
  }
}

/// The times with the input at full scale, over the latest minutes.
struct ClippingRecord {
  /// Runs of blocks that clipped, in seconds from the first sample, in order.
  private var blocks: [(start: Double, end: Double)] = []

  /// Least share of clipped samples. A sine that just reaches full scale has 3 %.
  private static let leastShare = 0.06
  /// Least run of samples at full scale. Near-ultrasound without clipping has no run of three.
  private static let leastRun = 3
  /// Unclipped floats may exceed 1. Resampled samples that were clipped exceed 1 by less.
  private static let leastUnlimited: Float = 1.5
  private static let mostBlocks = 12_000

  /// Takes the block of some hundredths of a second from `start` to `end` that reaches `peak`.
  mutating func note(
    _ samples: UnsafeBufferPointer<Float>, peak: Float, from start: Double, to end: Double
  ) {
    guard peak < Self.leastUnlimited, Self.isClipped(samples) else { return }
    // A file may clip for longer than the limit of blocks lasts.
    if let last = blocks.last, start - last.end < 1e-6 {
      blocks[blocks.count - 1].end = end
      return
    }
    if blocks.count == Self.mostBlocks { blocks.removeFirst(Self.mostBlocks / 2) }
    blocks.append((start, end))
  }

  /// The share of clipped blocks in the time from `start` to `end`, 0...1.
  func share(from start: Double, to end: Double) -> Double {
    guard end > start else { return 0 }
    var seconds = 0.0
    for block in blocks.reversed() {
      if block.end <= start { break }
      seconds += max(0, min(block.end, end) - max(block.start, start))
    }
    return min(1, seconds / (end - start))
  }

  private static func isClipped(_ samples: UnsafeBufferPointer<Float>) -> Bool {
    var (count, run, longest) = (0, 0, 0)
    var sign = false
    for sample in samples {
      guard abs(sample) >= Level.fullScale else {
        run = 0
        continue
      }
      count += 1
      run = run > 0 && (sample < 0) == sign ? run + 1 : 1
      sign = sample < 0
      longest = max(longest, run)
    }
    return longest >= leastRun || Double(count) > leastShare * Double(samples.count)
  }
}

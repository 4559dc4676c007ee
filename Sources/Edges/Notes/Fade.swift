import HandShakeSignal

/// A timing function as a table of gains, for fades of one length at one rate.
///
/// Gains are taken at the middle of each sample. So the fade-out is exactly the reversed fade-in,
/// and no sample has a gain of 0 or 1.
public struct Fade: Sendable {
  /// The usual length of a fade. A raised cosine of this length keeps bursts from 40 ms up within
  /// 200 Hz of their tone, except for a millionth of their energy. Half the length leaks ten times
  /// as much.
  public static let defaultSeconds = 0.02

  /// The gain of each sample of a fade-in, in order; empty for `abrupt`, which takes no time.
  public let gains: [Float]

  /// The fade-in of `timing` over `seconds` (at least 0, rounded to whole samples) at `rateHertz`
  /// samples a second.
  public init(_ timing: TimingFunction, seconds: Double, rateHertz: Double) {
    precondition(seconds >= 0 && rateHertz > 0 && (seconds * rateHertz).isFinite)
    let count = timing == .abrupt ? 0 : Int((seconds * rateHertz).rounded())
    gains = (0..<count).map { Float(timing.gain(at: (Double($0) + 0.5) / Double(count))) }
  }

  /// Fades the first samples of a burst in and the last samples out, block by block. The middle
  /// stays unchanged.
  ///
  /// - Parameters:
  ///   - block: Samples of the burst, multiplied in place; samples outside the burst become 0.
  ///   - position: The position of the block in the burst, in samples; negative before the burst.
  ///   - burstCount: Samples in the whole burst. If it is shorter than two fades, both gains apply
  ///     to their common samples.
  public func shape(
    _ block: UnsafeMutableBufferPointer<Float>, at position: Int, ofBurst burstCount: Int
  ) {
    gains.withUnsafeBufferPointer { gains in
      for index in 0..<block.count {
        let fromStart = position + index
        let fromEnd = burstCount - 1 - fromStart
        if fromStart < 0 || fromEnd < 0 {
          block[index] = 0
          continue
        }
        if fromStart < gains.count { block[index] *= gains[fromStart] }
        if fromEnd < gains.count { block[index] *= gains[fromEnd] }
      }
    }
  }
}

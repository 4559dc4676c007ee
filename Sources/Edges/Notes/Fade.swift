import HandShakeSignal

/// A timing function worked out once, sample by sample, for fades of one length at one rate.
///
/// Gains are taken at the middle of each sample, so that the fade-out is exactly the fade-in
/// backwards and no sample is wasted on a gain of 0 or 1.
public struct Fade: Sendable {
  /// A fade's length unless another is asked for: a raised cosine of it keeps all but a millionth
  /// of the energy of bursts from 40 ms up within 200 Hz of their tone, where one of half the
  /// length lets ten times as much out.
  public static let defaultSeconds = 0.02

  /// The gain of each sample of a fade-in, first to last; empty for `abrupt`, which takes no time.
  public let gains: [Float]

  /// The fade-in of `timing` over `seconds` (at least 0, rounded to whole samples) at a rate of
  /// `rateHertz` samples a second.
  public init(_ timing: TimingFunction, seconds: Double, rateHertz: Double) {
    precondition(seconds >= 0 && rateHertz > 0 && (seconds * rateHertz).isFinite)
    let count = timing == .abrupt ? 0 : Int((seconds * rateHertz).rounded())
    gains = (0..<count).map { Float(timing.gain(at: (Double($0) + 0.5) / Double(count))) }
  }

  /// Gives a burst its edges, block after block: fades the first samples of the burst in, the last
  /// ones out, and leaves those between alone.
  ///
  /// - Parameters:
  ///   - block: Samples of the burst, multiplied in place; those that lie outside it become 0.
  ///   - position: Where in the burst the block starts, in samples; negative before the burst.
  ///   - burstCount: Samples in the whole burst. Where it is shorter than two fades, both gains
  ///     apply to the samples they share.
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

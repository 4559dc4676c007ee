import HandShakeSignal

/// The noise before a frame.
struct BurstNoise {
  /// The whitener of each microphone before the last frame. `isAdjacent` means that the last frame
  /// ended too shortly before this frame to learn noise between them.
  typealias Former = (whiteners: [(channel: Int, whitener: BurstWhitener)], isAdjacent: Bool)

  /// Makes the noise white, of power 1.
  let whitener: BurstWhitener
  /// Power of the noise if its density were the same everywhere: the geometric mean of the density
  /// that the whitener assumes in the band.
  let power: Float

  /// Samples before a frame from which the noise is learnt.
  static let span = 1400
  /// Samples of silence between two frames that certainly count as noise.
  private static let shortestGap = 90

  /// Learns the noise of microphone `channel` before the sounder at `warp`. Nil if nothing was
  /// received during the sounder.
  init?(
    _ history: borrowing BasebandHistory, _ channel: Int, before warp: BurstWarp,
    _ sounder: BurstSounder, _ bench: BurstBench, _ former: Former?
  ) {
    let (span, count) = (Self.span, sounder.sampleCount)
    let samples = ComplexMemory(count: span + count)
    bench.resampler.read(
      history, channel, warp, first: -span, count: span + count, into: samples.start)
    let received = ComplexRun.energy(samples.start + span, count: count) / Float(count)
    guard received > 1e-14 else { return nil }
    whitener = Self.whitener(
      samples.start, former?.whiteners.first { $0.channel == channel }?.whitener,
      isAdjacent: former?.isAdjacent ?? false,
      floor: Double(received) * 1e-5)
    let transform = bench.transforms.of(256)
    whitener.response(transform)
    let reach = transform.size * 3 / 8
    var sum: Float = 0
    for point in -reach..<reach {
      sum += fastLogarithm(max(transform.points[point & (transform.size - 1)].power, 1e-30))
    }
    power = fastExponential(-sum / Float(2 * reach))
  }

  /// The whitener for the noise in `span` samples before the frame.
  ///
  /// If the sound falls silent just before the frame, another frame was there. The former whitener
  /// is used if it whitens the silence; otherwise the silence counts as white noise.
  private static func whitener(
    _ samples: UnsafePointer<Complex>, _ former: BurstWhitener?, isAdjacent: Bool, floor: Double
  ) -> BurstWhitener {
    if isAdjacent, let former { return former }
    let (gap, gapStart) = (shortestGap, samples + (span - shortestGap))
    let learnt = BurstWhitener(samples, count: span, floor: floor)
    let white = ComplexMemory(count: gap)
    func gapPower(_ whitener: BurstWhitener) -> Float {
      whitener.filter(gapStart, count: gap, into: white.start)
      return ComplexRun.energy(white.start, count: gap) / Float(gap)
    }
    guard gapPower(learnt) < 0.3 else { return learnt }
    if let former, gapPower(former) > 0.3, gapPower(former) < 3 { return former }
    let power = ComplexRun.energy(gapStart, count: gap) / Float(gap)
    return BurstWhitener(power: Double(power) + floor)
  }
}

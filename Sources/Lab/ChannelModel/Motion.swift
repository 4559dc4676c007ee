import HandShakeSignal

/// The receiver's time relative to the sender's time: the clock offset and the motion.
public struct Motion: Sendable, Equatable {
  /// How much faster the received sound is because the receiver's clock is slow.
  public var clockPartsPerMillion: Double
  /// Speed of approach at the start of the recording; negative if the distance grows.
  public var metresPerSecond: Double
  /// Acceleration of the approach.
  public var metresPerSecondSquared: Double

  /// By default, a receiver at rest.
  public init(
    clockPartsPerMillion: Double = 0, metresPerSecond: Double = 0,
    metresPerSecondSquared: Double = 0
  ) {
    self.clockPartsPerMillion = clockPartsPerMillion
    self.metresPerSecond = metresPerSecond
    self.metresPerSecondSquared = metresPerSecondSquared
  }

  /// The received sound of `samples`, which start with the recording.
  func hear(_ samples: [Float], rateHertz: Double) -> [Float] {
    guard self != Motion() else { return samples }
    let speed = metresPerSecond / soundMetresPerSecond
    let acceleration = metresPerSecondSquared / soundMetresPerSecond
    func position(_ index: Int) -> Double {
      let seconds = Double(index) / rateHertz
      return Double(index) * (1 + clockPartsPerMillion * 1e-6 + speed)
        + 0.5 * acceleration * seconds * seconds * rateHertz
    }
    var count = samples.count
    while position(count) < Double(samples.count), count < 2 * samples.count { count += 1 }
    while count > 0, position(count - 1) > Double(samples.count) { count -= 1 }
    var heard = [Float](repeating: 0, count: count)
    Interpolator(samples).add(to: &heard) { (position($0), 1) }
    return heard
  }
}

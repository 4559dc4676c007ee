import Signal

/// Peak and in-band level of every tenth of a second.
struct LevelMeter {
  private let window: Int
  private let rateHertz: Double
  private var count = 0
  private var total = 0
  private var peak: Float = 0
  private var bandPower = 0.0
  private var bandCount = 0

  init(rateHertz: Double) {
    self.rateHertz = rateHertz
    window = Int(rateHertz / 10)
  }

  /// Takes a block of samples and its baseband; a level where a tenth of a second is full.
  mutating func measure(
    _ samples: UnsafeBufferPointer<Float>, _ baseband: [Complex]
  ) -> Level? {
    for sample in samples { peak = max(peak, abs(sample)) }
    for value in baseband { bandPower += Double(value.power) }
    count += samples.count
    total += samples.count
    bandCount += baseband.count
    guard count >= window else { return nil }
    // The baseband of a real signal holds half its amplitude, a quarter of its power, on one side.
    let level = Level(
      seconds: Double(total) / rateHertz, peak: peak,
      bandRootMeanSquare: Float((2 * bandPower / Double(max(1, bandCount))).squareRoot()))
    (count, peak, bandPower, bandCount) = (0, 0, 0, 0)
    return level
  }
}

import HandShakeSignal

/// Peak and in-band level of every tenth of a second.
struct LevelMeter {
  private let window: Int
  private let rateHertz: Double
  private var count = 0
  private var total = 0
  private var peak: Float = 0
  /// By channel.
  private var bandPowers: [Double]
  private var bandCount = 0

  init(rateHertz: Double, channelCount: Int) {
    bandPowers = Array(repeating: 0, count: channelCount)
    self.rateHertz = rateHertz
    window = Int(rateHertz / 10)
  }

  /// Takes a block of `frameCount` samples per channel, its largest magnitude and its baseband.
  /// Gives a level after each tenth of a second. The band level is from the loudest channel.
  mutating func measure(frameCount: Int, peak blockPeak: Float, _ baseband: [[Complex]]) -> Level? {
    peak = max(peak, blockPeak)
    for channel in bandPowers.indices {
      bandPowers[channel] += Double(Self.power(of: baseband[channel]))
    }
    count += frameCount
    total += frameCount
    bandCount += baseband[0].count
    guard count >= window else { return nil }
    // The baseband of a real signal holds half its amplitude, a quarter of its power, on one side.
    let level = Level(
      seconds: Double(total) / rateHertz, peak: peak,
      bandRootMeanSquare: Float((2 * bandPowers.max()! / Double(max(1, bandCount))).squareRoot()))
    (count, peak, bandCount) = (0, 0, 0)
    for channel in bandPowers.indices { bandPowers[channel] = 0 }
    return level
  }

  /// The largest magnitude of a sample; NaN if one of the samples is NaN.
  static func peak(of samples: UnsafeBufferPointer<Float>) -> Float {
    guard let start = UnsafeRawPointer(samples.baseAddress) else { return 0 }
    let wholes = samples.count / 8 * 8
    var peaks = SIMD8<Int32>.zero
    // Without the sign bit, floating-point numbers have the order of their bit patterns.
    for offset in stride(from: 0, to: wholes * 4, by: 32) {
      let bits = start.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int32>.self) & 0x7FFF_FFFF
      peaks.replace(with: bits, where: bits .> peaks)
    }
    var largest = UInt32(bitPattern: peaks.max())
    for index in wholes..<samples.count {
      largest = max(largest, samples[index].magnitude.bitPattern)
    }
    return Float(bitPattern: largest)
  }

  private static func power(of baseband: [Complex]) -> Float {
    baseband.withUnsafeBytes { parts in
      let wholes = parts.count / 32 * 32
      var sums = SIMD8<Float>.zero
      for offset in stride(from: 0, to: wholes, by: 32) {
        let values = parts.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        sums += values * values
      }
      var sum = sums.sum()
      for offset in stride(from: wholes, to: parts.count, by: 8) {
        sum += parts.loadUnaligned(fromByteOffset: offset, as: Complex.self).power
      }
      return sum
    }
  }
}

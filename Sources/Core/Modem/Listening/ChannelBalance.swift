import HandShakeSignal

/// How loud each microphone is, and whether it counts: not if it is silent or repeats another.
struct ChannelBalance {
  /// Natural logarithm of the recent power of each microphone.
  private var levels: [Float]
  /// The same over a longer time, for the first microphone that counts.
  private var reference: Float = 0
  /// Seconds of silence up to now.
  private var silentSeconds: [Double]
  private var pieceCount = 0
  /// Products of all pairs of microphones, `left * count + right`, over the latest pieces.
  private var products: [Complex]

  private let rateHertz: Double

  /// Averaging time of powers and products. After as much silence, a microphone counts as muted.
  /// The averaging time of the reference is ten times as long.
  private static let memorySeconds = 0.5
  /// Power of a baseband sample from rounding to 16 bits: 1/12 of a squared step, with 1/6 of it in
  /// the band. Less is silence: the last bit of an input without a connection.
  private static let roundingPower = Float(1) / (32_768 * 32_768 * 12 * 6)
  /// Least coherence of a microphone that repeats another: 1 in 100 of its power is its own.
  private static let copyCoherence: Float = 0.99

  /// A balance of `channelCount` microphones with `rateHertz` baseband samples per second.
  init(channelCount: Int, rateHertz: Double) {
    self.rateHertz = rateHertz
    levels = Array(repeating: 0, count: channelCount)
    silentSeconds = Array(repeating: Self.memorySeconds, count: channelCount)
    products = Array(repeating: Complex(0, 0), count: channelCount * channelCount)
  }

  /// Takes the next samples of `baseband`, by microphone.
  ///
  /// - Returns: factors for the energies of the microphones, so that all are as loud on average as
  ///   the first that counts; 0 for microphones that do not count.
  mutating func gains(_ baseband: [[Complex]]) -> [Float] {
    let count = levels.count
    let seconds = Double(baseband[0].count) / rateHertz
    let kept = Float(max(0, 1 - seconds / Self.memorySeconds))
    var energies: [Float] = []
    for left in 0..<count {
      for right in left..<count {
        let (place, new) = (left * count + right, Self.product(baseband[left], baseband[right]))
        products[place] = products[place].scaled(by: kept) + new
        if left == right { energies.append(new.real) }
      }
    }
    pieceCount += 1
    learn(energies, seconds, least: Self.roundingPower * Float(baseband[0].count))
    let counting = (0..<count).filter { channel in
      silentSeconds[channel] < Self.memorySeconds
        && !(0..<channel).contains { repeats(channel, $0) }
    }
    if let first = counting.first {
      reference += (levels[first] - reference) * share(of: seconds / 10)
    }
    return (0..<count).map { counting.contains($0) ? fastExponential(reference - levels[$0]) : 0 }
  }

  /// Updates power and silence of each microphone by its energy. At most `least` is silence.
  private mutating func learn(_ energies: [Float], _ seconds: Double, least: Float) {
    for (channel, energy) in energies.enumerated() {
      silentSeconds[channel] = energy > least ? 0 : silentSeconds[channel] + seconds
      guard energy > 0 else { continue }
      levels[channel] += (fastLogarithm(energy) - levels[channel]) * share(of: seconds)
    }
  }

  /// The weight of `seconds` in a mean. The first pieces have equal weights.
  private func share(of seconds: Double) -> Float {
    Float(max(1 / Double(pieceCount), min(1, seconds / Self.memorySeconds)))
  }

  /// Whether a microphone repeats an earlier one, at any gain and with either sign.
  private func repeats(_ channel: Int, _ earlier: Int) -> Bool {
    let count = levels.count
    let energies =
      products[earlier * count + earlier].real * products[channel * count + channel].real
    return silentSeconds[earlier] < Self.memorySeconds && energies > 0
      && products[earlier * count + channel].power > Self.copyCoherence * energies
  }

  private static func product(_ left: [Complex], _ right: [Complex]) -> Complex {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        var sum = Complex(0, 0)
        for index in 0..<left.count { sum = sum + left[index].timesConjugate(of: right[index]) }
        return sum
      }
    }
  }
}

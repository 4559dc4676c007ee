import HandShakeSignal

/// Finds the sounders of a probe in a stream of 48 kHz.
///
/// A sounder of 150 ms in 8 kHz is 31 dB above noise of its own power, and is recognisable under a
/// dilation of 0.09 %. Thirteen templates cover motion to 4 m/s. A probe consists of three sounders
/// at the right distances, with sweeps between them.
struct ProbeSearch {
  /// A detected sounder.
  struct Hit {
    /// Its first sample, counted from the start of the stream.
    var sample: Double
    /// Its level above the noise, as a ratio of powers.
    var strength: Float
  }

  /// The sounders of the last seconds, in order.
  private(set) var hits: [Hit] = []

  private static let size = 16_384
  /// Samples of a block that give a result: a sounder must lie completely in it.
  private static let step = 8192
  private static let dilations = (-6...6).map { 0.0018 * Double($0) }
  /// Lengths of energy sums in samples of 12 kHz, 1 and 5 ms: a room spreads the energy. A sum
  /// counts from this multiple of the usual sum on, which noise rarely reaches.
  private static let spreads: [(length: Int, leastStrength: Float)] = [(12, 3), (60, 1.9)]
  /// The least distance of sounders in samples.
  private static let apart = 0.1 * SweepResponse.rateHertz

  private let responses: [SweepResponse]
  private var rejected: [[Double]] = []
  private var pending: [Float] = []
  private var position = 0

  init() {
    responses = Self.dilations.map {
      SweepResponse(ProbeSignal.sounder, dilation: $0, size: Self.size)
    }
  }

  mutating func push(_ samples: UnsafeBufferPointer<Float>) {
    pending.append(contentsOf: samples)
    while pending.count >= Self.size {
      searchBlock()
      pending.removeFirst(Self.step)
      position += Self.step
    }
  }

  /// Searches the samples that do not fill a block, at the end of the stream.
  mutating func finish() {
    pending.append(contentsOf: [Float](repeating: 0, count: Self.size))
    searchBlock()
  }

  /// Drops the data before `sample`.
  mutating func forget(before sample: Double) {
    hits.removeAll { $0.sample < sample }
    rejected.removeAll { $0[0] < sample }
  }

  private mutating func searchBlock() {
    let count = Self.step / 4
    let spectrum = responses[0].spectrum(pending[..<Self.size])
    let profiles = responses.map { $0.impulseResponse($0.match(spectrum: spectrum)) }
    var strengths = [Float](repeating: 0, count: count)
    for (length, leastStrength) in Self.spreads {
      let sums = profiles.reduce([Float](repeating: 0, count: count)) { best, profile in
        zip(best, Self.sums(profile, over: length)).map { max($0, $1) }
      }
      // Digital silence has a usual level of 0, so every sound stands out.
      let usual = max(sums.quantile(0.5), .leastNormalMagnitude)
      for index in 0..<count where sums[index] > leastStrength * usual {
        strengths[index] = max(strengths[index], sums[index] / usual / leastStrength)
      }
    }
    for (index, strength) in strengths.enumerated() where strength > 1 {
      collect(Hit(sample: Double(position + 4 * index), strength: strength))
    }
  }

  /// For each sample the energy of the `length` samples that start with it.
  private static func sums(_ profile: [Complex], over length: Int) -> [Float] {
    var sum = profile[..<length].reduce(Float(0)) { $0 + $1.power }
    return (0..<step / 4).map { index in
      defer { sum += profile[index + length].power - profile[index].power }
      return sum
    }
  }

  private mutating func collect(_ hit: Hit) {
    guard let last = hits.last, hit.sample - last.sample < Self.apart else {
      hits.append(hit)
      return
    }
    if hit.strength > last.strength { hits[hits.count - 1] = hit }
  }

  /// The first samples of three sounders of a probe that all came before `end`: the strongest probe
  /// that was not rejected, or nil.
  func probe(before end: Double) -> [Double]? {
    var best: (samples: [Double], strength: Float)?
    let span = ProbeSignal.sounderStarts[2] * SweepResponse.rateHertz
    for first in hits {
      for last in hits
      where last.sample < end && abs(last.sample - first.sample - span) < 0.012 * span {
        let middle = 0.5 * (first.sample + last.sample)
        let between = hits.filter { abs($0.sample - middle) < 0.004 * span }
        guard let second = between.max(by: { $0.strength < $1.strength }) else { continue }
        let strength = min(first.strength, second.strength, last.strength)
        let samples = [first.sample, second.sample, last.sample]
        if strength > best?.strength ?? 0, !rejected.contains(samples) {
          best = (samples, strength)
        }
      }
    }
    return best?.samples
  }

  /// Excludes the sounders at these `samples` from later results.
  mutating func reject(_ samples: [Double]) { rejected.append(samples) }
}

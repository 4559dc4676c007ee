import HandShakeSignal

/// How the way from a loudspeaker to a microphone answers an impulse, within the band of a known
/// sound.
///
/// The response that makes the known sound `x` most like what was heard, `y`, in the mean square:
/// its taps h solve the normal equations sum over l' of R[l - l'] h[l'] = r[l], with the
/// autocorrelation R of `x` and its cross-correlation r with `y` (S. Haykin, "Adaptive filter
/// theory", chapter 8). So neighbours of a path are its echoes, and not side lobes of the sound, as
/// in a plain correlation.
struct ChannelResponse {
  /// Magnitudes of the response in the band, `stepSeconds` apart.
  let magnitudes: [Double]
  let stepSeconds: Double
  /// The delay of the first of them.
  let startSeconds: Double

  /// How far before the strongest delay of the correlation the response begins, and how far behind
  /// it ends.
  static let (leadSeconds, tailSeconds) = (0.08, 0.11)
  /// Magnitudes for each tap.
  private static let oversampling = 16
  /// White noise that is added to the known sound's power, where its spectrum has holes.
  private static let loading = 1e-3
  /// Length on each side of the window's response, in reciprocal bandwidths: -74 dB is left there.
  private static let reach = 12.0

  /// The response at delays around the strongest of `correlation`.
  init(_ correlation: BandCorrelation, bandwidthHertz: Double) {
    let rateHertz = correlation.rateHertz
    let lead = Int(Self.leadSeconds * rateHertz)
    let count = lead + Int(Self.tailSeconds * rateHertz)
    let first = correlation.strongest - lead
    var own = correlation.own(count: count)
    own[0].real *= 1 + Self.loading
    let taps = LinearPrediction.solveToeplitz(
      column: own, correlation.cross(from: first, count: count))

    // A Hann window over the band: side lobes from -31 dB.
    stepSeconds = 1 / rateHertz / Double(Self.oversampling)
    startSeconds = Double(first) / rateHertz
    let width = bandwidthHertz / rateHertz
    let reach = Int(Self.reach / width)
    let lobe = (0...(reach + 1) * Self.oversampling).map { index in
      Self.lobe(Double(index) / Double(Self.oversampling) * width)
    }
    magnitudes = (0..<count * Self.oversampling).map { index in
      let centre = index / Self.oversampling
      var sum = DoubleComplex(0, 0)
      for tap in max(0, centre - reach)...min(count - 1, centre + reach) {
        sum = sum + taps[tap].scaled(by: lobe[abs(index - tap * Self.oversampling)])
      }
      return sum.power.squareRoot()
    }
  }

  /// The transform of a Hann window, at a distance in reciprocal widths of it; 1 at 0.
  static func lobe(_ x: Double) -> Double {
    if x < 1e-9 { return 1 }
    let rest = 1 - x * x
    return abs(rest) < 1e-9 ? 0.5 : sine(.pi * x) / (.pi * x * rest)
  }
}

/// The correlation of what was heard with a known sound, and of that with itself, in a band.
struct BandCorrelation {
  /// Of the correlations' samples.
  let rateHertz: Double
  /// The delay, in samples, at which the two are most alike, and their likeness there.
  private(set) var strongest = 0
  private(set) var strength = 0.0

  private let crossValues: [Complex]
  private let known: [Complex]
  private let band: RangingBand

  /// Correlates `heard` with `known`, of which `band` gave the bins.
  ///
  /// - Parameter mostDelay: samples of the heard sound up to which the strongest delay is sought.
  init(
    _ band: RangingBand, heard: [Complex], known: [Complex], mostDelay: Int
  ) {
    rateHertz = band.rateHertz
    self.known = known
    self.band = band
    crossValues = band.envelope((0..<known.count).map { heard[$0].timesConjugate(of: known[$0]) })
    let last = Int(Double(mostDelay) / band.decimation)
    for delay in 0...max(0, min(last, crossValues.count - 1)) {
      let power = Double(crossValues[delay].power)
      if power > strength { (strongest, strength) = (delay, power) }
    }
  }

  /// The correlation with what was heard, at `count` delays from `first` on.
  func cross(from first: Int, count: Int) -> [DoubleComplex] {
    (first..<first + count).map { delay in
      let size = crossValues.count
      return DoubleComplex(crossValues[((delay % size) + size) % size])
    }
  }

  /// The correlation of the known sound with itself, at `count` delays from 0 on.
  func own(count: Int) -> [DoubleComplex] {
    band.envelope(known.map { Complex($0.power, 0) }).prefix(count).map { DoubleComplex($0) }
  }
}

/// Transforms between samples and their complex envelope in one band.
final class RangingBand {
  /// Of the envelope.
  let rateHertz: Double
  /// Samples for one of the envelope.
  let decimation: Double
  private let forward: FourierTransform
  private let backward: FourierTransform
  private let lowestBin: Int
  /// Of the band.
  let middleHertz: Double

  /// For up to `sampleCount` samples; of the band, the middle and the width that the envelope's
  /// rate has to have at least.
  init(
    sampleCount: Int, rateHertz: Double, middleHertz: Double, widthHertz: Double
  ) {
    self.middleHertz = middleHertz
    var size = 1024
    while size < sampleCount { size *= 2 }
    forward = FourierTransform(size: size)
    let bins = widthHertz / rateHertz * Double(size)
    var count = 512
    while Double(count) < bins { count *= 2 }
    // Sizes that every transform takes: 2^k and 3 * 2^k.
    if Double(count / 4 * 3) >= bins { count = count / 4 * 3 }
    backward = FourierTransform(size: count)
    self.rateHertz = rateHertz * Double(count) / Double(size)
    decimation = Double(size) / Double(count)
    lowestBin = Int((middleHertz / rateHertz * Double(size)).rounded()) - count / 2
  }

  /// The bins of the band, from its lowest.
  func spectrum(of samples: [Float]) -> [Complex] {
    for index in 0..<forward.size {
      forward.input[index] = Complex(index < samples.count ? samples[index] : 0, 0)
    }
    forward.forward()
    return (0..<backward.size).map { offset in
      let bin = lowestBin + offset
      return (0...forward.size / 2).contains(bin) ? forward.buffer[bin] : Complex(0, 0)
    }
  }

  /// The envelope with these bins.
  func envelope(_ bins: [Complex]) -> [Complex] {
    for index in 0..<bins.count {
      let place = index - bins.count / 2
      backward.input[place < 0 ? place + bins.count : place] = bins[index]
    }
    backward.inverse()
    return (0..<backward.size).map { backward.buffer[$0] }
  }

  /// The bins of an envelope, moved up by so many hertz.
  func spectrum(of envelope: [Complex], shiftedByHertz hertz: Double) -> [Complex] {
    let count = envelope.count
    let step = 2 * .pi * hertz / rateHertz
    for index in 0..<count {
      backward.input[index] = envelope[index] * .phasor(step * Double(index))
    }
    backward.forward()
    return (0..<count).map { index in
      let place = index - count / 2
      return backward.buffer[place < 0 ? place + count : place].scaled(by: 1 / Float(count))
    }
  }
}

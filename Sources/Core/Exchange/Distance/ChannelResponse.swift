import HandShakeSignal

/// The impulse response of the path from a loudspeaker to a microphone, within the band of a known
/// sound.
///
/// It is the least-squares response between the known sound `x` and the captured sound `y`. Its
/// taps h solve the normal equations sum over l' of R[l - l'] h[l'] = r[l], with the
/// autocorrelation R of `x` and its cross-correlation r with `y` (S. Haykin, "Adaptive filter
/// theory", chapter 8). Neighbours of a path are therefore its echoes. A plain correlation shows
/// side lobes of the sound there.
struct ChannelResponse {
  /// Magnitudes of the response in the band, `stepSeconds` apart.
  let magnitudes: [Double]
  let stepSeconds: Double
  /// The delay of the first magnitude.
  let startSeconds: Double

  /// The response begins and ends this far before and behind the strongest delay of the
  /// correlation.
  static let (leadSeconds, tailSeconds) = (0.08, 0.11)
  /// Magnitudes for each tap.
  private static let oversampling = 16
  /// White noise relative to the known sound's power; it fills holes in the spectrum.
  private static let loading = 1e-3
  /// Length on each side of the window's response, in reciprocal bandwidths: -74 dB is left there.
  private static let reach = 12.0

  /// The response at delays around the strongest delay of `correlation`.
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

  /// The transform of a Hann window, at a distance in reciprocal window widths; 1 at 0.
  static func lobe(_ x: Double) -> Double {
    if x < 1e-9 { return 1 }
    let rest = 1 - x * x
    return abs(rest) < 1e-9 ? 0.5 : sine(.pi * x) / (.pi * x * rest)
  }
}

/// The cross-correlation of captured and known sound and the autocorrelation, in a band.
struct BandCorrelation {
  /// Sampling rate of the correlations.
  let rateHertz: Double
  /// The delay of the largest correlation, in samples, and the correlation there.
  private(set) var strongest = 0
  private(set) var strength = 0.0

  private let crossValues: [Complex]
  private let known: [Complex]
  private let band: RangingBand

  /// Correlates `heard` with `known`; both are bins from `band`.
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

  /// The cross-correlation at `count` delays from `first` on.
  func cross(from first: Int, count: Int) -> [DoubleComplex] {
    (first..<first + count).map { delay in
      let size = crossValues.count
      return DoubleComplex(crossValues[((delay % size) + size) % size])
    }
  }

  /// The autocorrelation of the known sound at `count` delays from 0 on.
  func own(count: Int) -> [DoubleComplex] {
    band.envelope(known.map { Complex($0.power, 0) }).prefix(count).map { DoubleComplex($0) }
  }
}

/// Transforms between samples and their complex envelope in a band.
final class RangingBand {
  /// Sampling rate of the envelope.
  let rateHertz: Double
  /// Samples for each envelope sample.
  let decimation: Double
  private let forward: FourierTransform
  private let backward: FourierTransform
  private let lowestBin: Int
  /// Middle of the band.
  let middleHertz: Double

  /// A band for up to `sampleCount` samples, with its middle and width; the envelope's rate is at
  /// least the width.
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
    // Sizes that every transform supports: 2^k and 3 * 2^k.
    if Double(count / 4 * 3) >= bins { count = count / 4 * 3 }
    backward = FourierTransform(size: count)
    self.rateHertz = rateHertz * Double(count) / Double(size)
    decimation = Double(size) / Double(count)
    lowestBin = Int((middleHertz / rateHertz * Double(size)).rounded()) - count / 2
  }

  /// The bins of the band, the lowest first.
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

  /// The bins of an envelope, shifted up by `hertz`.
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

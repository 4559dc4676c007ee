import HandShakeSignal

/// How the way from a loudspeaker to a microphone answers an impulse, within the band of a known sound.
///
/// The response that makes the known sound `x` most like what was heard, `y`, in the mean square: its taps h solve
/// the normal equations sum over l' of R[l - l'] h[l'] = r[l], with the autocorrelation R of `x` and its
/// cross-correlation r with `y` (S. Haykin, "Adaptive filter theory", chapter 8). So neighbours of a path are its
/// echoes, and not side lobes of the sound, as in a plain correlation.
struct ChannelResponse {
  /// Magnitudes of the response in the band, `stepSeconds` apart.
  let magnitudes: [Double]
  let stepSeconds: Double
  /// The delay of the first of them.
  let startSeconds: Double

  /// How far before the strongest delay of the correlation the response begins, and how far behind it ends.
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
    let taps = Self.solve(own, correlation.cross(from: first, count: count))

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
      var sum = Point(0, 0)
      for tap in max(0, centre - reach)...min(count - 1, centre + reach) {
        let weight = lobe[abs(index - tap * Self.oversampling)]
        sum.real += weight * taps[tap].real
        sum.imaginary += weight * taps[tap].imaginary
      }
      return (sum.real * sum.real + sum.imaginary * sum.imaginary).squareRoot()
    }
  }

  /// The transform of a Hann window, at a distance in reciprocal widths of it; 1 at 0.
  static func lobe(_ x: Double) -> Double {
    if x < 1e-9 { return 1 }
    let rest = 1 - x * x
    return abs(rest) < 1e-9 ? 0.5 : sine(.pi * x) / (.pi * x * rest)
  }

  /// A complex number in double precision.
  struct Point {
    var real: Double
    var imaginary: Double
    init(_ real: Double, _ imaginary: Double) { (self.real, self.imaginary) = (real, imaginary) }
    init(_ point: Complex) { self.init(Double(point.real), Double(point.imaginary)) }
  }

  /// Solves T x = b for the Hermitian Toeplitz matrix T whose first column is `column`, by the recursion of
  /// N. Levinson ("The Wiener RMS error criterion in filter design and prediction", Journal of Mathematics and
  /// Physics 25, 1946).
  static func solve(_ column: [Point], _ b: [Point]) -> [Point] {
    let count = b.count
    var forward = [Point(1 / column[0].real, 0)]
    var x = [Point(b[0].real * forward[0].real, b[0].imaginary * forward[0].real)]
    for size in 1..<max(1, count) {
      var (error, rest) = (Point(0, 0), b[size])
      for index in 0..<size {
        let (r, f, known) = (column[size - index], forward[index], x[index])
        error.real += r.real * f.real - r.imaginary * f.imaginary
        error.imaginary += r.real * f.imaginary + r.imaginary * f.real
        rest.real -= r.real * known.real - r.imaginary * known.imaginary
        rest.imaginary -= r.real * known.imaginary + r.imaginary * known.real
      }
      let scale = 1 / (1 - error.real * error.real - error.imaginary * error.imaginary)
      forward.append(Point(0, 0))
      let old = forward
      for index in 0...size {
        // The backward vector is the forward one, turned round and conjugate.
        let (f, g) = (old[index], old[size - index])
        forward[index] = Point(
          scale * (f.real - error.real * g.real - error.imaginary * g.imaginary),
          scale * (f.imaginary - error.imaginary * g.real + error.real * g.imaginary))
      }
      x.append(Point(0, 0))
      for index in 0...size {
        let g = forward[size - index]
        x[index].real += rest.real * g.real + rest.imaginary * g.imaginary
        x[index].imaginary += rest.imaginary * g.real - rest.real * g.imaginary
      }
    }
    return x
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
    crossValues = band.envelope(
      (0..<known.count).map { heard[$0].timesConjugate(of: known[$0]) })
    let last = Int(Double(mostDelay) / band.decimation)
    for delay in 0...max(0, min(last, crossValues.count - 1)) {
      let power = Double(crossValues[delay].power)
      if power > strength { (strongest, strength) = (delay, power) }
    }
  }

  /// The correlation with what was heard, at `count` delays from `first` on.
  func cross(from first: Int, count: Int) -> [ChannelResponse.Point] {
    (first..<first + count).map { delay in
      let size = crossValues.count
      return ChannelResponse.Point(crossValues[((delay % size) + size) % size])
    }
  }

  /// The correlation of the known sound with itself, at `count` delays from 0 on.
  func own(count: Int) -> [ChannelResponse.Point] {
    band.envelope(known.map { Complex($0.power, 0) }).prefix(count).map {
      ChannelResponse.Point($0)
    }
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

  /// For up to `sampleCount` samples; of the band, the middle and the width that the envelope's rate has to
  /// have at least.
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
      let angle = step * Double(index)
      backward.input[index] = envelope[index] * Complex(Float(cosine(angle)), Float(sine(angle)))
    }
    backward.forward()
    return (0..<count).map { index in
      let place = index - count / 2
      return backward.buffer[place < 0 ? place + count : place].scaled(by: 1 / Float(count))
    }
  }
}

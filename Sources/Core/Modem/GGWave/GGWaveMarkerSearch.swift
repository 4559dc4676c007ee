import HandShakeSignal

/// Looks for ggwave's markers at any time and speed, at little cost.
///
/// A marker sounds one tone of every pair of neighbours for a third of a second; the end marker has
/// the other tones. The contrast of a pair is the difference of its energies over their sum plus a
/// few times the mean. Noise of any colour, voices and music give both signs almost equally often,
/// however loud. White noise is normal about 0 with a deviation of 0.5; a clear marker gives 15.
struct GGWaveMarkerSearch {
  /// A possible marker.
  struct Candidate {
    /// Number of the sample at which it starts, accurate to a tenth of a second.
    var start: Int
    /// Offset of its tones above their nominal frequencies, accurate to `binHertz`.
    var shiftHertz: Double
    /// Sum of the contrasts of its pairs, positive.
    var contrast: Float
    var isEnd: Bool
    /// Whether it resembles this marker more than the other marker, two tones away.
    var isLikelier: Bool
  }

  /// Least contrast of a candidate; noise gives a candidate every minute or two.
  static let leastContrast: Float = 1.9
  /// Least contrast of an end whose start is known.
  static let leastEndContrast: Float = 1.4
  /// Largest speed of approach or retreat, over the speed of sound. It cannot be much larger: a
  /// marker two tones too low is the other marker, except at its edges.
  private static let largestDilation = 0.0058
  /// Penalty per point of shift: most devices stand still.
  private static let shiftPenalty: Float = 0.02

  /// Level above which pairs count in full, in units of the mean energy. Without it, quiet pairs
  /// count like loud pairs, and markers are found 2 dB later.
  private static let cautionFactor: Float = 4

  private static let size = 1024
  static let binHertz = DownConverter.outputRateHertz / Double(size)
  private static let hop = size / 2
  private static let hopsPerMarker = 4
  /// Points between neighbouring tones.
  private static let toneBins = Int((GGWaveParameters.toneSpacingHertz / binHertz).rounded())
  /// Points beyond the marker's band at either end that should be empty: two tones.
  private static let edgeBins = 2 * toneBins
  private static let pairCount = GGWaveParameters.markerToneCount / 2

  private let transform = FourierTransform(size: Self.size, keepsInput: true)
  private let window: [Float]
  private let firstBin: Int
  private let binCount: Int
  private let reach: Int
  private var nextStart = 0
  /// Energies of the latest spectra, then their sum.
  private var spectra: [[Float]]
  private var newest = 0
  private var sum: [Float]
  private var contrasts: [Float]
  private var starts = PeakHold()
  private var ends = PeakHold()

  /// Holds the best candidate while candidates stay above a threshold, and releases it afterwards.
  private struct PeakHold {
    private struct Peak {
      var candidate: Candidate
      var excess: Float

      /// Whether it is the marker rather than `other`, a fraction of a second away.
      ///
      /// Pairs seldom agree in the data beside a marker, whose tones may be 18 dB louder. In
      /// silence, pairs agree in any part of a marker, and energy shows the size of the part.
      func isBetter(than other: Peak) -> Bool {
        let ratio = candidate.contrast / other.candidate.contrast
        return ratio > PeakHold.clearRatio
          || ratio * PeakHold.clearRatio > 1 && excess > other.excess
      }
    }

    private var best: Peak?
    private var age = 0
    /// The last released candidate. A weaker candidate within a marker's length is its tail.
    private var released: Peak?
    /// Ratio of two contrasts that noise does not cause between equal contrasts.
    private static let clearRatio: Float = 1.25

    mutating func take(_ candidate: Candidate?, excess: Float) -> Candidate? {
      age += 1
      if let candidate, excess > 0 {
        let peak = Peak(candidate: candidate, excess: excess)
        if best.map({ peak.isBetter(than: $0) }) ?? true, !isTail(peak) {
          best = peak
          age = 0
        }
      }
      guard age >= 3, let held = best else { return nil }
      released = held
      return release()
    }

    private func isTail(_ peak: Peak) -> Bool {
      guard let released else { return false }
      let end = released.candidate.start + Int(GGWaveMarker.sampleCount)
      return peak.candidate.start <= end && !peak.isBetter(than: released)
    }

    mutating func release() -> Candidate? {
      defer { best = nil }
      return best?.candidate
    }
  }

  /// - Parameters:
  ///   - lowestToneHertz: the marker's lowest tone.
  ///   - centreHertz: the frequency that 0 Hz stands for in the histories.
  init(lowestToneHertz: Double, centreHertz: Double) {
    window = (0..<Self.size).map { Float(sine(.pi * (Double($0) + 0.5) / Double(Self.size))) }
    let middleHertz = lowestToneHertz + GGWaveParameters.markerMiddleHertz
    reach = Int((Self.largestDilation * middleHertz / Self.binHertz).rounded(.up))
    firstBin =
      Int(((lowestToneHertz - centreHertz) / Self.binHertz).rounded()) - reach - Self.edgeBins
    binCount =
      Self.toneBins * (GGWaveParameters.markerToneCount - 1) + 2 * (reach + Self.edgeBins) + 1
    spectra = [[Float]](
      repeating: [Float](repeating: 0, count: binCount), count: Self.hopsPerMarker)
    sum = [Float](repeating: 0, count: binCount)
    contrasts = sum
  }

  /// Processes the new samples of `history`. Returns candidates at most a marker's length late.
  mutating func scan(_ history: borrowing BasebandHistory) -> [Candidate] {
    var found: [Candidate] = []
    while nextStart + Self.size <= history.endIndex {
      takeSpectrum(history)
      let first = nextStart - (Self.hopsPerMarker - 1) * Self.hop
      if let start = starts.take(candidate(isEnd: false, start: first), excess: excess) {
        found.append(start)
      }
      if let end = ends.take(candidate(isEnd: true, start: first), excess: excess) {
        found.append(end)
      }
      nextStart += Self.hop
    }
    return found
  }

  /// Releases the candidates that wait for stronger candidates, at the end of the input.
  mutating func finish() -> [Candidate] { [starts.release(), ends.release()].compactMap { $0 } }

  private mutating func takeSpectrum(_ history: borrowing BasebandHistory) {
    transform.transform(history, from: nextStart, count: Self.size, window: window)
    newest = (newest + 1) % Self.hopsPerMarker
    spectra[newest].withUnsafeMutableBufferPointer {
      transform.copyEnergies(first: firstBin, count: binCount, to: $0.baseAddress!)
    }
    let (pairs, channelCount) = (binCount - Self.toneBins, history.counting.count)
    sum.withUnsafeMutableBufferPointer { sum in
      for index in 0..<binCount { sum[index] = 1e-20 }
      for spectrum in spectra {
        spectrum.withUnsafeBufferPointer { for index in 0..<binCount { sum[index] += $0[index] } }
      }
      // The square of the mean root: a loud tone of another sender counts little.
      var roots: Float = 0
      for index in 0..<binCount { roots += sum[index].squareRoot() }
      let mean = roots / Float(binCount)
      let caution = Self.cautionFactor * mean * mean
      contrasts.withUnsafeMutableBufferPointer { contrasts in
        for index in 0..<pairs {
          let (left, right) = (sum[index], sum[index + Self.toneBins])
          contrasts[index] = SquareLaw.contrast(
            (left - right) / (left + right + caution), channelCount: channelCount)
        }
      }
    }
  }

  /// By how much the tones of the last candidate exceed the missing tones.
  private var excess: Float = 0

  /// The candidate at the shift at which the pairs agree best, if they agree well.
  private mutating func candidate(isEnd: Bool, start: Int) -> Candidate? {
    let (own, shift) = bestShift(isEnd: isEnd)
    excess = 0
    guard own >= (isEnd ? Self.leastEndContrast : Self.leastContrast) else { return nil }
    let other = bestShift(isEnd: !isEnd)
    excess = markerExcess(isEnd: isEnd, shift: shift)
    return Candidate(
      start: start, shiftHertz: Double(shift - reach) * Self.binHertz, contrast: own, isEnd: isEnd,
      isLikelier: own + edgeContrast(shift) > other.contrast + edgeContrast(other.shift))
  }

  /// Sum of the contrasts at the best shift, from 0 to twice `reach`, less the shift's penalty.
  private func bestShift(isEnd: Bool) -> (contrast: Float, shift: Int) {
    var best: (contrast: Float, shift: Int) = (-1, 0)
    contrasts.withUnsafeBufferPointer { contrasts in
      for shift in 0...2 * reach {
        var total: Float = 0
        var bin = Self.edgeBins + shift
        for _ in 0..<Self.pairCount / 2 {
          total += contrasts[bin] - contrasts[bin + 2 * Self.toneBins]
          bin += 4 * Self.toneBins
        }
        let score = (isEnd ? -total : total) - Self.shiftPenalty * Float(abs(shift - reach))
        if score > best.contrast { best = (score, shift) }
      }
    }
    return best
  }

  /// By how much the outermost pairs of a marker exceed the pairs beyond them, -2 to 2.
  private func edgeContrast(_ shift: Int) -> Float {
    func pair(_ tone: Int) -> Float {
      let bin = Self.edgeBins + shift + Self.toneBins * tone
      return sum[bin] + sum[bin + Self.toneBins]
    }
    let last = GGWaveParameters.markerToneCount - 2
    let (low, belowLow, high, aboveHigh) = (pair(0), pair(-2), pair(last), pair(last + 2))
    return (low - belowLow) / (low + belowLow) + (high - aboveHigh) / (high + aboveHigh)
  }

  private func markerExcess(isEnd: Bool, shift: Int) -> Float {
    let bin = Self.edgeBins + shift
    return GGWaveMarker.midMean(
      zip(
        isEnd ? GGWaveCode.endMarker : GGWaveCode.startMarker,
        isEnd ? GGWaveCode.startMarker : GGWaveCode.endMarker
      ).map { own, other in sum[bin + Self.toneBins * own] - sum[bin + Self.toneBins * other] })
  }
}

import HandShakeSignal

/// The behaviour of the gain over a block of symbols.
struct BurstGain {
  /// Steady rotation, in radians per symbol.
  fileprivate(set) var advance: Double = 0
  /// Variance per symbol of the random walk of the gain.
  fileprivate(set) var walk: Float = 1e-7
  /// Variance of the symbols' errors.
  fileprivate(set) var noise: Float = 1
  /// Gain at the end of the block, and its rotation there in radians per symbol.
  fileprivate(set) var end = Complex(1, 0)
  fileprivate(set) var endAdvance: Double = 0
}

/// Follows the complex gain of a block's equalised symbols. The phase turns if the dilation was
/// misjudged, and the amplitude fades if echoes move.
///
/// A random walk in the complex plane on a steady rotation, smoothed forwards and backwards (H. E.
/// Rauch, F. Tung and C. T. Striebel, AIAA J. 3, 1965). The pilots come first and show how fast the
/// gain walks. Then all symbols are used. Phase-locked loops on decisions were tried first: they
/// slip by a quarter turn in a weak signal and stay there.
final class BurstGainTracker {
  /// The gain of the last block. To read a block again, the caller restores an earlier gain.
  var gain = BurstGain()

  private static let walks: [Float] = [1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3]
  private static let groupLength = 8
  private static let startVariance: Float = 0.1

  private let places = RealMemory(count: 4096)
  private let observations = ComplexMemory(count: 4096)
  private let precisions = RealMemory(count: 4096)
  private let gains = ComplexMemory(count: 4096)
  private let spreads = RealMemory(count: 4096)
  private let predicted = ComplexMemory(count: 4096)
  private let predictedSpreads = RealMemory(count: 4096)
  private let scratch = RealMemory(count: 16 * 4096)
  /// Expected values of the symbols, and their variances.
  let means = ComplexMemory(count: 4096)
  var meanSpreads: UnsafePointer<Float> { UnsafePointer(scratch.start + 4096) }

  /// Finds the gain of `count` symbols.
  ///
  /// - Parameters:
  ///   - variance: expected variance of the symbols' errors.
  ///   - advanceVariance: variance of the rotation per symbol, as long as nothing changes it.
  ///   - changedVariance: variance of the rotation per symbol after a rare change; 0 for no change.
  ///   - isKnown: which symbols are known, at least one symbol; nil for all. `known` has their
  ///     values.
  ///   - output: receives the symbols divided by their gain.
  ///   - gains: receives the gains.
  func track(
    _ symbols: UnsafePointer<Complex>, count: Int, variance: Float, advanceVariance: Double,
    changedVariance: Double,
    constellation: BurstConstellation, known: UnsafePointer<Complex>,
    isKnown: UnsafePointer<Bool>?, into output: UnsafeMutablePointer<Complex>,
    gains result: UnsafeMutablePointer<Complex>
  ) {
    let pilots = loadPilots(symbols, count, known, isKnown)
    gain.noise = max(variance, 1e-5)
    let advance = findAdvance(pilots, count, advanceVariance, changedVariance)
    gain.advance = advance
    for index in 0..<pilots {
      observations.start[index] = observations.start[index].timesConjugate(
        of: .phasor(advance * Double(places.start[index])))
    }
    findWalk(pilots)
    _ = smooth(pilots, walk: gain.walk, noise: gain.noise)
    spread(pilots, count, symbols, into: output, gains: result)
    // All symbols, by their expected values.
    for _ in 0..<(gain.noise < 0.1 || isKnown == nil ? 1 : 2) {
      let groups = loadGroups(symbols, count, constellation, known, isKnown, output, result)
      _ = smooth(groups, walk: gain.walk, noise: gain.noise)
      spread(groups, count, symbols, into: output, gains: result)
    }
    conclude(count, result)
  }

  private func loadPilots(
    _ symbols: UnsafePointer<Complex>, _ count: Int, _ known: UnsafePointer<Complex>,
    _ isKnown: UnsafePointer<Bool>?
  ) -> Int {
    var pilots = 0
    for index in 0..<count where isKnown?[index] ?? true {
      // If all symbols are known, a part of them is enough here.
      if index % 4 != 2, isKnown.map({ index > 3 && $0[index - 4] }) ?? true { continue }
      places.start[pilots] = Float(index)
      let power = max(known[index].power, 1e-6)
      observations.start[pilots] =
        symbols[index].timesConjugate(of: known[index]).scaled(by: 1 / power)
      precisions.start[pilots] = power
      pilots += 1
    }
    return pilots
  }

  /// The rotation that aligns the pilots best, given its expected deviation from zero.
  private func findAdvance(
    _ pilots: Int, _ count: Int, _ variance: Double, _ changed: Double
  ) -> Double {
    let noise = gain.noise
    let step = 1.0 / Double(count)
    let reach = max(Int((3.5 * max(variance, changed).squareRoot() / step).rounded(.up)), 1)
    func score(_ place: Int) -> Double {
      let radians = step * Double(place)
      var sum = Complex(0, 0)
      for index in 0..<pilots {
        let phasor = Complex.phasor(radians * Double(places.start[index]))
        sum = sum + observations.start[index].timesConjugate(of: phasor)
      }
      let usual = 0.5 * radians * radians / variance
      let rare = changed > 0 ? 7 + 0.5 * radians * radians / changed : usual
      return Double(sum.power) / Double(Float(pilots) * noise) - min(usual, rare)
    }
    var best = 0
    var bestScore = score(0)
    for place in -reach...reach where place != 0 {
      let value = score(place)
      if value > bestScore { (best, bestScore) = (place, value) }
    }
    let peak = ParabolaVertex(before: score(best - 1), bestScore, after: score(best + 1))
    return step * (Double(best) + min(max(peak.maximumOffset, -0.5), 0.5))
  }

  /// Finds the walk and the noise that explain the pilots best.
  private func findWalk(_ pilots: Int) {
    var best = -Float.infinity
    let expected = gain.noise
    for factor in [Float(0.7), 1, 1.5, 2.5, 4] {
      for (number, candidate) in Self.walks.enumerated() {
        // Most devices lie still, so a larger walk needs more evidence.
        let evidence =
          smooth(pilots, walk: candidate, noise: expected * factor) - 1.5 * Float(number)
        if evidence > best {
          (best, gain.walk, gain.noise) = (evidence, candidate, expected * factor)
        }
      }
    }
  }

  /// Kalman filter forwards, smoother backwards, over `count` observations.
  ///
  /// - Returns: the log-likelihood of the observations, up to a constant.
  private func smooth(_ count: Int, walk: Float, noise: Float) -> Float {
    var gain = Complex(1, 0)
    var variance = Self.startVariance
    var place: Float = 0
    var evidence: Float = 0
    for index in 0..<count {
      variance += walk * (places.start[index] - place)
      place = places.start[index]
      predicted.start[index] = gain
      predictedSpreads.start[index] = variance
      let error = noise / precisions.start[index]
      let surprise = observations.start[index] - gain
      let total = variance + error
      evidence -= surprise.power / total + fastLogarithm(total)
      let weight = variance / total
      gain = gain + surprise.scaled(by: weight)
      variance *= 1 - weight
      gains.start[index] = gain
      spreads.start[index] = variance
    }
    var index = count - 2
    while index >= 0 {
      let weight = spreads.start[index] / predictedSpreads.start[index + 1]
      gains.start[index] =
        gains.start[index]
        + (gains.start[index + 1] - predicted.start[index + 1]).scaled(by: weight)
      index -= 1
    }
    return evidence
  }

  /// Interpolates the gains between the observations, and divides the symbols by them.
  private func spread(
    _ count: Int, _ symbolCount: Int, _ symbols: UnsafePointer<Complex>,
    into output: UnsafeMutablePointer<Complex>, gains result: UnsafeMutablePointer<Complex>
  ) {
    var next = 0
    let advance = gain.advance
    let rotation = Complex.phasor(advance)
    var phasor = Complex(1, 0)
    for index in 0..<symbolCount {
      while next < count && places.start[next] < Float(index) { next += 1 }
      var gain = gains.start[min(next, count - 1)]
      if next > 0 && next < count {
        let share =
          (Float(index) - places.start[next - 1]) / (places.start[next] - places.start[next - 1])
        gain = gains.start[next - 1].scaled(by: 1 - share) + gain.scaled(by: share)
      }
      if index % 64 == 0 { phasor = .phasor(advance * Double(index)) }
      gain = gain * phasor
      phasor = phasor * rotation
      result[index] = gain
      output[index] = symbols[index].timesConjugate(of: gain).scaled(by: 1 / max(gain.power, 0.01))
    }
  }

  /// Turns groups of symbols into observations of the gain, by the symbols' expected values.
  private func loadGroups(
    _ symbols: UnsafePointer<Complex>, _ count: Int, _ constellation: BurstConstellation,
    _ known: UnsafePointer<Complex>, _ isKnown: UnsafePointer<Bool>?,
    _ derotated: UnsafePointer<Complex>, _ result: UnsafePointer<Complex>
  ) -> Int {
    let (advance, noise) = (gain.advance, gain.noise)
    let variances = scratch.start
    let spreads = variances + 4096
    let llrs = spreads + 4096
    let unit = 1 / (2 * Float(1 << constellation.bitsPerSymbol - 1) / 3).squareRoot()
    if isKnown == nil {
      means.start.update(from: known, count: count)
      spreads.update(repeating: 0, count: count)
    } else if 3 * noise < unit * unit {
      // With so little noise, the nearest point is enough.
      let last = Float(1 << constellation.dimensionBits - 1)
      func nearest(_ value: Float) -> Float {
        let odd = 2 * (value / (2 * unit)).rounded(.down) + 1
        return unit * min(max(odd, -last), last)
      }
      for index in 0..<count {
        spreads[index] = 0
        means.start[index] =
          isKnown![index]
          ? known[index]
          : Complex(nearest(derotated[index].real), nearest(derotated[index].imaginary))
      }
    } else {
      for index in 0..<count { variances[index] = noise / max(result[index].power, 0.01) }
      constellation.demap(
        UnsafeBufferPointer(start: derotated, count: count), variances: variances, priors: nil,
        llrs: llrs, means: means.start, spreads: spreads)
      for index in 0..<count where isKnown![index] {
        means.start[index] = known[index]
        spreads[index] = 0
      }
    }
    var groups = 0
    var start = 0
    var total: Float = 0
    let rotation = Complex.phasor(-advance)
    var phasor = Complex(1, 0)
    while start < count {
      let end = min(start + Self.groupLength, count)
      var sum = Complex(0, 0)
      var weight: Float = 0
      for index in start..<end {
        let power = result[index].power
        let mean = means.start[index]
        let doubt = spreads[index] * power
        total += (symbols[index] - result[index] * mean).power + doubt
        let precision = noise / (noise + doubt)
        if index % 64 == 0 { phasor = .phasor(-advance * Double(index)) }
        let turned = symbols[index] * phasor
        phasor = phasor * rotation
        sum = sum + turned.timesConjugate(of: mean).scaled(by: precision)
        weight += mean.power * precision
      }
      places.start[groups] = 0.5 * Float(start + end - 1)
      precisions.start[groups] = max(weight, 1e-6)
      observations.start[groups] = sum.scaled(by: 1 / max(weight, 1e-6))
      groups += 1
      start = end
    }
    gain.noise = max(total / Float(count), 1e-5)
    return groups
  }

  private func conclude(_ count: Int, _ result: UnsafePointer<Complex>) {
    gain.end = result[count - 1]
    let distance = count - 1 - count / 2
    let turned = gain.end.timesConjugate(of: result[count / 2])
    // The rotation that the walk adds to the steady rotation.
    let rest = turned.timesConjugate(of: .phasor(gain.advance * Double(distance)))
    gain.endAdvance =
      gain.advance + arcTangent(Double(rest.imaginary), Double(rest.real))
      / Double(max(distance, 1))
  }
}

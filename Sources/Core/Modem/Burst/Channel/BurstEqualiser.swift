import HandShakeSignal

/// Equalises a window of unknown symbols: a linear minimum mean square error equaliser in the
/// frequency domain. It also cancels the echoes of suspected symbols.
///
/// Tüchler and Singer, "Turbo equalization: an overview", IEEE Trans. Inf. Theory 57 (2011), with
/// one variance per window. The excess band of the pulse is folded to combine both halves.
final class BurstEqualiser {
  /// Estimates of the window's symbols, unbiased.
  private(set) var symbols = ComplexMemory(count: 0)
  /// Variance of their errors.
  private(set) var variance: Float = 1

  /// The reception of one microphone.
  struct Heard {
    let spectra: BurstSpectra
    /// Squared error of the response. It leaves echoes that count as noise.
    let errorPower: Float
  }

  private var matched = ComplexMemory(count: 0)
  private var strength = RealMemory(count: 0)

  /// Estimates all symbols of a window from the summed matched filter outputs of all microphones.
  ///
  /// - Parameters:
  ///   - tables: the window's tables, by which all spectra were found.
  ///   - suspected: the suspected symbols, or nil.
  ///   - spread: variance of the symbols about the suspected symbols.
  func equalise(
    _ heard: [Heard], _ tables: BurstWindowTables, suspected: UnsafePointer<Complex>?, spread: Float
  ) {
    let (size, count) = (tables.size, tables.symbolCount)
    if symbols.count < count {
      symbols = ComplexMemory(count: count)
      matched = ComplexMemory(count: count)
      strength = RealMemory(count: count)
    }
    let points = tables.symbols.points
    if let suspected {
      points.update(from: suspected, count: count)
      tables.symbols.forward()
    } else {
      points.update(repeating: Complex(0, 0), count: count)
    }
    let (matched, strength, symbols) = (matched.start, strength.start, symbols.start)
    matched.update(repeating: Complex(0, 0), count: count)
    strength.update(repeating: 0, count: count)
    let perPoint = Float(size)
    for heard in heard {
      let (response, observed) = (heard.spectra.response.start, heard.spectra.observed.start)
      let whitenerPower = heard.spectra.whitenerPower.start
      let level = heard.spectra.level
      let perError = heard.errorPower * level * level * Float(count)
      for point in 0..<size {
        let pulse = tables.pulse.start[point]
        guard pulse > 0 else { continue }
        let fold = tables.folded(point)
        let gain = response[point]
        let rest = observed[point] - gain * points[fold]
        let noise = perPoint + perError * whitenerPower[point] * pulse * pulse
        let weight = 1 / noise
        let value = rest.timesConjugate(of: gain).scaled(by: weight)
        matched[fold] = matched[fold] + value
        strength[fold] += gain.power * weight * Float(count)
      }
    }
    var gainSum: Float = 0
    for index in 0..<count {
      let weight = 1 / (1 + spread * strength[index])
      gainSum += strength[index] * weight
      points[index] = matched[index].scaled(by: weight)
    }
    tables.symbols.inverse()
    let mean = max(gainSum / Float(count), 1e-20)
    // The transforms omit a factor of the number of symbols, the matched values contain it.
    let scale = 1 / mean
    for index in 0..<count {
      let value = points[index].scaled(by: scale)
      symbols[index] = suspected.map { $0[index] + value } ?? value
    }
    variance = max((1 - spread * mean) / mean, 1e-6)
  }

  /// The variance that `equalise` gives for one microphone alone, without suspected symbols.
  func predictVariance(_ heard: Heard, _ tables: BurstWindowTables) -> Float {
    let (size, count) = (tables.size, tables.symbolCount)
    let (response, whitenerPower) = (
      heard.spectra.response.start, heard.spectra.whitenerPower.start
    )
    let strength = strength.start
    strength.update(repeating: 0, count: count)
    let perPoint = Float(size)
    let level = heard.spectra.level
    let perError = heard.errorPower * level * level * Float(count)
    for point in 0..<size {
      let pulse = tables.pulse.start[point]
      guard pulse > 0 else { continue }
      let noise = perPoint + perError * whitenerPower[point] * pulse * pulse
      strength[tables.folded(point)] += response[point].power / noise * Float(count)
    }
    var sum: Float = 0
    for index in 0..<count { sum += strength[index] / (1 + strength[index]) }
    let mean = max(sum / Float(count), 1e-20)
    return max((1 - mean) / mean, 1e-6)
  }
}

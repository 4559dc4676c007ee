import HandShakeSignal

/// Equalises a window of unknown symbols: a linear minimum mean square error equaliser in the frequency
/// domain, which also cancels the echoes of suspected symbols.
///
/// Tüchler and Singer, "Turbo equalization: an overview", IEEE Trans. Inf. Theory 57 (2011), with one
/// variance for all symbols of the window; the excess band of the pulse is folded, so that both
/// halves of it are combined.
final class BurstEqualiser {
  /// Estimates of the window's symbols, unbiased.
  private(set) var symbols = ComplexMemory(count: 0)
  /// Variance of their errors.
  private(set) var variance: Float = 1

  private var response = ComplexMemory(count: 0)
  private var observed = ComplexMemory(count: 0)
  private var matched = ComplexMemory(count: 0)
  private var strength = RealMemory(count: 0)
  private var whitenerPower = RealMemory(count: 0)
  private var level: Float = 1
  private var tables: BurstWindowTables?

  /// Takes a window's samples, in the points of `tables.samples`, and the channel's response: `taps` of
  /// which the one at `lead` has no delay, after `whitener`, for symbols of the RMS `level`. The window's
  /// noise is white, of power 1.
  func load(
    _ tables: BurstWindowTables, taps: ComplexMemory, lead: Int,
    whitener: UnsafePointer<Complex>, level: Float
  ) {
    let size = tables.size
    self.tables = tables
    self.level = level
    if response.count < size {
      response = ComplexMemory(count: size)
      observed = ComplexMemory(count: size)
      symbols = ComplexMemory(count: tables.symbolCount)
      matched = ComplexMemory(count: tables.symbolCount)
      strength = RealMemory(count: tables.symbolCount)
      whitenerPower = RealMemory(count: size)
    }
    let points = tables.samples.points
    tables.samples.forward()
    observed.start.update(from: points, count: size)
    points.update(repeating: Complex(0, 0), count: size)
    for tap in 0..<taps.count { points[(tap - lead) & (size - 1)] = taps.start[tap] }
    tables.samples.forward()
    let (response, whitenerPower) = (response.start, whitenerPower.start)
    for point in 0..<size {
      response[point] =
        (points[point] * whitener[point]).scaled(by: level * tables.pulse.start[point])
      whitenerPower[point] = whitener[point].power
    }
  }

  /// Estimates all symbols of the window.
  ///
  /// - Parameters:
  ///   - errorPower: squared error of the response, which leaves echoes that count as noise.
  ///   - suspected: the suspected symbols, nil for none.
  ///   - spread: variance of the symbols about the suspected ones.
  func equalise(errorPower: Float, suspected: UnsafePointer<Complex>?, spread: Float) {
    guard let tables else { return }
    let (size, count) = (tables.size, tables.symbolCount)
    let points = tables.symbols.points
    if let suspected {
      points.update(from: suspected, count: count)
      tables.symbols.forward()
    } else {
      points.update(repeating: Complex(0, 0), count: count)
    }
    let (matched, strength) = (matched.start, strength.start)
    let (response, observed) = (response.start, observed.start)
    let (whitenerPower, symbols) = (whitenerPower.start, symbols.start)
    matched.update(repeating: Complex(0, 0), count: count)
    strength.update(repeating: 0, count: count)
    let perPoint = Float(size)
    let perError = errorPower * level * level * Float(count)
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
    var gainSum: Float = 0
    for index in 0..<count {
      let weight = 1 / (1 + spread * strength[index])
      gainSum += strength[index] * weight
      points[index] = matched[index].scaled(by: weight)
    }
    tables.symbols.inverse()
    let mean = max(gainSum / Float(count), 1e-20)
    // The transforms leave a factor of the number of symbols out, the matched values hold it.
    let scale = 1 / mean
    for index in 0..<count {
      let value = points[index].scaled(by: scale)
      symbols[index] = suspected.map { $0[index] + value } ?? value
    }
    variance = max((1 - spread * mean) / mean, 1e-6)
  }

  /// The variance that `equalise` would state for nothing suspected.
  func predictVariance(errorPower: Float) -> Float {
    guard let tables else { return variance }
    let (size, count) = (tables.size, tables.symbolCount)
    let (response, whitenerPower) = (response.start, whitenerPower.start)
    let strength = strength.start
    strength.update(repeating: 0, count: count)
    let perPoint = Float(size)
    let perError = errorPower * level * level * Float(count)
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

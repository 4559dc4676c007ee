import Signal

/// Takes the room out of a window of unknown symbols: a linear minimum mean square error equaliser in
/// the frequency domain, which also cancels what is already suspected of the symbols.
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

  private func makeRoom(_ tables: BurstWindowTables) {
    guard response.count < tables.size else { return }
    response = ComplexMemory(count: tables.size)
    observed = ComplexMemory(count: tables.size)
    symbols = ComplexMemory(count: tables.symbolCount)
    matched = ComplexMemory(count: tables.symbolCount)
    strength = RealMemory(count: tables.symbolCount)
  }

  /// Takes the window's samples, in the points of `tables.samples`.
  func observe(_ tables: BurstWindowTables) {
    makeRoom(tables)
    tables.samples.forward()
    observed.start.update(from: tables.samples.points, count: tables.size)
  }

  /// Takes the response of the room: `taps` of which the one at `lead` has no delay, after
  /// `whitener`, for symbols of the RMS `level`.
  func assume(
    _ taps: ComplexMemory, lead: Int, _ whitener: UnsafePointer<Complex>, level: Float,
    _ tables: BurstWindowTables
  ) {
    makeRoom(tables)
    let size = tables.size
    let points = tables.samples.points
    points.update(repeating: Complex(0, 0), count: size)
    for tap in 0..<taps.count { points[(tap - lead) & (size - 1)] = taps.start[tap] }
    tables.samples.forward()
    for point in 0..<size {
      response.start[point] =
        (points[point] * whitener[point]).scaled(level * tables.pulse.start[point])
    }
  }

  /// Estimates all symbols of the window.
  ///
  /// - Parameters:
  ///   - noisePower: of a sample of the window, its noise being white.
  ///   - errorPower: squared error of the room's response; what it leaves behind is noise as well.
  ///   - suspected: what is suspected of the symbols, nil for nothing.
  ///   - spread: variance of the symbols about what is suspected.
  func equalise(
    noisePower: Float, errorPower: Float, whitener: UnsafePointer<Complex>, level: Float,
    suspected: UnsafePointer<Complex>?, spread: Float, _ tables: BurstWindowTables
  ) {
    let (size, count) = (tables.size, tables.symbolCount)
    let points = tables.symbols.points
    if let suspected {
      points.update(from: suspected, count: count)
      tables.symbols.forward()
    } else {
      points.update(repeating: Complex(0, 0), count: count)
    }
    for index in 0..<count {
      matched.start[index] = Complex(0, 0)
      strength.start[index] = 0
    }
    let perPoint = noisePower * Float(size)
    let perError = errorPower * level * level * Float(count)
    for point in 0..<size {
      let pulse = tables.pulse.start[point]
      guard pulse > 0 else { continue }
      let fold = tables.folded(point)
      let gain = response.start[point]
      let rest = observed.start[point] - gain * points[fold]
      let noise = perPoint + perError * whitener[point].power * pulse * pulse
      let weight = 1 / noise
      let value = rest.timesConjugate(of: gain).scaled(weight)
      matched.start[fold] = matched.start[fold] + value
      strength.start[fold] += gain.power * weight * Float(count)
    }
    var gainSum: Float = 0
    for index in 0..<count {
      let weight = 1 / (1 + spread * strength.start[index])
      gainSum += strength.start[index] * weight
      points[index] = matched.start[index].scaled(weight)
    }
    tables.symbols.inverse()
    let mean = max(gainSum / Float(count), 1e-20)
    // The transforms leave a factor of the number of symbols out, the matched values hold it.
    let scale = 1 / mean
    for index in 0..<count {
      let value = points[index].scaled(scale)
      symbols.start[index] = suspected.map { $0[index] + value } ?? value
    }
    variance = max((1 - spread * mean) / mean, 1e-6)
  }

  /// The variance that `equalise` would state for nothing suspected.
  func predictVariance(
    noisePower: Float, errorPower: Float, whitener: UnsafePointer<Complex>, level: Float,
    _ tables: BurstWindowTables
  ) -> Float {
    let (size, count) = (tables.size, tables.symbolCount)
    for index in 0..<count { strength.start[index] = 0 }
    let perPoint = noisePower * Float(size)
    let perError = errorPower * level * level * Float(count)
    for point in 0..<size {
      let pulse = tables.pulse.start[point]
      guard pulse > 0 else { continue }
      let noise = perPoint + perError * whitener[point].power * pulse * pulse
      strength.start[tables.folded(point)] += response.start[point].power / noise * Float(count)
    }
    var sum: Float = 0
    for index in 0..<count { sum += strength.start[index] / (1 + strength.start[index]) }
    let mean = max(sum / Float(count), 1e-20)
    return max((1 - mean) / mean, 1e-6)
  }
}

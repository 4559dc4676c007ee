import HandShakeSignal

/// What a microphone heard of a window of unknown symbols, and the response from the sender to it, by frequency, in
/// memory that one window after the other uses.
final class BurstSpectra {
  /// The response from the symbols, of power 1, to what was heard.
  private(set) var response = ComplexMemory(count: 0)
  private(set) var observed = ComplexMemory(count: 0)
  private(set) var whitenerPower = RealMemory(count: 0)
  /// RMS of the symbols.
  private(set) var level: Float = 1

  /// Takes a window's samples, in the points of `tables.samples`, and the channel's response: `taps` of
  /// which the one at `lead` has no delay, after `whitener`, for symbols of the RMS `level`. The window's
  /// noise is white, of power 1.
  func load(
    _ tables: BurstWindowTables, taps: ComplexMemory, lead: Int,
    whitener: UnsafePointer<Complex>, level: Float
  ) {
    let size = tables.size
    self.level = level
    if response.count < size {
      response = ComplexMemory(count: size)
      observed = ComplexMemory(count: size)
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
}

import HandShakeSignal

/// The spectra of a window of unknown symbols at one microphone, and of the response from the
/// sender. Successive windows share the memory.
final class BurstSpectra {
  /// The response from the symbols, of power 1, to the samples of the window.
  private(set) var response = ComplexMemory(count: 0)
  private(set) var observed = ComplexMemory(count: 0)
  private(set) var whitenerPower = RealMemory(count: 0)
  /// RMS of the symbols.
  private(set) var level: Float = 1

  /// Loads a window and the channel's response, for symbols of the RMS `level`. The samples are in
  /// the points of `tables.samples`; their noise is white, of power 1. The response is `taps` after
  /// `whitener`; the tap at `lead` has no delay.
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

import HandShakeSignal

/// A microphone's samples of a run of unknown symbols. Successive runs share the memory.
final class BurstWindow {
  /// The whitened samples, and the frame's sample number of the first sample.
  private(set) var whitened = ComplexMemory(count: 0)
  private var first = 0
  /// Number of samples.
  private(set) var count = 0
  private var raw = ComplexMemory(count: 0)
  private var echo = ComplexMemory(count: 0)
  /// The input of the equaliser.
  let spectra = BurstSpectra()
  private let resampler: BurstResampler
  private let transforms: TransformPool

  /// Samples before a run's first symbol, in which its pulse begins, and the same time in symbols.
  static let front = 24
  static let frontSymbols = front / 4 * 3
  /// Samples after a run that contain its echoes.
  static let lookAhead = 480

  init(_ resampler: BurstResampler, _ transforms: TransformPool) {
    self.resampler = resampler
    self.transforms = transforms
  }

  /// Reads samples `first..<first + count` of the frame at `warp` from microphone `channel`.
  func read(
    _ history: borrowing BasebandHistory, _ channel: Int, _ warp: BurstWarp,
    _ whitener: BurstWhitener, first: Int, count: Int
  ) {
    let order = BurstWhitener.order
    (self.first, self.count) = (first, count)
    if raw.count < count + order {
      raw = ComplexMemory(count: count + order)
      whitened = ComplexMemory(count: count + order)
    }
    resampler.read(
      history, channel, warp, first: first - order, count: count + order, into: raw.start)
    whitener.filter(raw.start + order, count: count, into: whitened.start)
  }

  /// Puts the samples into the points of `tables.samples`, without the echo of all known symbols.
  func fill(
    _ tables: BurstWindowTables, _ timeline: BurstTimeline, _ estimator: BurstChannelEstimator
  ) {
    // Samples of the window that contain an echo.
    let span = Self.front + BurstWindowTables.reach + estimator.tapCount
    computeEcho(count: span, timeline, estimator)
    let points = tables.samples.points
    points.update(from: whitened.start, count: count)
    for index in 0..<min(span, count) { points[index] = points[index] - echo.start[index] }
    // Symbols near the end of the window have a part of their echo outside.
    let fade = Self.lookAhead / 3
    for index in 0..<fade {
      let gain = 0.5 + 0.5 * cosine(Float.pi * (Float(index) + 0.5) / Float(fade))
      points[count - fade + index] = points[count - fade + index].scaled(by: gain)
    }
    (points + count).update(repeating: Complex(0, 0), count: tables.size - count)
  }

  /// Computes the echo of all known symbols in the first `count` samples.
  private func computeEcho(
    count: Int, _ timeline: BurstTimeline, _ estimator: BurstChannelEstimator
  ) {
    let tapCount = estimator.tapCount
    // Known samples from here on reach the window; after `first` they are the last pulses' ends.
    let from = max(first - tapCount, timeline.base, 0)
    let knownCount = first + Self.front + BurstWindowTables.reach + BurstWhitener.order - from
    let offset = first - from + estimator.lead
    // The wrapped end of the transform falls before the wanted samples.
    let transform = transforms.of(
      TransformPool.shortest(atLeast: max(knownCount + tapCount - offset, offset + count)),
      keepsInput: true)
    let size = transform.size
    if echo.count < size { echo = ComplexMemory(count: size) }
    let (input, points) = (transform.input.baseAddress!, transform.points)
    input.update(from: estimator.taps.start, count: tapCount)
    (input + tapCount).update(repeating: Complex(0, 0), count: size - tapCount)
    transform.forward()
    echo.start.update(from: points, count: size)
    input.update(from: timeline.known(from), count: knownCount)
    (input + knownCount).update(repeating: Complex(0, 0), count: size - knownCount)
    transform.forward()
    ComplexRun.multiply(points, echo.start, into: input, count: size)
    transform.inverse()
    for index in 0..<count {
      echo.start[index] = points[offset + index].scaled(by: 1 / Float(size))
    }
  }
}

/// Transforms and spectra for windows of one size.
final class BurstWindowTables {
  let size: Int
  /// Symbols in a window.
  let symbolCount: Int
  let samples: FourierTransform
  let symbols: FourierTransform
  /// Spectrum of the root-raised-cosine pulse. Symbols of power 1 make a waveform of power 1.
  let pulse: RealMemory

  /// Samples of a waveform before its first symbol and after its last symbol.
  static let reach = 48

  /// - Parameter size: samples of a window, a power of two from 16.
  init(size: Int, rollOff: Double, _ transforms: TransformPool) {
    self.size = size
    symbolCount = size / 4 * 3
    samples = transforms.of(size)
    symbols = transforms.of(symbolCount)
    pulse = RealMemory(count: size)
    for index in 0..<size {
      let frequency = Double(min(index, size - index)) / Double(size)
      pulse.start[index] = Float(
        4.0 / 3 * BurstPulse.rootRaisedCosine(frequency / 0.75, rollOff: rollOff))
    }
  }

  /// The number of the symbol frequency to which a sample frequency folds.
  @inline(__always)
  func folded(_ point: Int) -> Int { point < size / 2 ? point : point - size / 4 }

  /// Replaces the points of `samples` by the waveform of the symbols in the points of `symbols`.
  func shape() {
    symbols.forward()
    let scale = 1 / Float(size)
    for point in 0..<size {
      samples.points[point] = symbols.points[folded(point)].scaled(by: pulse.start[point] * scale)
    }
    samples.inverse()
  }
}

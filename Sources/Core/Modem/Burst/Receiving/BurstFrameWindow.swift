import Signal

/// The window of samples in which a run of unknown symbols is heard.
extension BurstFrameReader {
  /// Makes room for `count` symbols.
  func makeRoom(symbols count: Int) {
    guard straight.count < count else { return }
    straight = ComplexMemory(count: count)
    turns = ComplexMemory(count: count)
    means = ComplexMemory(count: count)
    points = ComplexMemory(count: count)
    variances = RealMemory(count: count)
    spreads = RealMemory(count: count)
    ratios = RealMemory(count: 8 * count)
    priors = RealMemory(count: 8 * count)
  }

  /// Symbols before the first unknown one in a window.
  static let frontSymbols = BurstBench.front / 4 * 3

  /// Reads the window of the `count` symbols from number `first` on into `fresh`.
  func readWindow(_ history: borrowing BasebandHistory, first: Int, count: Int) {
    let span = BurstBench.front + count / 3 * 4 + BurstBench.lookAhead
    read(history, first: sample(ofSymbol: first) - BurstBench.front, count: span)
  }

  /// The tables of that window.
  func tables(symbols count: Int) -> BurstWindowTables {
    let span = BurstBench.front + count / 3 * 4 + BurstBench.lookAhead
    return bench.windows.of(atLeast: span + estimator.tapCount)
  }

  /// Takes the echo of all that is known off the window, and gives the rest to the equaliser.
  func observe(first: Int, count: Int) {
    let tables = tables(symbols: count)
    let span = BurstBench.front + count / 3 * 4 + BurstBench.lookAhead
    let start = sample(ofSymbol: first) - BurstBench.front
    subtractEcho(from: start, count: span)
    let points = tables.samples.points
    points.update(from: fresh.start, count: span)
    for index in 0..<echoSpan where index < span {
      points[index] = points[index] - echo.start[index]
    }
    // Symbols near the end of the window leave some of their echo outside.
    let fade = BurstBench.lookAhead / 3
    for index in 0..<fade {
      let gain = 0.5 + 0.5 * cosine(Float.pi * (Float(index) + 0.5) / Float(fade))
      points[span - fade + index] = points[span - fade + index].scaled(gain)
    }
    (points + span).update(repeating: Complex(0, 0), count: tables.size - span)
    bench.equaliser.observe(tables)
  }

  /// Samples of a window that what was known before it echoes in.
  private var echoSpan: Int { BurstBench.front + PulseSpectrum.reach + estimator.tapCount }

  /// Computes the echo of what is known in the samples from `start` on, into `echo`.
  private func subtractEcho(from start: Int, count: Int) {
    let tapCount = estimator.tapCount
    let lead = BurstBench.lead
    // Known samples from here on reach the window; those after `start` are the last pulses' ends.
    let from = max(start - tapCount, timeline.base, 0)
    let knownCount = start + BurstBench.front + PulseSpectrum.reach + BurstWhitener.order - from
    let offset = start - from + lead
    // What wraps round falls before the samples that are wanted.
    let transform = bench.transforms.of(
      BurstTransforms.shortest(atLeast: max(knownCount + tapCount - offset, offset + echoSpan)))
    let size = transform.size
    if echo.count < size { echo = ComplexMemory(count: size) }
    let points = transform.points
    points.update(from: estimator.taps.start, count: tapCount)
    (points + tapCount).update(repeating: Complex(0, 0), count: size - tapCount)
    transform.forward()
    echo.start.update(from: points, count: size)
    points.update(from: timeline.known(from), count: knownCount)
    (points + knownCount).update(repeating: Complex(0, 0), count: size - knownCount)
    transform.forward()
    ComplexRun.multiply(points, by: echo.start, count: size)
    transform.inverse()
    let scale = 1 / Float(size)
    for index in 0..<echoSpan where offset + index < size {
      echo.start[index] = points[offset + index].scaled(scale)
    }
  }

  /// The whitener's response on the grid of a window.
  func whitenerResponse(_ tables: BurstWindowTables) -> UnsafePointer<Complex> {
    if whitenerResponseSize != tables.size {
      if whitenerResponse.count < tables.size {
        whitenerResponse = ComplexMemory(count: tables.size)
      }
      timeline.whitener.response(tables.samples, into: whitenerResponse.start)
      whitenerResponseSize = tables.size
    }
    return UnsafePointer(whitenerResponse.start)
  }

  /// Adds `count` symbols of amplitude `level` from number `first` on to what is known.
  func addKnown(_ symbols: UnsafePointer<Complex>, first: Int, count: Int, level: Float) {
    let margin = PulseSpectrum.reach / 4 * 3
    let length = count / 3 * 4 + 2 * PulseSpectrum.reach
    let tables = bench.windows.of(atLeast: length + 32)
    let points = tables.symbols.points
    points.update(repeating: Complex(0, 0), count: tables.symbolCount)
    for index in 0..<count { points[margin + index] = symbols[index].scaled(level) }
    tables.shape()
    timeline.addKnown(
      tables.samples.points, first: sample(ofSymbol: first) - PulseSpectrum.reach, count: length)
  }

  /// Learns the room anew from the last samples before symbol `end`.
  ///
  /// - Parameters:
  ///   - softFrom: number of the first symbol that is only suspected; nil for none.
  ///   - softError: power of what is wrong with the suspected waveform, over its own.
  func learnRoom(
    before end: Int, softFrom: Int? = nil, softError: Float = 0, rounds: Int, iterations: Int,
    estimatesError: Bool = true
  ) {
    // The last samples hold the beginning of what comes next.
    let last = sample(ofSymbol: end) - 12
    let first = max(last - Self.trainingSpan, timeline.base)
    let start = max(first - estimator.tapCount, timeline.base)
    let count = last - start
    if weights.count < count { weights = RealMemory(count: count) }
    let power =
      ComplexRun.energy(timeline.received(first), count: last - first) / Float(last - first)
    let noise = 1 + Self.modelError * power
    let signal = max(power - 1, 0)
    let softStart = softFrom.map { sample(ofSymbol: $0) } ?? last
    let doubt = timeline.doubt(start)
    for index in 0..<count {
      let share = start + index < softStart ? doubt[index] : softError
      weights.start[index] =
        start + index < first && start > 0
        ? 0 : (noise / (noise + share * signal)).squareRoot()
    }
    estimator.load(
      received: timeline.received(start), known: timeline.known(start), weights: weights.start,
      count: count, noisePower: noise)
    estimator.estimate(rounds: rounds, iterations: iterations)
    if estimatesError { expectedError = estimator.expectedError(iterations: iterations) }
  }

  /// Samples that the room is learnt from.
  private static let trainingSpan = 2000
}

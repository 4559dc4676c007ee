import HandShakeSignal

/// Neighbouring bins of a transform of the baseband, numbered from 0.
struct BasebandBins {
  /// Distance of two bins.
  let binHertz: Double
  /// Number of bin 0, counted from the centre of the baseband.
  let first: Int
  /// Number of bins, a multiple of eight.
  let count: Int

  /// The bins of `band`, in hertz, and at least `margin` bins beyond either end of it.
  init(_ band: ClosedRange<Double>, margin: Int, binHertz: Double) {
    self.binHertz = binHertz
    let lowest = (band.lowerBound - DownConverter.centreHertz) / binHertz
    let highest = (band.upperBound - DownConverter.centreHertz) / binHertz
    first = Int(lowest.rounded(.down)) - margin
    count = (Int(highest.rounded(.up)) + margin - first) / 8 * 8 + 8
  }

  /// Bin nearest to a frequency.
  func bin(ofHertz hertz: Double) -> Int {
    Int(((hertz - DownConverter.centreHertz) / binHertz).rounded()) - first
  }

  /// Frequency of a bin.
  func hertz(ofBin bin: Int) -> Double {
    DownConverter.centreHertz + Double(first + bin) * binHertz
  }
}

/// Spectra of the baseband.
extension FourierTransform {
  /// Transforms `count` samples of a microphone from `start` on, with the gains of `window` if
  /// there is a window. The rest of the transform's input stays zero.
  func transform(
    _ history: borrowing BasebandHistory, channel: Int, from start: Int, count: Int,
    window: [Float]? = nil
  ) {
    let points = input.baseAddress!
    history.withSamples(start..<start + count, channel: channel) { samples in
      guard let window else { return points.update(from: samples, count: count) }
      window.withUnsafeBufferPointer { window in
        for index in 0..<count { points[index] = samples[index].scaled(by: window[index]) }
      }
    }
    forward()
  }

  /// The same for several microphones. The energy of a bin is the mean over the microphones.
  ///
  /// - Parameter weights: factors for the energies of each microphone, 0 if it does not count.
  ///   Without weights, all microphones that count are equally loud.
  func transform(
    _ history: borrowing BasebandHistory, from start: Int, count: Int, window: [Float]? = nil,
    weights: [Float]? = nil
  ) {
    let weights = weights ?? history.gains
    let channels = weights.indices.filter { weights[$0] > 0 }
    guard channels.count > 1 else {
      return transform(
        history, channel: channels[0], from: start, count: count, window: window)
    }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: size) { sums in
      sums.initialize(repeating: 0)
      for channel in channels {
        transform(history, channel: channel, from: start, count: count, window: window)
        let weight = weights[channel]
        for index in 0..<size { sums[index] += weight * buffer[index].power }
      }
      let scale = 1 / Float(channels.count)
      for index in 0..<size { buffer[index] = Complex((scale * sums[index]).squareRoot(), 0) }
    }
  }

  /// The energy in a bin, counted from the centre of the baseband and negative below it. The size
  /// of the transform must be a power of two.
  @inline(__always)
  func energy(bin: Int) -> Float { buffer[bin & (size - 1)].power }

  /// Writes the energies of `count` bins from `first` on, times `scale`, and `least` more.
  func copyEnergies(
    first: Int, count: Int, scale: Float = 1, least: Float = 0,
    to energies: UnsafeMutablePointer<Float>
  ) {
    // The bins run through the end of the transform, from negative to positive frequencies.
    let lower = buffer.baseAddress!
    let start = (first % size + size) % size
    let upper = lower + start
    let split = min(count, size - start)
    for bin in 0..<split { energies[bin] = upper[bin].power * scale + least }
    let rest = energies + split
    for bin in 0..<count - split { rest[bin] = lower[bin].power * scale + least }
  }

}

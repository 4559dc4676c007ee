import HandShakeSignal

/// Neighbouring bins of a transform of the baseband, numbered from 0 on.
struct BasebandBins {
  /// Distance of two bins.
  let binHertz: Double
  /// Bin 0, counted from the centre of the baseband.
  let first: Int
  /// How many there are, a multiple of eight.
  let count: Int

  /// The bins of `band`, in hertz, and `margin` bins beyond either end of it at least.
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
  /// Transforms `count` samples of a microphone from `start` on, under a `window` of so many gains where there is one: the rest of the
  /// input, which the transform keeps, stays zero.
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

  /// The same with several microphones: the energy of a bin becomes the mean over them.
  ///
  /// - Parameter weights: by how much the energies of each microphone are multiplied, 0 where one does not count. If
  ///   there are none, all that count are as loud as each other.
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

  /// The energy in a bin that is counted from the centre of the baseband, negative below it: of a transform whose size
  /// is a power of two.
  @inline(__always)
  func energy(bin: Int) -> Float { buffer[bin & (size - 1)].power }

  /// Writes the energies of `count` bins from `first` on, times `scale`, and `least` more.
  func copyEnergies(
    first: Int, count: Int, scale: Float = 1, least: Float = 0,
    to energies: UnsafeMutablePointer<Float>
  ) {
    // The bins run through the end of the transform, from negative frequencies to positive ones.
    let lower = buffer.baseAddress!
    let start = (first % size + size) % size
    let upper = lower + start
    let split = min(count, size - start)
    for bin in 0..<split { energies[bin] = upper[bin].power * scale + least }
    let rest = energies + split
    for bin in 0..<count - split { rest[bin] = lower[bin].power * scale + least }
  }

}

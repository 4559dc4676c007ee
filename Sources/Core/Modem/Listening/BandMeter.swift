import HandShakeSignal

/// Levels of several bands in the latest 32 ms of the baseband, from one short spectrum. A filter
/// for each band would cost as much as a detector.
struct BandMeter {
  private let transform = FourierTransform(size: 256)
  /// Hann gains, scaled so that bins add up to mean squares of the real signal.
  private let window: [Float]
  /// The bins of each band, from -128 to 127 around the baseband's centre.
  private let bins: [ClosedRange<Int>]

  /// A meter of `bands`, limited to the range of the baseband.
  init(bands: [Placement]) {
    let size = transform.size
    let hann = Window.hann.coefficients(count: size)
    var energy: Float = 0
    for gain in hann { energy += gain * gain }
    // The baseband of a real signal holds half its amplitude, a quarter of its power, on one side.
    let scale = (2 / (Float(size) * energy)).squareRoot()
    window = hann.map { $0 * scale }
    let half = size / 2
    func bin(_ hertz: Double) -> Int {
      let position =
        (hertz - DownConverter.centreHertz) / DownConverter.outputRateHertz * Double(size)
      return Int(min(max(position, Double(-half)), Double(half - 1)).rounded())
    }
    bins = bands.map { band in
      let lowest = bin(band.lowestToneHertz)
      return lowest...max(lowest, bin(band.highestToneHertz))
    }
  }

  /// The root mean square in each band at the end of `history`.
  func levels(_ history: BasebandHistory) -> [Float] {
    let size = transform.size
    let points = transform.buffer
    history.withSamples(
      history.endIndex - size..<history.endIndex, channel: history.counting[0]
    ) { samples in
      window.withUnsafeBufferPointer { window in
        for index in 0..<size { points[index] = samples[index].scaled(by: window[index]) }
      }
    }
    transform.forward()
    return bins.map { band in
      var power: Float = 0
      for bin in band { power += points[bin & (size - 1)].power }
      return power.squareRoot()
    }
  }
}

import HandShakeSignal

/// The share of a transmission at frequencies that people hear.
public struct Audibility: Sendable {
  /// Energy below the floor relative to all energy, in dB.
  public let energyDecibels: Double
  /// The greatest energy below the floor in any 10 ms, relative to the greatest energy in 10 ms, in
  /// dB. It measures clicks at the start, at the end and between symbols.
  public let clickDecibels: Double

  private static let windowSeconds = 0.01

  /// Measures `samples` below `floorHertz`, with silence before and after them.
  public init(of samples: [Float], rateHertz: Double, belowHertz floorHertz: Double) {
    var size = 64
    while Double(size) < Self.windowSeconds * rateHertz { size *= 2 }
    let transform = FourierTransform(size: size)
    let silence = [Float](repeating: 0, count: size)
    let padded = silence + samples + silence
    let window = (0..<size).map {
      Float(0.5 - 0.5 * cosine(2 * Double.pi * (Double($0) + 0.5) / Double(size)))
    }
    let floorBin = Int(floorHertz / rateHertz * Double(size))
    var (low, all, loudestLow, loudest) = (0.0, 0.0, 0.0, 0.0)
    // Windows with an overlap of three quarters weigh all samples equally.
    for start in stride(from: 0, through: padded.count - size, by: size / 4) {
      for index in 0..<size {
        transform.buffer[index] = Complex(window[index] * padded[start + index], 0)
      }
      transform.forward()
      var (below, whole) = (0.0, 0.0)
      for bin in 0...size / 2 {
        let power = Double(transform.buffer[bin].power)
        whole += power
        if bin < floorBin { below += power }
      }
      low += below
      all += whole
      loudestLow = max(loudestLow, below)
      loudest = max(loudest, whole)
    }
    energyDecibels = Self.decibels(low / all)
    clickDecibels = Self.decibels(loudestLow / loudest)
  }

  private static func decibels(_ ratio: Double) -> Double {
    HandShakeSignal.decibels(powerRatio: max(ratio, 1e-20))
  }
}

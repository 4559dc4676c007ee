import Glibc
import HandShakeSignal

/// The one-sided power spectrum of a signal, measured with the transform under test elsewhere.
public struct Spectrum {
  /// Power of bin k, at `k * hertzPerBin`, up to half the rate.
  public let powers: [Double]
  /// Distance of neighbouring bins.
  public let hertzPerBin: Double

  /// Pads `samples` with zeros to `size` points.
  public init(_ samples: [Float], size: Int, rateHertz: Double) {
    precondition(samples.count <= size)
    let transform = FourierTransform(size: size)
    for index in 0..<size {
      transform.buffer[index] = Complex(index < samples.count ? samples[index] : 0, 0)
    }
    transform.forward()
    powers = (0...size / 2).map { Double(transform.buffer[$0].power) }
    hertzPerBin = rateHertz / Double(size)
  }

  /// Energy below `hertz` over all energy, in dB.
  public func decibels(belowHertz hertz: Double) -> Double {
    let end = Int((hertz / hertzPerBin).rounded(.down))
    return 10 * log10(powers[..<end].reduce(0, +) / powers.reduce(0, +))
  }

  /// Power from one frequency to below another.
  public func power(from lowHertz: Double, to highHertz: Double) -> Double {
    let low = Int((lowHertz / hertzPerBin).rounded(.up))
    let high = Int((highHertz / hertzPerBin).rounded(.up))
    return powers[low..<high].reduce(0, +)
  }

  /// The strongest bin.
  public var peakBin: Int { powers.indices.max { powers[$0] < powers[$1] }! }

  /// The strongest bin more than `guardBins` away from the peak, relative to it in dB.
  public func worstSpur(outside guardBins: Int) -> Double {
    let peak = peakBin
    let spur = powers.indices.filter { abs($0 - peak) > guardBins }.map { powers[$0] }.max()!
    return 10 * log10(spur / powers[peak])
  }
}

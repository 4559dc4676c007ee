/// Windows for spectra and burst edges.
///
/// Formulas: F. J. Harris, "On the use of windows for harmonic analysis with the discrete Fourier
/// transform", Proceedings of the IEEE 66 (1978).
public enum Window: Sendable, Equatable {
  /// One period of a raised cosine: side lobes from -31 dB, falling 18 dB an octave.
  case hann
  /// Four terms, minimum side lobes: -92 dB everywhere, at twice the width of Hann.
  case blackmanHarris
  /// A rectangle whose edges are raised cosines. The two edges together have the share `taper` of
  /// its length: 0 is a rectangle and 1 is `hann`.
  case tukey(taper: Double)

  /// The window as `count` gains in 0...1, periodic: the value after the last equals the first.
  public func coefficients(count: Int) -> [Float] {
    (0..<count).map { Float(gain(at: Double($0) / Double(count))) }
  }

  /// The gain at `position`, from 0 at the start of the window to 1 at its end; 0 outside.
  public func gain(at position: Double) -> Double {
    guard position >= 0 && position <= 1 else { return 0 }
    let angle = 2 * .pi * position
    switch self {
    case .hann:
      return 0.5 - 0.5 * cosine(angle)
    case .blackmanHarris:
      return 0.35875 - 0.48829 * cosine(angle) + 0.14128 * cosine(2 * angle)
        - 0.01168 * cosine(3 * angle)
    case .tukey(let taper):
      let edge = min(position, 1 - position)
      return edge < taper / 2 ? 0.5 - 0.5 * cosine(2 * .pi * edge / taper) : 1
    }
  }
}

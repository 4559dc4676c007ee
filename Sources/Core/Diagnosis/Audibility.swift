import HandShakeModem
import HandShakeSignal

/// An estimate of who hears a placement, and of its range. The loudspeaker has 70 dB SPL at 1 m up
/// to 15 kHz and loses 2 dB a kilohertz above.
///
/// Median hearing thresholds at 18 to 25 years follow ISO 389-7:2019: 18.4 dB SPL at 14 kHz, 40.2
/// at 16 kHz, 70.4 at 18 kHz. With age they rise by b (age - 18)^1.5 dB, with b = 0.32 at 14 kHz
/// and 0.36 at 16 kHz (Jilek 2014). The estimate assumes a spread of 10 dB at 14 kHz to 15 dB at 17
/// kHz, and children who hear 8 dB more.
public enum Audibility {
  /// The groups of listeners.
  public static let listeners = ["children", "at 30", "at 40", "at 50"]
  /// The share of each of `listeners` that hears the lowest tone of a placement at 1 m, by the
  /// tone's frequency.
  private static let shares: [(hertz: Double, shares: [Double])] = [
    (14_000, [1, 1, 0.97, 0.26]), (15_500, [1, 0.94, 0.44, 0.01]), (16_000, [0.99, 0.82, 0.25, 0]),
    (17_000, [0.89, 0.39, 0.04, 0]),
  ]
  /// The signal-to-noise gain for each kilohertz downwards of a loudspeaker that fades, in dB.
  private static let gainDecibels = 4.0

  /// The share of each of `listeners` that hears `placement` at 1 m, 0...1.
  public static func shares(of placement: Placement) -> [Double] {
    let hertz = placement.lowestToneHertz
    guard let above = shares.firstIndex(where: { $0.hertz > hertz }) else {
      return shares[shares.count - 1].shares
    }
    guard above > 0 else { return shares[0].shares }
    let (low, high) = (shares[above - 1], shares[above])
    let part = (hertz - low.hertz) / (high.hertz - low.hertz)
    return zip(low.shares, high.shares).map { $0 + part * ($1 - $0) }
  }

  /// The range of `lower` over the range of `placement` in the open, at most. Power falls with the
  /// square of the distance.
  public static func reach(of lower: Placement, against placement: Placement) -> Double {
    let kilohertz = 1e-3 * (placement.lowestToneHertz - lower.lowestToneHertz)
    return powerRatio(decibels: gainDecibels * kilohertz).squareRoot()
  }
}

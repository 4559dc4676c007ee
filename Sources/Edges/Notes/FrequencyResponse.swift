/// The level of a loudspeaker in each band of the spectrum, as a microphone hears it.
public struct FrequencyResponse: Sendable, Equatable {
  /// A band of the spectrum, `widthHertz` wide.
  public struct Band: Sendable, Equatable {
    /// Its centre frequency.
    public var hertz: Double
    /// The level of the sweep in it without noise, in dB of a full-scale sine.
    public var levelDecibels: Double
    /// The noise level of such a measurement in it, in the same unit.
    public var noiseDecibels: Double
  }

  /// The contiguous bands, lowest first.
  public var bands: [Band]

  /// Width of a band.
  public static let widthHertz = 100.0
  /// At the ceiling, the loudspeaker is this far below its plateau.
  public static let ceilingLossDecibels = 20.0
  /// A signal counts as heard if it is this far above the noise.
  public static let marginDecibels = 10.0
  /// The width of a plateau.
  static let plateauHertz = 2_000.0

  /// The ceiling of a loudspeaker.
  public enum Ceiling: Sendable, Equatable {
    /// At this frequency.
    case at(hertz: Double)
    /// Above the last band, which ends at this frequency.
    case above(hertz: Double)
    /// The plateau is too little above the noise, so that noise would hide the ceiling.
    case tooNoisy(plateauAboveNoiseDecibels: Double)
  }

  /// A response with these bands.
  public init(bands: [Band]) { self.bands = bands }

  /// The level of the loudest 2 kHz: the greatest median over that many neighbouring bands. Neither
  /// a resonance nor a notch changes the median. Minus infinity without bands.
  public var plateauDecibels: Double { plateau?.level ?? -.infinity }

  /// The distance of the plateau above the noise in the same bands, in dB.
  public var plateauAboveNoiseDecibels: Double { plateau.map { $0.level - $0.noise } ?? -.infinity }

  /// The highest frequency that is within 20 dB of the plateau and 10 dB above the noise,
  /// interpolated between bands.
  public func ceiling() -> Ceiling {
    let distance = plateauAboveNoiseDecibels
    guard distance >= Self.ceilingLossDecibels + Self.marginDecibels else {
      return .tooNoisy(plateauAboveNoiseDecibels: distance)
    }
    let floor = plateauDecibels - Self.ceilingLossDecibels
    let margins = bands.map { band in
      band.levelDecibels - Swift.max(floor, band.noiseDecibels + Self.marginDecibels)
    }
    var last = bands.count - 1
    while last > 0, margins[last] < 0 { last -= 1 }
    guard last < bands.count - 1 else {
      return .above(hertz: bands[last].hertz + Self.widthHertz / 2)
    }
    // A band of silence has no meaningful level.
    let next = Swift.max(margins[last + 1], -60)
    return .at(hertz: bands[last].hertz + Self.widthHertz * margins[last] / (margins[last] - next))
  }

  private var plateau: (level: Double, noise: Double)? {
    let count = Swift.min(Int(Self.plateauHertz / Self.widthHertz), bands.count)
    guard count > 0 else { return nil }
    var best: (level: Double, noise: Double)?
    for start in 0...bands.count - count {
      let part = bands[start..<start + count]
      let level = Self.median(part.map { $0.levelDecibels })
      if best.map({ level > $0.level }) ?? true {
        best = (level, Self.median(part.map { $0.noiseDecibels }))
      }
    }
    return best
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

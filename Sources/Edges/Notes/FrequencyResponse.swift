/// How loud a loudspeaker is in each part of the spectrum, as a microphone hears it.
public struct FrequencyResponse: Sendable, Equatable {
  /// A part of the spectrum `widthHertz` wide.
  public struct Band: Sendable, Equatable {
    /// Its middle.
    public var hertz: Double
    /// The sweep in it, noise taken off, in dB of a full-scale sine.
    public var levelDecibels: Double
    /// The noise that such a measurement takes in there, in the same unit.
    public var noiseDecibels: Double
  }

  /// The bands without a gap, lowest first.
  public var bands: [Band]

  /// Width of a band.
  public static let widthHertz = 100.0
  /// The ceiling is where a loudspeaker is this much below its plateau.
  public static let ceilingLossDecibels = 20.0
  /// What counts as heard has so much of the noise below it.
  public static let marginDecibels = 10.0
  /// A plateau is so wide.
  static let plateauHertz = 2_000.0

  /// Where a loudspeaker ends.
  public enum Ceiling: Sendable, Equatable {
    /// At this frequency.
    case at(hertz: Double)
    /// Above the last band, whose upper end this is.
    case above(hertz: Double)
    /// The plateau is so little above the noise that its end would be that of the noise.
    case tooNoisy(plateauAboveNoiseDecibels: Double)
  }

  /// A response of those bands.
  public init(bands: [Band]) { self.bands = bands }

  /// The level of the loudest 2 kHz: the greatest median of as many neighbouring bands, which
  /// neither a resonance nor a notch moves. Minus infinity without bands.
  public var plateauDecibels: Double { plateau?.level ?? -.infinity }

  /// How far the plateau stands above the noise in the same bands.
  public var plateauAboveNoiseDecibels: Double { plateau.map { $0.level - $0.noise } ?? -.infinity }

  /// The highest frequency that is within 20 dB of the plateau and 10 dB above the noise; what lies
  /// between two bands is interpolated.
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
    // A band of silence has no level to speak of.
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

import HandShakeModem
import HandShakeSignal

/// Finds sound of few frequencies in the near-ultrasonic band: a tone, a beacon, or a message that
/// nobody could read.
struct OtherSoundCheck {
  /// Of each block the frequency that stands out, 0 where none does.
  private var hertz: [Float] = []

  private let band: Range<Int>
  private let below: Range<Int>
  private let hertzPerPoint: Double
  private let leastPower: Float
  /// How far around a point its median is taken, in points: noise has one level there.
  private let reach: Int
  private var powers: [Float] = []

  /// Voices and most of music lie below.
  private static let lowestHertz = 8000.0
  /// The strongest of a thousand points of noise is 10 dB above the median: ten times that is no
  /// noise, and no click.
  private static let leastRatio: Float = 100
  private static let reachHertz = 1000.0
  /// What is fainter may be the converter's own.
  private static let leastDecibels = -90.0
  /// So many blocks are a tenth of a second and more.
  private static let leastBlocks = 3

  /// A check of the spectra of `spectra`, as far up as `topHertz`.
  init(_ spectra: BlockSpectra, topHertz: Double) {
    let hertz = ModemProtocol.nearUltrasonicBandHertz
    let first = spectra.point(hertz: hertz.lowerBound)
    band = first..<max(first, spectra.point(hertz: min(hertz.upperBound, topHertz)))
    below = min(first, spectra.point(hertz: Self.lowestHertz))..<first
    hertzPerPoint = spectra.rateHertz / Double(spectra.size)
    // A tone has its power in a band as wide as the window's equivalent noise bandwidth: 2 points.
    leastPower = Float(
      0.5 * powerRatio(decibels: Self.leastDecibels)
        / (spectra.densityFactor * 2 * hertzPerPoint))
    reach = Int(Self.reachHertz / hertzPerPoint)
  }

  /// Takes the spectrum of the next block.
  mutating func add(_ spectrum: UnsafeMutableBufferPointer<Complex>) {
    hertz.append(standout(spectrum).map { Float(Double($0) * hertzPerPoint) } ?? 0)
  }

  /// The point that stands out among those around it and above all that lies below the band.
  private mutating func standout(_ spectrum: UnsafeMutableBufferPointer<Complex>) -> Int? {
    guard let strongest = band.max(by: { spectrum[$0].power < spectrum[$1].power }) else {
      return nil
    }
    let power = spectrum[strongest].power
    guard power >= leastPower, below.allSatisfy({ spectrum[$0].power < power }) else { return nil }
    powers.removeAll(keepingCapacity: true)
    for point in (strongest - reach)...min(strongest + reach, spectrum.count / 2) {
      powers.append(spectrum[point].power)
    }
    return power > Self.leastRatio * powers.quantile(0.5) ? strongest : nil
  }

  /// The blocks for which `keeps` holds, alone.
  func blocks(where keeps: (Int) -> Bool) -> OtherSoundCheck {
    var kept = self
    kept.hertz = hertz.indices.filter(keeps).map { hertz[$0] }
    return kept
  }

  /// Whether there is such sound in any block.
  var hasFound: Bool { hertz.contains { $0 > 0 } }

  /// The span of such sound, without a tenth of its time; nil if there is no such sound.
  var foundHertz: ClosedRange<Double>? {
    let found = hertz.filter { $0 > 0 }
    guard found.count >= Self.leastBlocks else { return nil }
    return Double(found.quantile(0.05))...Double(found.quantile(0.95))
  }
}

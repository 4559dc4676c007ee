import HandShakeModem
import HandShakeSignal

/// Finds sound of few frequencies in the near-ultrasonic band: a tone, a beacon, or an unreadable
/// message.
struct OtherSoundCheck {
  /// The frequency that stands out in each block; 0 if no frequency stands out.
  private var hertz: [Float] = []

  private let band: Range<Int>
  private let below: Range<Int>
  private let hertzPerPoint: Double
  private let leastPower: Float
  /// Points on each side for the median around a point: noise has a uniform level there.
  private let reach: Int
  private var powers: [Float] = []

  /// Voices and most of music lie below.
  private static let lowestHertz = 8000.0
  /// The strongest of a thousand noise points is 10 dB above the median. Ten times that is neither
  /// noise nor a click.
  private static let leastRatio: Float = 100
  private static let reachHertz = 1000.0
  /// Fainter sound may come from the converter.
  private static let leastDecibels = -90.0
  /// This many blocks are a tenth of a second or more.
  private static let leastBlocks = 3

  /// A check of the spectra of `spectra`, up to `topHertz`.
  init(_ spectra: BlockSpectra, topHertz: Double) {
    let hertz = ModemProtocol.nearUltrasonicBandHertz
    let first = spectra.point(hertz: hertz.lowerBound)
    band = first..<max(first, spectra.point(hertz: min(hertz.upperBound, topHertz)))
    below = min(first, spectra.point(hertz: Self.lowestHertz))..<first
    hertzPerPoint = spectra.rateHertz / Double(spectra.size)
    // A tone has its power in the window's equivalent noise bandwidth: 2 points.
    leastPower = Float(
      0.5 * powerRatio(decibels: Self.leastDecibels)
        / (spectra.densityFactor * 2 * hertzPerPoint))
    reach = Int(Self.reachHertz / hertzPerPoint)
  }

  /// Takes the spectrum of the next block.
  mutating func add(_ spectrum: UnsafeMutableBufferPointer<Complex>) {
    hertz.append(standout(spectrum).map { Float(Double($0) * hertzPerPoint) } ?? 0)
  }

  /// The point that stands out among its neighbours and above every point below the band.
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

  /// A check with only the blocks for which `keeps` holds.
  func blocks(where keeps: (Int) -> Bool) -> OtherSoundCheck {
    var kept = self
    kept.hertz = hertz.indices.filter(keeps).map { hertz[$0] }
    return kept
  }

  /// Whether any block contains sound of few frequencies.
  var hasFound: Bool { hertz.contains { $0 > 0 } }

  /// The frequency range of the found sound, without a tenth of its time; nil without sound.
  var foundHertz: ClosedRange<Double>? {
    let found = hertz.filter { $0 > 0 }
    guard found.count >= Self.leastBlocks else { return nil }
    return Double(found.quantile(0.05))...Double(found.quantile(0.95))
  }
}

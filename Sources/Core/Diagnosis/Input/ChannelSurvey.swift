/// All that is measured in one channel while it is listened to, in a memory of about 30 kB a second.
struct ChannelSurvey {
  /// What its samples are.
  private(set) var statistics: SampleStatistics
  /// The spectrum of a tenth of a second in bands of 250 Hz, for floors and edges.
  private(set) var spectrum: BandSeries
  /// The levels of some wide bands every 10 ms, for gates and gain control.
  private(set) var levels: BandSeries
  /// Whether what lies above 22.05 kHz mirrors what lies below.
  private(set) var mirror: MirrorCheck?

  private var long: BlockSpectra
  private var short: BlockSpectra

  /// Seconds from one row of `levels` to the next.
  static let levelSeconds = 0.01
  /// Width of the bands of `spectrum`.
  static let bandHertz = 250.0
  /// Above this nothing is looked at: filters of the converters end here.
  static let highestHertz = 22_000.0
  /// Bands of which no protocol fills all.
  private static let wideBandsHertz = [
    2000...4000.0, 4000...8000.0, 8000...13_300.0, 13_500...15_500.0, 15_500...17_500.0,
    17_500...19_000.0, 19_000...20_400.0, 20_500...21_800.0,
  ]

  /// A survey of samples at `rateHertz`, at least 8000.
  init(rateHertz: Double) {
    statistics = SampleStatistics(rateHertz: rateHertz)
    // Mirror images keep their phase from block to block where this is a multiple of 1/300 s.
    let hop = Int(rateHertz * 13 / 300)
    long = BlockSpectra(
      size: BlockSpectra.size(seconds: 0.1, rateHertz: rateHertz), hop: hop,
      window: .blackmanHarris, rateHertz: rateHertz)
    short = BlockSpectra(
      size: BlockSpectra.size(seconds: 0.0125, rateHertz: rateHertz),
      hop: Int(rateHertz * Self.levelSeconds), window: .hann, rateHertz: rateHertz)
    // The converters' own filters end at nine tenths of half the rate.
    let top = min(Self.highestHertz, 0.46 * rateHertz)
    let bands = (1..<Int(top / Self.bandHertz)).map { number in
      Double(number) * Self.bandHertz...Double(number + 1) * Self.bandHertz
    }
    spectrum = BandSeries(bands, of: long)
    levels = BandSeries(Self.wideBandsHertz.filter { $0.upperBound <= top }, of: short)
    mirror = MirrorCheck(long)
  }

  /// Takes `count` samples, `stride` apart.
  mutating func push(_ samples: UnsafePointer<Float>, count: Int, stride: Int) {
    statistics.push(samples, count: count, stride: stride)
    long.push(samples, count: count, stride: stride)
    while let block = long.next() {
      spectrum.add(block)
      mirror?.add(block)
    }
    short.push(samples, count: count, stride: stride)
    while let block = short.next() { levels.add(block) }
  }

  /// The usual power in `band`, as far as it was looked at.
  func usualPower(_ band: ClosedRange<Double>) -> Double {
    guard spectrum.count > 0 else { return 0 }
    var sum = 0.0
    for (index, piece) in spectrum.bands.enumerated() where piece.overlaps(band) {
      let overlap = min(piece.upperBound, band.upperBound) - max(piece.lowerBound, band.lowerBound)
      sum += overlap * spectrum.quantile(0.5, band: index)
    }
    return sum
  }
}

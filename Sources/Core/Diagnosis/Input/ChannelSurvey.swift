import HandShakeSignal

/// All that is measured in one channel while it is listened to, in a memory of about 30 kB a
/// second.
struct ChannelSurvey {
  /// What its samples are.
  private(set) var statistics: SampleStatistics
  /// The spectrum of a tenth of a second in bands of 250 Hz, for floors and edges.
  private(set) var spectrum: BandSeries
  /// The levels of some wide bands every 10 ms, for gates and gain control.
  private(set) var levels: BandSeries
  /// Whether what lies above 22.05 kHz mirrors what lies below.
  private(set) var mirror: MirrorCheck?
  /// Whether something sounds in the band at few frequencies.
  private(set) var otherSound: OtherSoundCheck

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

  /// A survey of samples at any rate above 0; at a low one no band is looked at.
  init(rateHertz: Double) {
    statistics = SampleStatistics(rateHertz: rateHertz)
    long = Self.longSpectra(rateHertz: rateHertz)
    short = BlockSpectra(
      size: BlockSpectra.size(seconds: 0.0125, rateHertz: rateHertz),
      hop: Int(rateHertz * Self.levelSeconds), window: .hann, rateHertz: rateHertz)
    let top = Self.topHertz(rateHertz: rateHertz)
    spectrum = BandSeries(Self.narrowBands(topHertz: top), of: long)
    levels = BandSeries(Self.wideBandsHertz.filter { $0.upperBound <= top }, of: short)
    mirror = MirrorCheck(long)
    otherSound = OtherSoundCheck(long, topHertz: top)
  }

  /// Spectra of a tenth of a second.
  static func longSpectra(rateHertz: Double) -> BlockSpectra {
    // Mirror images keep their phase from block to block where the hop is a multiple of 1/300 s.
    BlockSpectra(
      size: BlockSpectra.size(seconds: 0.1, rateHertz: rateHertz), hop: Int(rateHertz * 13 / 300),
      window: .blackmanHarris, rateHertz: rateHertz)
  }

  /// Up to where bands are looked at: the converters' own filters end at nine tenths of half the
  /// rate.
  static func topHertz(rateHertz: Double) -> Double { min(highestHertz, 0.46 * rateHertz) }

  /// The bands of `spectrum` as far up as `topHertz`.
  static func narrowBands(topHertz: Double) -> [ClosedRange<Double>] {
    (1..<max(1, Int(topHertz / bandHertz))).map { number in
      Double(number) * bandHertz...Double(number + 1) * bandHertz
    }
  }

  /// Takes `count` samples, `stride` apart.
  mutating func push(_ samples: UnsafePointer<Float>, count: Int, stride: Int) {
    statistics.push(samples, count: count, stride: stride)
    long.push(samples, count: count, stride: stride)
    while let block = long.next() {
      spectrum.add(block)
      mirror?.add(block)
      otherSound.add(block)
    }
    short.push(samples, count: count, stride: stride)
    while let block = short.next() { levels.add(block) }
  }

  /// Forgets the spectra and levels of `times`, in seconds from the first sample, with their
  /// echoes.
  mutating func leaveOut(_ times: [ClosedRange<Double>]) {
    let around = times.map { ($0.lowerBound - 0.1)...($0.upperBound + Self.echoSeconds) }
    func isLeft(_ seconds: ClosedRange<Double>) -> Bool {
      !around.contains { $0.overlaps(seconds) }
    }
    spectrum = spectrum.rows { isLeft(long.seconds(block: $0)) }
    otherSound = otherSound.blocks { isLeft(long.seconds(block: $0)) }
    levels = levels.rows { isLeft(short.seconds(block: $0)) }
  }

  /// Whether there is too little to tell what the noise is.
  var isShort: Bool { spectrum.count < 5 }

  /// Whether there is nothing at all, not even what rounding to 16 bits leaves.
  var isSilent: Bool {
    !isShort
      && spectrum.bands.indices.allSatisfy {
        spectrum.quantile(0.99, band: $0) < Self.leastDensity
      }
  }

  /// Echoes of a message are no noise for so long.
  private static let echoSeconds = 0.4
  /// Power per hertz: 10 dB below that of rounding to 16 bits at 192 kHz.
  private static let leastDensity = 1e-16

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

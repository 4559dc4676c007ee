import HandShakeSignal

/// All measurements of a channel during a survey; they need about 30 kB a second.
struct ChannelSurvey {
  /// The statistics of its samples.
  private(set) var statistics: SampleStatistics
  /// The spectrum of a tenth of a second in bands of 250 Hz, for floors and edges.
  private(set) var spectrum: BandSeries
  /// The levels of some wide bands every 10 ms, for gates and gain control.
  private(set) var levels: BandSeries
  /// Whether the spectrum above 22.05 kHz mirrors the spectrum below.
  private(set) var mirror: MirrorCheck?
  /// Whether the band contains a sound of few frequencies.
  private(set) var otherSound: OtherSoundCheck

  private var long: BlockSpectra
  private var short: BlockSpectra

  /// Seconds from a row of `levels` to the next.
  static let levelSeconds = 0.01
  /// Width of the bands of `spectrum`.
  static let bandHertz = 250.0
  /// The upper limit of the survey, because the converters' filters end here.
  static let highestHertz = 22_000.0
  /// Bands that no protocol fills completely.
  private static let wideBandsHertz = [
    2000...4000.0, 4000...8000.0, 8000...13_300.0, 13_500...15_500.0, 15_500...17_500.0,
    17_500...19_000.0, 19_000...20_400.0, 20_500...21_800.0,
  ]

  /// A survey of samples at any rate above 0; at a low rate it has no bands.
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
    // Mirror images keep their phase from block to block if the hop is a multiple of 1/300 s.
    BlockSpectra(
      size: BlockSpectra.size(seconds: 0.1, rateHertz: rateHertz), hop: Int(rateHertz * 13 / 300),
      window: .blackmanHarris, rateHertz: rateHertz)
  }

  /// The upper limit of the bands: the converters' own filters end at nine tenths of half the rate.
  static func topHertz(rateHertz: Double) -> Double { min(highestHertz, 0.46 * rateHertz) }

  /// The bands of `spectrum` up to `topHertz`.
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

  /// Drops the spectra and levels of `times`, in seconds from the first sample, with their echoes.
  mutating func leaveOut(_ times: [ClosedRange<Double>]) {
    let around = times.map { ($0.lowerBound - 0.1)...($0.upperBound + Self.echoSeconds) }
    func isLeft(_ seconds: ClosedRange<Double>) -> Bool {
      !around.contains { $0.overlaps(seconds) }
    }
    spectrum = spectrum.rows { isLeft(long.seconds(block: $0)) }
    otherSound = otherSound.blocks { isLeft(long.seconds(block: $0)) }
    levels = levels.rows { isLeft(short.seconds(block: $0)) }
  }

  /// Whether there is too little data to determine the noise.
  var isShort: Bool { spectrum.count < 5 }

  /// Whether the channel is silent, without even the noise of rounding to 16 bits.
  var isSilent: Bool {
    !isShort
      && spectrum.bands.indices.allSatisfy {
        spectrum.quantile(0.99, band: $0) < Self.leastDensity
      }
  }

  /// Time in which echoes of a message do not count as noise.
  private static let echoSeconds = 0.4
  /// Power per hertz: 10 dB below that of rounding to 16 bits at 192 kHz.
  private static let leastDensity = 1e-16

  /// The usual power in `band`, up to the limit of the survey.
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

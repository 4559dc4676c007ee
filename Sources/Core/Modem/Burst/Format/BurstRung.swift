import HandShakeSignal

/// A rung of the ladder: how the payload is modulated and coded.
struct BurstRung: Sendable, Equatable {
  /// Bits of a symbol, an even number: QPSK, 16-QAM, 64-QAM, 256-QAM.
  let bitsPerSymbol: Int
  /// The rate of the code as a fraction; check bits count as information.
  let rateNumerator: Int
  let rateDenominator: Int
  /// The largest number of payload bytes of a block.
  let largestBlockBytes: Int
  /// One symbol in `pilotSpacing` of a block is a pilot.
  ///
  /// In motion the phase fails before the code does: it slips by a quarter turn between pilots that
  /// are too far apart. Twice the pilots raised the walks that rung 0 survives from 18 to 23 of 24.
  let pilotSpacing: Int

  /// The rungs, the most robust first; the index is the number of the rung.
  static let ladder = [
    BurstRung(2, 1, 10, bytes: 48, pilotSpacing: 8),
    BurstRung(2, 1, 5, bytes: 100, pilotSpacing: 8),
    BurstRung(2, 1, 3, bytes: 168, pilotSpacing: 8),
    BurstRung(2, 1, 2),
    BurstRung(2, 2, 3),
    BurstRung(2, 5, 6),
    BurstRung(4, 1, 2),
    BurstRung(4, 2, 3),
    BurstRung(4, 5, 6),
    BurstRung(6, 2, 3),
    BurstRung(6, 5, 6),
    BurstRung(8, 3, 4),
    BurstRung(8, 5, 6),
  ]

  private init(
    _ bitsPerSymbol: Int, _ numerator: Int, _ denominator: Int, bytes: Int = 256,
    pilotSpacing: Int = 16
  ) {
    self.bitsPerSymbol = bitsPerSymbol
    rateNumerator = numerator
    rateDenominator = denominator
    largestBlockBytes = bytes
    self.pilotSpacing = pilotSpacing
  }

  /// The most payload bytes of a frame: 16 blocks, which limits the slowest frames to 12 s.
  var largestFrameBytes: Int { 16 * largestBlockBytes }

  /// Signal-to-noise ratios at the reader from which 9 of 10 frames of 60 to 240 bytes are read in
  /// white noise, with 10 to 40 frames a step of 0.4 dB and a baseband of 4 kHz.
  private static let limitsDecibels = [
    -12.9, -10.1, -7.6, -5.3, -3.6, -1.6, 1.8, 4.3, 6.8, 10, 13.2, 16.9, 19.2,
  ]

  /// The limit of rung `number` in white noise. A wider band contains more noise.
  static func limitDecibels(_ number: Int, basebandRateHertz: Double) -> Double {
    limitsDecibels[number] + decibels(powerRatio: basebandRateHertz / 4000)
  }

  /// The same limit as the sounder's power over the noise density, in dB Hz.
  static func leastDensityRatioDecibels(_ number: Int, basebandRateHertz: Double) -> Double {
    limitDecibels(number, basebandRateHertz: basebandRateHertz) + decibels(powerRatio: 24_000)
  }

  /// The rung that would bring the most blocks a second. `ratio` is the signal-to-noise ratio of
  /// symbols at `rung`. A higher constellation has less power.
  static func fastest(symbolRatioDecibels ratio: Double, at rung: BurstRung) -> Int {
    let left = ratio - decibels(amplitudeRatio: Double(rung.level)) + toleratedDecibels
    // The limits compare the sounder's power to the noise in 24 kHz. Symbols have their own level,
    // and three quarters of the noise in a baseband of 4 kHz.
    return limitsDecibels.lastIndex { $0 + decibels(powerRatio: 8) <= left } ?? 0
  }
  /// How far below its limit in white noise a rung still brings the most: what is lost comes again.
  private static let toleratedDecibels = 1.0

  /// RMS of the payload's symbols before peak reduction, for a sounder of amplitude 1.
  var level: Float { Self.level(bitsPerSymbol: bitsPerSymbol) }

  /// The RMS of symbols of `bitsPerSymbol` bits. A higher constellation needs more headroom for its
  /// peaks.
  static func level(bitsPerSymbol: Int) -> Float {
    switch bitsPerSymbol {
    case 2: 0.80
    case 4: 0.64
    case 6: 0.56
    default: 0.50
    }
  }

  /// The number of coded bits, in whole symbols, for `informationBitCount` bits.
  func codedBitCount(informationBitCount: Int) -> Int {
    let least = (informationBitCount * rateDenominator + rateNumerator - 1) / rateNumerator
    return (least + bitsPerSymbol - 1) / bitsPerSymbol * bitsPerSymbol
  }
}

import HandShakeSignal

/// A rung of the ladder: how the payload is modulated and coded.
struct BurstRung: Sendable, Equatable {
  /// Bits of a symbol, an even number: QPSK, 16-QAM, 64-QAM, 256-QAM.
  let bitsPerSymbol: Int
  /// The rate of the code as a fraction; its checks count as information.
  let rateNumerator: Int
  let rateDenominator: Int
  /// The most payload bytes of a block.
  let largestBlockBytes: Int
  /// One symbol of so many in a block is a pilot.
  ///
  /// The robust rungs are those for moving devices: what fails there is the phase, which slips by a
  /// quarter turn between pilots that are too far apart, and not the code. Twice the pilots brought 23
  /// of 24 frames of rung 0 through walks of which 18 came through before.
  let pilotSpacing: Int

  /// The rungs, the most robust first, each at its number.
  static let ladder = [
    BurstRung(2, 1, 10, bytes: 48, pilotSpacing: 8),
    BurstRung(2, 1, 5, bytes: 100, pilotSpacing: 8),
    BurstRung(2, 1, 3, bytes: 168, pilotSpacing: 8),
    BurstRung(2, 1, 2),
    BurstRung(2, 3, 4),
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

  /// The most payload bytes of a frame: 16 blocks, which keeps the slowest frames to 12 s.
  var largestFrameBytes: Int { 16 * largestBlockBytes }

  /// Signal-to-noise ratios, as the reader measures them, from which nine of ten frames of 60 to 240
  /// bytes are read in white noise: 10 to 40 frames a step of 0.4 dB, in a baseband of 4 kHz.
  private static let limitsDecibels = [
    -12.9, -10.1, -7.6, -5.3, -2.1, 1.8, 4.3, 6.8, 10, 13.2, 16.9, 19.2,
  ]

  /// The limit of rung `number` in white noise: a wider band holds more of the noise.
  static func limitDecibels(_ number: Int, basebandRateHertz: Double) -> Double {
    limitsDecibels[number] + decibels(powerRatio: basebandRateHertz / 4000)
  }

  /// The same as the power of the sounder over the density of the noise, in dB for a hertz.
  static func leastDensityRatioDecibels(_ number: Int, basebandRateHertz: Double) -> Double {
    limitDecibels(number, basebandRateHertz: basebandRateHertz) + decibels(powerRatio: 24_000)
  }

  /// The fastest rung whose symbols would be decoded, where those of a frame at `rung` arrive with that
  /// signal-to-noise ratio: at a higher constellation they are sent with less power.
  static func fastest(symbolRatioDecibels ratio: Double, at rung: BurstRung) -> Int {
    let left = ratio - decibels(amplitudeRatio: Double(rung.level)) - reserveDecibels
    // The limits are of the sounder's power over the noise in 24 kHz; symbols have their level, and three quarters
    // of the noise in a baseband of 4 kHz.
    return limitsDecibels.lastIndex { $0 + decibels(powerRatio: 8) <= left } ?? 0
  }
  /// Between what is decoded in white noise and what echoes leave.
  private static let reserveDecibels = 1.5

  /// The RMS of the payload's symbols before peaks are reduced, the sounder's amplitude being 1.
  var level: Float { Self.level(bitsPerSymbol: bitsPerSymbol) }

  /// The RMS of symbols of `bitsPerSymbol` bits: the higher the constellation, the more room its
  /// peaks need.
  static func level(bitsPerSymbol: Int) -> Float {
    switch bitsPerSymbol {
    case 2: 0.80
    case 4: 0.64
    case 6: 0.56
    default: 0.50
    }
  }

  /// How many coded bits carry `informationBitCount`, whole symbols.
  func codedBitCount(informationBitCount: Int) -> Int {
    let least = (informationBitCount * rateDenominator + rateNumerator - 1) / rateNumerator
    return (least + bitsPerSymbol - 1) / bitsPerSymbol * bitsPerSymbol
  }
}

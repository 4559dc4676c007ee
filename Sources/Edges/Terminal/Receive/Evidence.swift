import Modem

/// How loud an input was and what was refused in it, by which is told why no message came.
struct Evidence {
  private let triesAudible: Bool
  /// The samples since the level before, and their power without an offset.
  private var sums = (count: 0.0, sum: 0.0, squares: 0.0)
  private var power = 0.0
  /// The levels in the time of the longest frame, at least.
  private var levels: [Level] = []
  private var failure: Failure?

  private var peak: Float = 0
  private var bandPower = 0.0
  private var count = 0
  private var clippedCount = 0
  private var audibleCount = 0
  private var startsInBand = false

  private static let mostLevels = 1000
  /// The share of the band in all power: 0.31 of white noise, and nearly all of it in a message.
  private static let (messageShare, noiseShare) = (0.6, 0.45)
  /// Power at which sound is loud: -40 dB.
  private static let loudPower = 0.5e-4
  private static let emptyDecibels = -90.0
  /// By how much the band falls where a sender stops, and for how long at least.
  private static let fallDecibels = 10.0
  private static let fallSeconds = 0.2

  /// Nothing was heard by `protocols` yet.
  init(of protocols: [ModemProtocol]) {
    triesAudible = !protocols.allSatisfy(\.isNearUltrasonic)
  }

  /// Takes samples, before the levels that they bring.
  mutating func add(_ samples: [Float]) {
    for sample in samples {
      sums.sum += Double(sample)
      sums.squares += Double(sample) * Double(sample)
    }
    sums.count += Double(samples.count)
  }

  /// Takes the next tenth of a second.
  mutating func add(_ level: Level) {
    let band = Double(level.bandRootMeanSquare) * Double(level.bandRootMeanSquare)
    if sums.count > 0 {
      let mean = sums.sum / sums.count
      power = sums.squares / sums.count - mean * mean
      sums = (0, 0, 0)
    }
    if count == 0 {
      startsInBand =
        band > Self.messageShare * power
        && level.bandRootMeanSquare > amplitude(decibels: Self.emptyDecibels)
    }
    if power > Self.loudPower, band < Self.noiseShare * power { audibleCount += 1 }
    if level.peak >= Level.fullScale { clippedCount += 1 }
    count += 1
    peak = max(peak, level.peak)
    bandPower += band
    if levels.count == Self.mostLevels { levels.removeFirst(Self.mostLevels / 2) }
    levels.append(level)
  }

  /// Takes what was refused; a frame whose sound stopped within it was cut off, whatever could be read of it.
  mutating func add(_ refused: inout Failure) {
    if refused.cause != .incomplete, isCutOff(refused.frame) { refused.stage = .cutOff }
    // The strongest tells most, and a whole message more.
    if refused.cause != .incomplete, let failure {
      guard failure.cause != .incomplete,
        refused.frame.signalToNoiseDecibels > failure.frame.signalToNoiseDecibels
      else { return }
    }
    failure = refused
  }

  /// Whether the sound of a near-ultrasonic `frame` fell for good well before its end.
  private func isCutOff(_ frame: Frame) -> Bool {
    guard frame.placement.lowestToneHertz >= ModemProtocol.nearUltrasonicBandHertz.lowerBound
    else { return false }
    let within = levels.filter {
      $0.seconds > frame.startSeconds + 0.1 && $0.seconds < frame.endSeconds
    }
    // The median: a clap is no message.
    let first = within.prefix(max(1, within.count / 3)).map(\.bandRootMeanSquare).sorted()
    guard let end = within.last else { return false }
    let least = first[first.count / 2] * amplitude(decibels: -Self.fallDecibels)
    let last = within.last { $0.bandRootMeanSquare > least }
    return end.seconds - (last ?? end).seconds > Self.fallSeconds
  }

  /// What it tells of a message that did not come, if anything.
  var clue: Clue? {
    if let failure { return .refused(failure.cause) }
    if count == 0 { return nil }
    if peak == 0 { return .silent }
    if startsInBand { return .startMissed }
    if clippedCount * 2 > count { return .clipped }
    if !triesAudible, audibleCount * 3 > count { return .audible }
    return bandDecibels < Self.emptyDecibels ? .emptyBand : nil
  }

  /// The levels as a line.
  var wording: String {
    let share = 100 * Double(clippedCount) / Double(max(1, count))
    return "peak \(decimals(decibels(amplitude: peak), 1)) dB of full scale, reached in "
      + "\(decimals(share, 0)) % of its tenths of a second; "
      + "\(decimals(bandDecibels, 1)) dB from 13.3 to 20.7 kHz\n"
  }

  private var bandDecibels: Double {
    decibels(amplitude: Float((bandPower / Double(max(1, count))).squareRoot()))
  }
}

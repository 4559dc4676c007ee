import HandShakeDiagnosis
import HandShakeModem

/// The levels and the refused frames of an input. They explain why no message came.
struct Evidence {
  private let triesAudible: Bool
  /// Sums over the samples since the last level, to get their power without offset.
  private var sums = (count: 0.0, sum: 0.0, squares: 0.0)
  private var power = 0.0
  /// The levels, at least over the duration of the longest frame.
  private var levels: [Level] = []
  private var failure: Failure?
  /// The first samples, which the doctor surveys if no message came.
  private var first: [Float] = []
  /// For each tenth of a second of `first`: the band's share of all sound, and the start time.
  private var shares: [(share: Double, seconds: Double)] = []
  private let protocols: [ModemProtocol]
  private let rateHertz: Double
  /// Whether the end of a message came without its beginning.
  var hasLoneEnd = false
  /// The likeliest message that the receiver dropped without a report.
  var dropped: Hypothesis?

  private var peak: Float = 0
  private var bandPower = 0.0
  private var count = 0
  private var clippedCount = 0
  private var audibleCount = 0
  /// Tenths of a second in a row that are loud below the band: the current run and the longest run.
  private var audibleRun = (now: 0, most: 0)
  /// Times in which almost all sound was in the band, in rising order.
  private var soundsInBand: [SoundInBand] = []

  private static let mostLevels = 1000
  /// The band's share of all power: 0.31 for white noise, and almost 1 for a message.
  private static let (messageShare, noiseShare) = (0.6, 0.45)
  /// The shortest audible message lasts 0.9 s: the markers of ggwave-audible-fastest take 0.7 s.
  private static let shortestAudible = 8
  /// The power of loud sound: -40 dB.
  private static let loudPower = 0.5e-4
  private static let emptyDecibels = -90.0
  /// Shaped dither of 16 bits may lie in the band. It is fainter than -80 dB.
  private static let ditherAmplitude = amplitude(decibels: -80)
  /// The least fall of the band's level at the end of a sender, and the least duration of the fall.
  private static let fallDecibels = 10.0
  private static let fallSeconds = 0.2

  /// 44 s at 48 kHz, in 8 MB.
  private static let mostSurveyed = 1 << 21
  /// Moments to examine, with the greatest share of sound in the band.
  private static let mostMoments = 6

  /// Evidence of `protocols` before the first sample, for samples at `rateHertz`.
  init(of protocols: [ModemProtocol], rateHertz: Double) {
    triesAudible = !protocols.allSatisfy(\.isNearUltrasonic)
    self.protocols = protocols
    self.rateHertz = rateHertz
  }

  /// Takes samples, before the levels of these samples.
  mutating func add(_ samples: [Float]) {
    for sample in samples {
      sums.sum += Double(sample)
      sums.squares += Double(sample) * Double(sample)
    }
    sums.count += Double(samples.count)
    // A slice of an array would be copied sample by sample.
    samples.withUnsafeBufferPointer {
      first.append(contentsOf: $0.extracting(..<min($0.count, Self.mostSurveyed - first.count)))
    }
  }

  /// The doctor's findings in the first samples, if a quick check finds a cause for suspicion.
  /// Empty if the rate holds no near-ultrasound.
  private var findings: [InputFinding] {
    guard peak > 0, rateHertz / 2 > ModemProtocol.nearUltrasonicBandHertz.lowerBound else {
      return []
    }
    return first.withUnsafeBufferPointer { first in
      // A sound in the band alone has its highest share where it is loudest.
      let moments = shares.sorted { $0.share > $1.share }.prefix(Self.mostMoments)
      guard InputGlance.suspects(first, rateHertz: rateHertz, moments: moments.map(\.seconds))
      else { return [] }
      var survey = InputSurvey(protocols: protocols, rateHertz: rateHertz, channelCount: 1)
      survey.push(first)
      return survey.diagnosis().findings
    }
  }

  /// Takes the level of the next tenth of a second.
  mutating func add(_ level: Level) {
    let band = Double(level.bandRootMeanSquare) * Double(level.bandRootMeanSquare)
    if sums.count > 0 {
      let mean = sums.sum / sums.count
      power = sums.squares / sums.count - mean * mean
      sums = (0, 0, 0)
    }
    let isAudible = power > Self.loudPower && band < Self.noiseShare * power
    if isAudible { audibleCount += 1 }
    audibleRun.now = isAudible ? audibleRun.now + 1 : 0
    audibleRun.most = max(audibleRun.most, audibleRun.now)
    noteSoundInBand(level, band: band)
    let start = max(0, level.seconds - 0.1)
    if start * rateHertz < Double(Self.mostSurveyed), power > 0 {
      shares.append((band / power, start))
    }
    if level.peak >= Level.fullScale { clippedCount += 1 }
    count += 1
    peak = max(peak, level.peak)
    bandPower += band
    if levels.count == Self.mostLevels { levels.removeFirst(Self.mostLevels / 2) }
    levels.append(level)
  }

  /// A time in which almost all sound was in the band.
  private struct SoundInBand {
    var seconds: ClosedRange<Double>
    var greatestPower: Double
  }

  private mutating func noteSoundInBand(_ level: Level, band: Double) {
    guard band > Self.messageShare * power, level.bandRootMeanSquare > Self.ditherAmplitude else {
      return
    }
    let start = max(0, level.seconds - 0.1)
    if let last = soundsInBand.last, start - last.seconds.upperBound < 0.05 {
      soundsInBand[soundsInBand.count - 1].seconds = last.seconds.lowerBound...level.seconds
      soundsInBand[soundsInBand.count - 1].greatestPower = max(last.greatestPower, band)
    } else {
      if soundsInBand.count == Self.mostLevels { soundsInBand.removeFirst(Self.mostLevels / 2) }
      soundsInBand.append(SoundInBand(seconds: start...level.seconds, greatestPower: band))
    }
  }

  /// Takes a refused frame. If it was not read and its sound stopped early, it was cut off.
  mutating func add(_ refused: inout Failure) {
    if !refused.isRead, isCutOff(refused.frame) { refused.stage = .cutOff }
    // A frame that was read explains most. Among the others, the strongest frame does.
    if !refused.isRead, let failure {
      guard !failure.isRead,
        refused.frame.signalToNoiseDecibels > failure.frame.signalToNoiseDecibels
      else { return }
    }
    failure = refused
  }

  /// Whether the sound of a near-ultrasonic `frame` fell permanently well before its end.
  private func isCutOff(_ frame: Frame) -> Bool {
    guard frame.placement.lowestToneHertz >= ModemProtocol.nearUltrasonicBandHertz.lowerBound
    else { return false }
    let within = levels.filter {
      $0.seconds > frame.startSeconds + 0.1 && $0.seconds < frame.endSeconds
    }
    // The median ignores a clap.
    let first = within.prefix(max(1, within.count / 3)).map(\.bandRootMeanSquare).sorted()
    guard let end = within.last else { return false }
    let least = first[first.count / 2] * amplitude(decibels: -Self.fallDecibels)
    let last = within.last { $0.bandRootMeanSquare > least }
    return end.seconds - (last ?? end).seconds > Self.fallSeconds
  }

  /// The likely reason why no message came, nil if there is no reason.
  var clue: Clue? {
    let findings = findings
    let isAudible =
      !triesAudible && (audibleCount * 3 > count || audibleRun.most >= Self.shortestAudible)
    for case .cutOff(let edgeHertz, _) in failure?.isRead == true ? [] : findings
    where failure?.frame.placement.highestToneHertz ?? .infinity > edgeHertz {
      return .cutOff(hertz: edgeHertz, isAudible: isAudible)
    }
    if let failure { return .refused(failure.cause) }
    if count == 0 { return nil }
    if peak == 0 { return .silent }
    if hasLoneEnd { return .startMissed }
    for case .otherSound(let hertz) in findings { return .otherSound(hertz: hertz) }
    if let dropped, dropped.probability > 0.5 { return .dropped(dropped) }
    if clippedCount * 2 > count { return .clipped }
    // The loudest sound explains most. A click is shorter than any message.
    let lasting = soundsInBand.filter {
      $0.seconds.upperBound - $0.seconds.lowerBound > Self.fallSeconds
    }
    if let loudest = lasting.max(by: { $0.greatestPower < $1.greatestPower }) {
      return .soundInBand(
        seconds: loudest.seconds,
        decibels: decibels(amplitude: Float(loudest.greatestPower.squareRoot())))
    }
    if isAudible { return .audible }
    return bandDecibels < Self.emptyDecibels ? .emptyBand : nil
  }

  /// The levels in one line.
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

import HandShakeModem
import HandShakeSignal

/// The sound of a link test: six seconds that measure a path.
///
///      0.0   sounder, quiet                     when it arrives; noise
///      0.95  faint sweep, quiet                 response and echoes, 12 dB below the peak; noise
///      2.93  sounder
///      3.30  loud sweep                         response and echoes at the peak
///      4.60  two tones in five levels           distortion, and the level where it starts
///      5.85  sounder                            clock and motion, from when the three arrive
///
/// The whole probe lies between 13.9 and 22.1 kHz, with edges that leave nothing below 13.5 kHz.
/// The distance of the two tones states the level of the probe.
public struct ProbeSignal: Sendable {
  /// The duration.
  public static let seconds = 6.0
  /// The frequency range of its sweeps.
  public static let bandHertz = 14_000.0...22_000.0
  /// The allowed levels, in dB relative to full scale: whole numbers.
  public static let levelsDecibels = -60...0

  /// The start times of its sounders.
  static let sounderStarts = [0, 2.925, 5.85]
  static let sounder = Sweep(lowestHertz: 13_900, highestHertz: 22_100, seconds: 0.15, edge: 0.01)
  static let sweep = Sweep(lowestHertz: 13_900, highestHertz: 22_100, seconds: 1, edge: 0.02)
  static let faintSweepStart = 0.95
  static let faintSweepDecibels = -12.0
  static let loudSweepStart = 3.3
  /// The silent intervals, after the end of earlier echoes.
  static let quiets = [0.5..<0.93, 2.4..<2.9]
  static let firstStepStart = 4.6
  static let stepSeconds = 0.2
  /// Peaks of the steps, relative to the peak of the loud sweep.
  static let stepsDecibels = [-12.0, -9, -6, -3, 0]
  static let lowerToneHertz = 16_000.0

  /// The tone distance of a probe that is sent at `levelDecibels`: 10 Hz for each dB. Motion shifts
  /// both tones and does not change the distance.
  static func toneDistanceHertz(levelDecibels: Int) -> Double { 400 - 10 * Double(levelDecibels) }

  private let upperToneHertz: Double
  /// Nothing sounds above: sweeps fade out below it.
  private let highestHertz: Double

  /// A probe of full scale below `ceilingHertz`, whose tones state the level `statedLevelDecibels`.
  /// The sender attenuates it to that level.
  public init(statedLevelDecibels: Double = 0, ceilingHertz: Double = .infinity) {
    let levels = Self.levelsDecibels
    let level = min(
      max(Int(max(statedLevelDecibels, -1000).rounded()), levels.lowerBound), levels.upperBound)
    upperToneHertz = Self.lowerToneHertz + Self.toneDistanceHertz(levelDecibels: level)
    highestHertz = ceilingHertz
  }

  /// The sample at `seconds` from its start, with full scale at 1; 0 before and after.
  public func sample(atSeconds seconds: Double) -> Double {
    for start in Self.sounderStarts where seconds >= start && seconds < start + Self.sounder.seconds
    { return sample(Self.sounder, at: seconds - start) }
    let faint = seconds - Self.faintSweepStart
    if faint >= 0, faint < Self.sweep.seconds {
      return amplitudeRatio(decibels: Self.faintSweepDecibels) * sample(Self.sweep, at: faint)
    }
    let loud = seconds - Self.loudSweepStart
    if loud >= 0, loud < Self.sweep.seconds { return sample(Self.sweep, at: loud) }
    return tones(at: seconds - Self.firstStepStart)
  }

  private func sample(_ sweep: Sweep, at seconds: Double) -> Double {
    let secondsLeft = (highestHertz - sweep.hertz(at: seconds)) / sweep.slope
    let gain = TimingFunction.raisedCosine.gain(at: secondsLeft / sweep.edge)
    return gain * sweep.gain(at: seconds) * cosine(sweep.phase(at: seconds))
  }

  private func tones(at seconds: Double) -> Double {
    let steps = Self.stepsDecibels
    guard seconds >= 0, seconds < Double(steps.count) * Self.stepSeconds else { return 0 }
    let step = min(Int(seconds / Self.stepSeconds), steps.count - 1)
    let inside = seconds - Double(step) * Self.stepSeconds
    let edge = min(inside, Self.stepSeconds - inside) / 0.015
    let gain = amplitudeRatio(decibels: steps[step]) * TimingFunction.raisedCosine.gain(at: edge)
    let tones = [Self.lowerToneHertz, upperToneHertz].filter { $0 <= highestHertz }
    return gain / 2 * tones.reduce(0) { $0 + cosine(2 * .pi * $1 * seconds) }
  }
}

/// A sine whose frequency rises linearly, with soft edges.
struct Sweep: Sendable {
  let lowestHertz: Double
  let highestHertz: Double
  let seconds: Double
  /// Duration of each edge.
  let edge: Double

  /// Hertz a second.
  var slope: Double { (highestHertz - lowestHertz) / seconds }

  func hertz(at seconds: Double) -> Double { lowestHertz + slope * seconds }

  func phase(at seconds: Double) -> Double {
    2 * .pi * (lowestHertz + 0.5 * slope * seconds) * seconds
  }

  func gain(at time: Double) -> Double {
    TimingFunction.raisedCosine.gain(at: min(time, seconds - time) / edge)
  }
}

/// The samples of a probe, block after block.
public struct ProbeTransmission: Sendable, SampleSource {
  /// Below this ceiling no protocol fits either.
  public static let leastCeilingHertz = 17_000.0
  /// The lowest sampling rate for that ceiling.
  public static let leastRateHertz = ratio * leastCeilingHertz
  /// Sampling rate over the highest frequency, as for messages. The margin below half the rate is
  /// for the device's own filters.
  private static let ratio = 2.1

  /// The total number of samples.
  public let sampleCount: Int

  /// A probe is sent once.
  public var copyCount: Int { 1 }

  private let signal: ProbeSignal
  private let rateHertz: Double
  private var position = 0

  /// A probe for a device at `rateHertz`, without the frequencies above its range.
  public init(statedLevelDecibels: Double, ceilingHertz: Double, rateHertz: Double) {
    signal = ProbeSignal(
      statedLevelDecibels: statedLevelDecibels,
      ceilingHertz: min(ceilingHertz, rateHertz / Self.ratio))
    self.rateHertz = rateHertz
    sampleCount = Int((ProbeSignal.seconds * rateHertz).rounded())
  }

  /// Fills the front of `output`; returns the number of samples, 0 at the end.
  public mutating func read(into output: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = min(output.count, sampleCount - position)
    for index in 0..<count {
      output[index] = Float(signal.sample(atSeconds: Double(position + index) / rateHertz))
    }
    position += count
    return count
  }

  /// Starts again from the first sample.
  public mutating func restart() { position = 0 }
}

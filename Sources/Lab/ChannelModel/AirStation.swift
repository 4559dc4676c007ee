import HandShakeSignal

/// A device in a `SharedAir`: a loudspeaker and a microphone that share one clock.
public struct AirStation: Sendable {
  /// The shortest latency, which interpolation between samples takes.
  public static let leastLatencySeconds = 17 / SharedAir.rateHertz

  /// How much faster than nominal its clock runs: what it plays is then shorter and higher, and
  /// what it hears longer and lower.
  public var clockPartsPerMillion: Double
  /// From a sample that is handed over to its sound, `leastLatencySeconds` or more, in samples of
  /// its clock.
  public var playbackSeconds: Double
  /// From a sound to its sample, `leastLatencySeconds` or more, in samples of the nominal clock.
  public var captureSeconds: Double
  /// Power of the noise in 0 to 24 kHz over that of a full-scale sine, in dB; minus infinity for
  /// none.
  public var noiseDecibels: Double
  /// The noise, at 48 kHz, over and over; white where it is empty.
  public var noise: [Float]
  /// What its microphone makes of the sum of all.
  public var recorder: Recorder

  /// A station in silence with a perfect clock, unless something else is given.
  public init(
    clockPartsPerMillion: Double = 0, playbackSeconds: Double = 0.05, captureSeconds: Double = 0.05,
    noiseDecibels: Double = -.infinity, noise: [Float] = [], recorder: Recorder = Recorder()
  ) {
    self.clockPartsPerMillion = clockPartsPerMillion
    self.playbackSeconds = playbackSeconds
    self.captureSeconds = captureSeconds
    self.noiseDecibels = noiseDecibels
    self.noise = noise
    self.recorder = recorder
  }
}

/// The way from one station's loudspeaker to a microphone, its own or another's.
public struct AirPath: Sendable {
  /// Impulse response at 48 kHz.
  public var response: [Float]
  /// Where in the response the direct sound lies.
  public var directSeconds: Double
  /// Length of the direct path: its sound takes `distanceMetres / soundMetresPerSecond`, to the
  /// thousandth of a sample.
  public var distanceMetres: Double
  /// Gain besides the response's.
  public var levelDecibels: Double
  /// What does not get through.
  public var losses: AirLosses

  /// Open air, unless a response is given.
  public init(
    response: [Float] = [1], directSeconds: Double = 0, distanceMetres: Double,
    levelDecibels: Double = 0, losses: AirLosses = AirLosses()
  ) {
    self.response = response
    self.directSeconds = directSeconds
    self.distanceMetres = distanceMetres
    self.levelDecibels = levelDecibels
    self.losses = losses
  }

  /// A way through `room`, of mean power gain `levelDecibels` from 15 to 20 kHz.
  public init(
    room: Room, distanceMetres: Double, levelDecibels: Double = 0, losses: AirLosses = AirLosses(),
    random: inout SeededRandom
  ) {
    self.init(
      response: room.impulseResponse(rateHertz: SharedAir.rateHertz, random: &random),
      directSeconds: Room.directSeconds, distanceMetres: distanceMetres,
      levelDecibels: levelDecibels, losses: losses)
  }

  /// A way as it was measured at 48 kHz, of mean power gain `levelDecibels` from 15 to 20 kHz. What
  /// first reaches half of the response's peak counts as its direct sound, and its end is left out
  /// from where a millionth of the energy is left.
  public init(
    measured response: [Float], distanceMetres: Double, levelDecibels: Double = 0,
    losses: AirLosses = AirLosses()
  ) {
    let gain = Room.bandGain(response.map(Double.init), rateHertz: SharedAir.rateHertz)
    let peak = response.reduce(0) { max($0, abs($1)) }
    let direct = response.firstIndex { abs($0) >= peak / 2 } ?? 0
    let energy = response.reduce(0.0) { $0 + Double($1) * Double($1) }
    var (end, left) = (response.count, 0.0)
    while end > 0, left <= 1e-6 * energy {
      end -= 1
      left += Double(response[end]) * Double(response[end])
    }
    self.init(
      response: response.prefix(end + 1).map { gain > 0 ? $0 / Float(gain) : $0 },
      directSeconds: Double(direct) / SharedAir.rateHertz, distanceMetres: distanceMetres,
      levelDecibels: levelDecibels, losses: losses)
  }

  /// The impulse response with delay and level.
  var taps: [Float] {
    // Silence about the response, for the interpolation's taps to ring in.
    let silence = [Float](repeating: 0, count: Interpolator.reach)
    let delay =
      (distanceMetres / soundMetresPerSecond - directSeconds) * SharedAir.rateHertz
      - Double(Interpolator.reach)
    let padded = silence + response + silence
    var taps = [Float](repeating: 0, count: max(1, padded.count + Int(delay.rounded(.up))))
    let gain = Float(amplitudeRatio(decibels: levelDecibels))
    Interpolator(padded).add(to: &taps) { (Double($0) - delay, gain) }
    return taps
  }
}

/// What of a way's sound is lost before it reaches the air.
public struct AirLosses: Sendable, Equatable {
  /// Silence after which sound is a new utterance.
  public static let pauseSeconds = 0.25

  /// Probability with which an utterance is lost as a whole.
  public var utteranceProbability: Double
  /// Probability with which each `stretchPeriodSeconds` of an utterance loses a stretch.
  public var stretchProbability: Double
  /// Length of such a stretch, which begins at random within its period.
  public var stretchSeconds: Double
  /// How often there may be one.
  public var stretchPeriodSeconds: Double

  /// Nothing is lost unless something else is given.
  public init(
    utteranceProbability: Double = 0, stretchProbability: Double = 0,
    stretchSeconds: Double = 0.1, stretchPeriodSeconds: Double = 0.4
  ) {
    self.utteranceProbability = utteranceProbability
    self.stretchProbability = stretchProbability
    self.stretchSeconds = stretchSeconds
    self.stretchPeriodSeconds = stretchPeriodSeconds
  }

  var areNone: Bool { utteranceProbability <= 0 && stretchProbability <= 0 }
}

/// Mutes what `losses` take from a stream of sound.
struct LossGate {
  private let losses: AirLosses
  private var random: SeededRandom
  private var silentCount = Int.max / 2
  private var isLost = false
  /// Samples of this utterance so far.
  private var position = 0
  /// The part of the present period that is mute, counted from its start.
  private var mute = 0..<0

  init(_ losses: AirLosses, random: SeededRandom) {
    self.losses = losses
    self.random = random
  }

  mutating func pass(_ block: inout [Float]) {
    let rateHertz = SharedAir.rateHertz
    let pause = Int(AirLosses.pauseSeconds * rateHertz)
    let period = max(1, Int(losses.stretchPeriodSeconds * rateHertz))
    for index in block.indices {
      if abs(block[index]) > SharedAir.silence {
        if silentCount >= pause {
          isLost = random.uniform(0...1) < losses.utteranceProbability
          position = 0
        }
        silentCount = 0
      } else {
        silentCount += 1
      }
      let place = position % period
      if place == 0 {
        let length = min(period, Int(losses.stretchSeconds * rateHertz))
        let start = Int(random.uniform(0...Double(period - length)))
        let isMute = random.uniform(0...1) < losses.stretchProbability
        mute = isMute ? start..<start + length : 0..<0
      }
      position += 1
      if isLost || mute.contains(place) { block[index] = 0 }
    }
  }
}

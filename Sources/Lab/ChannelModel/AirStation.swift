import HandShakeSignal

/// A device in a `SharedAir`: a loudspeaker and a microphone that share one clock.
public struct AirStation: Sendable {
  /// The shortest latency. The interpolation between samples needs it.
  public static let leastLatencySeconds = 17 / SharedAir.rateHertz

  /// How much faster than nominal the station's clock runs. With a fast clock, played sound is
  /// shorter and higher, and heard sound is longer and lower.
  public var clockPartsPerMillion: Double
  /// Time from a sample to its sound, `leastLatencySeconds` or more, in samples of the station's
  /// clock.
  public var playbackSeconds: Double
  /// Time from a sound to its sample, `leastLatencySeconds` or more, by the nominal clock.
  public var captureSeconds: Double
  /// Power of the noise in 0 to 24 kHz relative to a full-scale sine, in dB; minus infinity for no
  /// noise.
  public var noiseDecibels: Double
  /// A loop of noise at 48 kHz; white noise if it is empty.
  public var noise: [Float]
  /// The recorder that takes the sum of all sound at the microphone.
  public var recorder: Recorder

  /// By default, a station in silence with a perfect clock.
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

/// The path from a loudspeaker to a microphone, of the same station or of two stations.
public struct AirPath: Sendable {
  /// Impulse response at 48 kHz.
  public var response: [Float]
  /// Time of the direct sound in the response.
  public var directSeconds: Double
  /// Length of the direct path. Its delay is `distanceMetres / soundMetresPerSecond`, to 1/1000
  /// sample.
  public var distanceMetres: Double
  /// Gain in addition to the gain of the response.
  public var levelDecibels: Double
  /// The sound that is lost on the path.
  public var losses: AirLosses

  /// By default, open air.
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

  /// A path through `room`, with a mean power gain of `levelDecibels` from 15 to 20 kHz.
  public init(
    room: Room, distanceMetres: Double, levelDecibels: Double = 0, losses: AirLosses = AirLosses(),
    random: inout SeededRandom
  ) {
    self.init(
      response: room.impulseResponse(rateHertz: SharedAir.rateHertz, random: &random),
      directSeconds: Room.directSeconds, distanceMetres: distanceMetres,
      levelDecibels: levelDecibels, losses: losses)
  }

  /// A path from a response measured at 48 kHz, with a mean power gain of `levelDecibels` from 15
  /// to 20 kHz. The direct sound is the first sample at half of the peak or more. The response ends
  /// where 1e-6 of its energy remains.
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

  /// The impulse response with its delay and level.
  var taps: [Float] {
    // Silence around the response, for the taps of the interpolation.
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

/// The sound that a path loses before it reaches the air.
public struct AirLosses: Sendable, Equatable {
  /// Silence after which sound is a new utterance.
  public static let pauseSeconds = 0.25

  /// Probability that a whole utterance is lost.
  public var utteranceProbability: Double
  /// Probability that a period of `stretchPeriodSeconds` loses a stretch.
  public var stretchProbability: Double
  /// Length of a lost stretch, which begins at random within its period.
  public var stretchSeconds: Double
  /// Length of a period, which loses at most one stretch.
  public var stretchPeriodSeconds: Double

  /// By default, no sound is lost.
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

/// Mutes the sound that `losses` take from a stream.
struct LossGate {
  private let losses: AirLosses
  private var random: SeededRandom
  private var silentCount = Int.max / 2
  private var isLost = false
  /// Samples of this utterance so far.
  private var position = 0
  /// The mute part of the current period, in samples from its start.
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

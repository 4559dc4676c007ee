import HandShakeSignal

import func Glibc.tanh

/// The channel from the samples of the sender to the samples of the receiver.
///
/// The order is: the loudspeaker (saturation, frequency response, wandering phase), the air (a walk
/// or a room, motion), noise and other sounds, the recorder. Full scale is 1. A sine of amplitude 1
/// is 0 dB for every level. Only the recorder can clip, and it only does so on request.
public struct Channel: Sendable {
  /// Power of a full-scale sine over white noise in 0 to 24 kHz, in dB; infinite for no noise.
  public var signalToNoiseDecibels: Double
  /// Saturation of the loudspeaker: tanh(drive x) / tanh(drive); 0 for no saturation.
  public var drive: Double
  /// Frequency response of loudspeaker and microphone; nil for a flat response.
  public var device: DeviceResponse?
  /// Lost phase coherence of the loudspeaker; nil for no loss.
  public var phaseWander: PhaseWander?
  /// A walking receiver in a room of its own; nil for no walk.
  public var walk: Walk?
  /// The room; nil for open air.
  public var room: Room?
  /// Clock offset and motion along the direct path.
  public var motion: Motion
  /// Sounds of other sources.
  public var interference: [Interference]
  /// Direction of `interference`, from the end of the row of microphones. A quarter turn is ahead.
  public var interferenceBearingRadians: Double
  /// Silence before the transmission, drawn from this range.
  public var leadSeconds: ClosedRange<Double>
  /// Silence after the transmission.
  public var tailSeconds: Double
  /// The recording device.
  public var recorder: Recorder

  /// By default, a channel that changes nothing.
  public init(
    signalToNoiseDecibels: Double = .infinity, drive: Double = 0, device: DeviceResponse? = nil,
    phaseWander: PhaseWander? = nil, walk: Walk? = nil, room: Room? = nil,
    motion: Motion = Motion(), interference: [Interference] = [],
    interferenceBearingRadians: Double = .pi / 2, leadSeconds: ClosedRange<Double> = 0.3...0.8,
    tailSeconds: Double = 0.5, recorder: Recorder = Recorder()
  ) {
    self.signalToNoiseDecibels = signalToNoiseDecibels
    self.drive = drive
    self.device = device
    self.phaseWander = phaseWander
    self.walk = walk
    self.room = room
    self.motion = motion
    self.interference = interference
    self.interferenceBearingRadians = interferenceBearingRadians
    self.leadSeconds = leadSeconds
    self.tailSeconds = tailSeconds
    self.recorder = recorder
  }

  /// The recording of `transmission`, both at `rateHertz`.
  public func capture(
    _ transmission: [Float], rateHertz: Double = 48000, random: inout SeededRandom
  ) -> [Float] {
    capture(
      transmission, microphoneCount: 1, spanMetres: 0, rateHertz: rateHertz, random: &random)[0]
  }

  /// The recordings of `transmission` by several microphones at once.
  ///
  /// In a room, each microphone has its own impulse response. Without a room, and in a walk, all
  /// microphones have the same sound. Each has its own noise. Interference comes from far away
  /// without echoes, so microphones differ only in the time of arrival.
  ///
  /// - Parameters:
  ///   - microphoneCount: number of microphones in the row.
  ///   - spanMetres: distance from the first to the last microphone.
  public func capture(
    _ transmission: [Float], microphoneCount: Int, spanMetres: Double, rateHertz: Double = 48000,
    random: inout SeededRandom
  ) -> [[Float]] {
    var sound = transmission
    if drive > 0 {
      let peak = tanh(drive)
      sound = sound.map { Float(tanh(drive * Double($0)) / peak) }
    }
    if let device {
      sound = convolve(sound, with: device.taps(rateHertz: rateHertz, random: &random))
    }
    if let phaseWander { sound = phaseWander.play(sound, rateHertz: rateHertz, random: &random) }
    if let walk { sound = walk.hear(sound, rateHertz: rateHertz, random: &random) }
    let responses = room?.impulseResponses(
      microphoneCount: microphoneCount, spanMetres: spanMetres, rateHertz: rateHertz,
      random: &random)
    let lead = [Float](repeating: 0, count: Int(random.uniform(leadSeconds) * rateHertz))
    let tail = [Float](repeating: 0, count: Int(tailSeconds * rateHertz))
    var heard = (0..<microphoneCount).map { number in
      let arriving = responses.map { convolve(sound, with: $0[number]) } ?? sound
      return motion.hear(lead + arriving + tail, rateHertz: rateHertz)
    }
    for number in heard.indices {
      addNoise(to: &heard[number], rateHertz: rateHertz, random: &random)
    }
    let step = spanMetres / Double(max(1, microphoneCount - 1))
    let delay = cosine(interferenceBearingRadians) * step / soundMetresPerSecond * rateHertz
    for source in interference {
      let other = source.samples(count: heard[0].count, rateHertz: rateHertz, random: &random)
      for number in heard.indices {
        let late = Int((delay * Double(number)).rounded())
        for index in late..<other.count { heard[number][index] += other[index - late] }
      }
    }
    for number in heard.indices { recorder.record(&heard[number]) }
    return heard
  }

  private func addNoise(
    to sound: inout [Float], rateHertz: Double, random: inout SeededRandom
  ) {
    guard signalToNoiseDecibels < .infinity else { return }
    // The density is equal at every rate, because the power counts up to 24 kHz.
    let deviation =
      fullScaleSine * amplitudeRatio(decibels: -signalToNoiseDecibels)
      * (rateHertz / 48000).squareRoot()
    sound.withUnsafeMutableBufferPointer { sound in
      for index in 0..<sound.count { sound[index] += Float(deviation * random.normal()) }
    }
  }
}

/// Root mean square of a sine of amplitude 1, which is 0 dB for every level of this model.
let fullScaleSine = 0.5.squareRoot()

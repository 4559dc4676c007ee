import HandShakeSignal

import func Glibc.tanh

/// Everything between the sender's samples and the receiver's.
///
/// In this order: the loudspeaker (saturation, frequency response, wandering phase), the air (a
/// walk or a room, motion), noise and other sounds, the recorder. Full scale is 1, and a sine of
/// that amplitude is 0 dB for every level. Nothing is normalised or clipped unless the recorder
/// is told to.
public struct Channel: Sendable {
  /// Power of a full-scale sine over that of white noise in 0 to 24 kHz, in dB; infinite for none.
  public var signalToNoiseDecibels: Double
  /// Saturation of the loudspeaker: tanh(drive x) / tanh(drive); 0 for none.
  public var drive: Double
  /// Frequency response of loudspeaker and microphone; nil for a flat one.
  public var device: DeviceResponse?
  /// Lost phase coherence of the loudspeaker; nil for none.
  public var phaseWander: PhaseWander?
  /// Walking receiver, who brings a room along; nil for none.
  public var walk: Walk?
  /// The room; nil for open air.
  public var room: Room?
  /// Clock offset and motion along the direct path.
  public var motion: Motion
  /// Sounds of others.
  public var interference: [Interference]
  /// Where these come from, from the end of a row of microphones on: a quarter turn is ahead.
  public var interferenceBearingRadians: Double
  /// Silence before the transmission: drawn from this range.
  public var leadSeconds: ClosedRange<Double>
  /// Silence after it.
  public var tailSeconds: Double
  /// The recording device.
  public var recorder: Recorder

  /// A channel that does nothing but what is given.
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
  /// A room reaches each in its own way; without a room, and in a walk, all hear the same. Each has
  /// noise of its own. Sounds of others come from far away, without echoes: all microphones hear
  /// them alike, each in its time.
  ///
  /// - Parameters:
  ///   - microphoneCount: how many there are, in a row.
  ///   - spanMetres: from the first to the last.
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
    // Equal density at every rate: the power counts up to 24 kHz.
    let deviation =
      fullScaleSine * amplitudeRatio(decibels: -signalToNoiseDecibels)
      * (rateHertz / 48000).squareRoot()
    sound.withUnsafeMutableBufferPointer { sound in
      for index in 0..<sound.count { sound[index] += Float(deviation * random.normal()) }
    }
  }
}

/// Root mean square of a sine of amplitude 1: 0 dB of every level in this model.
let fullScaleSine = 0.5.squareRoot()

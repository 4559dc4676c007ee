import HandShakeChannelModel
import HandShakeModem
import HandShakeSignal

extension RandomDay {
  /// The interleaved frames of the recording.
  public func frames() throws(TransmitterError) -> [Float] {
    let sound = try sound()
    var random = SeededRandom(seed: seed &+ 0x5EED)
    let recorder = Recorder(offset: offset, clipping: 1, bits: bits)
    var frames = [Float](repeating: 0, count: sound.count * channelCount)
    for channel in 0..<channelCount {
      var samples = floorSamples(count: sound.count, &random)
      let decibels = channel == loudestChannel ? 0 : otherDecibels
      if let decibels {
        let gain = Float(amplitudeRatio(decibels: decibels))
        for index in sound.indices { samples[index] += gain * sound[index] }
      }
      recorder.record(&samples)
      for index in samples.indices { frames[index * channelCount + channel] = samples[index] }
    }
    return frames
  }

  /// The sound of all messages, with zeros between them.
  private func sound() throws(TransmitterError) -> [Float] {
    var sound: [Float] = []
    for (number, entry) in entries.enumerated() {
      sound += [Float](repeating: 0, count: Int(entry.gapSeconds * rateHertz))
      var transmitter = try Transmitter(
        .text(Array(entry.text.utf8)), protocol: entry.modem, placement: entry.placement,
        sampleRateHertz: rateHertz, identity: UInt16(number + 1))
      let samples = transmitter.samples()
      let gain = Float(amplitudeRatio(decibels: entry.decibels)) * (1 - abs(offset))
      sound += samples.map { gain * $0 }
    }
    return sound + [Float](repeating: 0, count: Int(rateHertz / 2))
  }

  private func floorSamples(count: Int, _ random: inout SeededRandom) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    func addNoise(decibels: Double, from first: Int, to end: Int) {
      // The density is equal at every rate, because the power counts up to 24 kHz.
      let deviation =
        Float(amplitudeRatio(decibels: decibels)) * Float(0.5 * rateHertz / 48_000).squareRoot()
      for index in min(first, count)..<min(max(first, end), count) {
        samples[index] = deviation * Float(random.normal())
      }
    }
    switch floor {
    case .zeros: break
    case .dither:
      let step = 1 / Float(1 << ((bits ?? 16) - 1))
      for index in 0..<count {
        samples[index] = step * Float(random.uniform(-0.5...0.5) + random.uniform(-0.5...0.5))
      }
    case .noise(let decibels): addNoise(decibels: decibels, from: 0, to: count)
    case .steps(let steps):
      for (number, step) in steps.enumerated() {
        let isLast = number + 1 == steps.count
        addNoise(
          decibels: step.decibels, from: Int(step.startSeconds * rateHertz),
          to: isLast ? count : Int(steps[number + 1].startSeconds * rateHertz))
      }
    }
    return samples
  }
}

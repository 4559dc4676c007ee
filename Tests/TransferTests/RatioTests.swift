import HandShakeChannelModel
import HandShakeModem
import HandShakeSignal
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// The signal-to-noise ratio that is told, against the noise that was added.
@Suite struct RatioTests {
  /// Protocol, seconds of noise before the frame, and the highest ratio that it can tell.
  static let modes: [(name: String, leadSeconds: Double, mostDecibels: Double)] = [
    ("hop", 1.5, 60), ("hop", 0, 60), ("hop-deep", 1.5, 60), ("hop-deep", 0, 60),
    ("classic", 1.5, 60), ("burst", 1.5, 35), ("ggwave-ultrasound-fast", 1.5, 10),
  ]

  /// What is told of a message that arrives in `noisePower`, nil where none does.
  private func told(
    _ sound: [Float], _ mode: Mode, leadSeconds: Double, noisePower: Double, seed: UInt64
  ) throws -> Double? {
    var random = SeededRandom(seed: seed)
    let silence = [Float](repeating: 0, count: Int(48_000 * leadSeconds))
    let recording = (silence + sound + [Float](repeating: 0, count: 48_000)).map {
      $0 + Float(noisePower.squareRoot() * random.normal())
    }
    var receiver = try Receiver(protocols: [mode.modem], sampleRateHertz: 48_000)
    for case .message(let message) in receiver.listen(to: recording) {
      return message.frame.signalToNoiseDecibels
    }
    return nil
  }

  @Test(arguments: modes)
  func ratiosAreThoseOfTheNoise(
    example: (name: String, leadSeconds: Double, mostDecibels: Double)
  ) throws {
    let mode = try #require(
      (Mode.all + Mode.bursts + Mode.nearUltrasonic).first { $0.modem.name == example.name })
    let sound = try mode.transmission("lamp 42 at north").map { 0.5 * $0 }
    let sounding = sound.filter { $0 != 0 }
    let power = sounding.reduce(0) { $0 + Double($1) * Double($1) } / Double(sounding.count)
    for seed in 1...2 as ClosedRange<UInt64> {
      var last = -Double.infinity
      for decibels in stride(from: 0.0, through: 60, by: 10) {
        let noisePower = power / powerRatio(decibels: decibels)
        let ratio = try #require(
          try told(
            sound, mode, leadSeconds: example.leadSeconds, noisePower: noisePower, seed: seed),
          "\(example) at \(decibels) dB, seed \(seed)")
        // To its highest ratio within 3 dB, and above that no less than it.
        let expected = min(decibels, example.mostDecibels)
        #expect(ratio > expected - 3, "\(example) at \(decibels) dB, seed \(seed)")
        if decibels <= example.mostDecibels {
          #expect(ratio < expected + 3, "\(example) at \(decibels) dB, seed \(seed)")
        }
        #expect(ratio > last - 0.5, "\(example) at \(decibels) dB, seed \(seed)")
        last = ratio
      }
      // Nothing but the sound itself.
      let perfect = try told(
        sound, mode, leadSeconds: example.leadSeconds, noisePower: 0, seed: seed)
      if example.name.hasPrefix("hop") {
        #expect(try #require(perfect) > 60 - 3, "\(example)")
      }
    }
  }
}

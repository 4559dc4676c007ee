import HandShakeCatalog
import HandShakeChannelModel
import HandShakeDiagnosis
import HandShakeModem
import HandShakeSignal
import HandShakeTestKit
import Testing

/// What a probe shows of paths that are known.
@Suite struct ProbeTests {
  private func probe(level: Int = 0, ceilingHertz: Double = .infinity) -> [Float] {
    var transmission = ProbeTransmission(
      statedLevelDecibels: Double(level), ceilingHertz: ceilingHertz, rateHertz: 48_000)
    var samples = [Float](repeating: 0, count: transmission.sampleCount)
    let count = samples.withUnsafeMutableBufferPointer { transmission.read(into: $0) }
    #expect(count == 288_000)
    let gain = Float(amplitudeRatio(decibels: Double(level)))
    return samples.map { $0 * gain }
  }

  private func listen(_ samples: [Float]) -> (ProbeReport?, ProbeListener) {
    var listener = ProbeListener()
    let report = samples.withUnsafeBufferPointer { samples -> ProbeReport? in
      var start = 0
      while start < samples.count {
        let end = min(start + 4801, samples.count)
        if let report = listener.push(UnsafeBufferPointer(rebasing: samples[start..<end])) {
          return report
        }
        start = end
      }
      return listener.finish()
    }
    return (report, listener)
  }

  private func measure(_ channel: Channel, level: Int = 0, seed: UInt64 = 1) throws -> ProbeReport {
    var random = SeededRandom(seed: seed)
    return try #require(listen(channel.capture(probe(level: level), random: &random)).0)
  }

  private let candidates = ["burst", "hop", "hop-deep"].compactMap { name in
    ProtocolCatalog.builtIn.first { $0.name == name }
  }

  @Test func aPathThatDoesNothing() throws {
    var random = SeededRandom(seed: 1)
    let channel = Channel(signalToNoiseDecibels: 60, leadSeconds: 0.5...0.5)
    let report = try #require(listen(channel.capture(probe(), random: &random)).0)
    #expect(report.cells.count == 80)
    #expect(report.cells.allSatisfy { abs($0.responseDecibels) < 0.5 && !$0.isHidden })
    #expect(report.cells.allSatisfy { $0.steadiness > 0.98 })
    #expect(abs(report.startSeconds - 0.5) < 0.002)
    #expect(abs(report.dilationPartsPerMillion) < 0.5)
    #expect(report.delaySpreadSeconds < 0.0005)
    #expect(abs(report.compressionDecibels) < 0.2)
    #expect(report.clippingStartDecibels == nil)
    #expect(report.clippedShare == 0)
    #expect(report.dopplerSpreadHertz ?? 9 < 1)
    #expect(report.recommendation(of: candidates)?.protocolName == "burst")
  }

  @Test(arguments: [20.0, 0, -10])
  func noiseIsMeasured(signalToNoise: Double) throws {
    let report = try measure(Channel(signalToNoiseDecibels: signalToNoise))
    // 100 of 24,000 Hz.
    let expected = -signalToNoise - 23.8
    let mean = report.cells.reduce(0) { $0 + $1.noiseDecibels } / 80
    #expect(abs(mean - expected) < 0.7)
    #expect(report.cells.allSatisfy { abs($0.noiseDecibels - expected) < 4 })
    let response = report.cells.reduce(0) { $0 + $1.responseDecibels } / 80
    #expect(abs(response) < 1.5)
  }

  @Test func responsesAreMeasured() throws {
    let taps = LowPassFilter.taps(
      passHertz: 16_000, stopHertz: 19_000, attenuationDecibels: 51, rateHertz: 48_000)
    var random = SeededRandom(seed: 2)
    let sound = convolve(probe(), with: taps.map { Float($0) })
    let channel = Channel(signalToNoiseDecibels: 40)
    let report = try #require(listen(channel.capture(sound, random: &random)).0)
    for cell in report.cells where cell.hertz < 18_500 {
      let angle = 2 * .pi * cell.hertz / 48_000
      let real = taps.enumerated().reduce(0) { $0 + $1.element * cosine(angle * Double($1.offset)) }
      let imaginary = taps.enumerated().reduce(0) {
        $0 + $1.element * sine(angle * Double($1.offset))
      }
      let expected = decibels(ratio: real * real + imaginary * imaginary)
      if expected > -30 { #expect(abs(cell.responseDecibels - expected) < 1.2, "\(cell.hertz)") }
    }
    #expect(report.cells.last?.responseDecibels ?? 0 < -35)
    // The highest band is gone.
    #expect(report.recommendation(of: candidates)?.ceilingHertz ?? 20_000 < 20_000)
  }

  @Test(arguments: [100.0, -300, 0])
  func clocks(partsPerMillion: Double) throws {
    let report = try measure(
      Channel(
        signalToNoiseDecibels: 15, room: .office,
        motion: Motion(clockPartsPerMillion: partsPerMillion)))
    #expect(abs(report.dilationPartsPerMillion - partsPerMillion) < 1)
    #expect(abs(report.speedChangeMetresPerSecond) < 0.02)
  }

  @Test(arguments: [1.5, -3])
  func motion(metresPerSecond: Double) throws {
    let report = try measure(
      Channel(signalToNoiseDecibels: 20, motion: Motion(metresPerSecond: metresPerSecond)))
    #expect(abs(report.dilationPartsPerMillion - metresPerSecond / 343e-6) < 20)
    let recommendation = try #require(report.recommendation(of: candidates))
    #expect(recommendation.protocolName == "hop")
    #expect(recommendation.reason == .motion)
  }

  @Test func acceleration() throws {
    let report = try measure(
      Channel(signalToNoiseDecibels: 20, motion: Motion(metresPerSecondSquared: 0.5)))
    // Between the middles of both halves lie 2.925 s.
    #expect(abs(report.speedChangeMetresPerSecond - 0.5 * 2.925) < 0.1)
  }

  @Test func walkersAndWanderingPhasesAreNotSteady() throws {
    let walking = try measure(
      Channel(signalToNoiseDecibels: 15, walk: Walk(metresPerSecond: 0.5)))
    #expect(walking.recommendation(of: candidates)?.protocolName == "hop")
    var steadiness = 0.0
    let count: UInt64 = extent(4, usually: 2)
    for seed in 1...count {
      let wandering = try measure(
        Channel(signalToNoiseDecibels: 20, phaseWander: PhaseWander(coherenceSeconds: 0.02)),
        seed: seed)
      let highest = wandering.cells.filter { (18_600...20_000).contains($0.hertz) }
      steadiness += highest.reduce(0) { $0 + $1.steadiness } / Double(highest.count) / Double(count)
      #expect(wandering.cells[20].steadiness > 0.9)
    }
    #expect(steadiness < 0.7)
  }

  @Test func echoes() throws {
    var sound = probe() + [Float](repeating: 0, count: 960)
    for index in (960..<sound.count).reversed() { sound[index] += 0.5 * sound[index - 960] }
    var random = SeededRandom(seed: 1)
    let channel = Channel(signalToNoiseDecibels: 30)
    let report = try #require(listen(channel.capture(sound, random: &random)).0)
    // A fifth of the energy comes 20 ms late: 20 ms · √(0.8 · 0.2).
    #expect(abs(report.delaySpreadSeconds - 0.008) < 0.0005)
    #expect(abs(report.echoSeconds - 0.020) < 0.001)
  }

  @Test(arguments: [-60, -33, -13, -1, 0])
  func theLevelIsTold(level: Int) throws {
    let report = try measure(Channel(signalToNoiseDecibels: 30 - Double(level)), level: level)
    #expect(report.sentLevelDecibels == Double(level))
    #expect(report.steps.last?.levelDecibels == Double(level))
    #expect(report.cells.allSatisfy { abs($0.responseDecibels) < 1.5 })
    #expect(report.recommendation(of: candidates)?.levelDecibels == Double(level))
  }

  @Test func distortion() throws {
    // Cubic terms of tanh: a quarter of (drive · amplitude)² / 3 of each tone.
    let report = try measure(Channel(signalToNoiseDecibels: 50, drive: 1.5))
    let start = try #require(report.clippingStartDecibels)
    #expect(start <= -3)
    #expect(report.cleanLevelDecibels < start)
    #expect(report.compressionDecibels > 0.5)
    let recommendation = try #require(report.recommendation(of: candidates))
    #expect(recommendation.levelDecibels == report.cleanLevelDecibels)

    let mild = try measure(Channel(signalToNoiseDecibels: 50, drive: 0.3))
    #expect(mild.clippingStartDecibels == nil)
    let measured = try #require(mild.steps.last?.distortionDecibels)
    // Tones of 0.5: products of 3/4 · (0.3² / 3) · 0.5² against 1, -45 dB.
    #expect(abs(measured - -45) < 2)
  }

  @Test func aClippedRecording() throws {
    let report = try measure(
      Channel(signalToNoiseDecibels: 30, recorder: Recorder(gainDecibels: 12, clipping: 1)))
    #expect(report.clippedShare > 0.05)
  }

  @Test func whatIsNoProbe() throws {
    var random = SeededRandom(seed: 3)
    var noise = (0..<480_000).map { _ in Float(0.01 * random.normal()) }
    for start in [40_000, 180_400, 320_800] { noise[start] = 0.9 }
    let (report, listener) = listen(noise)
    #expect(report == nil)
    guard case .nothing(let usual, let loudest) = listener.absence else {
      Issue.record("\(listener.absence)")
      return
    }
    // -40 dB + 3 dB, since a sine of full scale has half its power; 6 of 24 kHz.
    #expect(abs(usual - -43) < 1)
    #expect(loudest > usual)
    #expect(listen([]).1.absence == .nothing(usualDecibels: -200, loudestDecibels: -200))
  }

  @Test(arguments: [0..<200_000, 0..<280_000, 60_000..<288_000])
  func partsOfAProbe(part: Range<Int>) throws {
    var random = SeededRandom(seed: 4)
    let channel = Channel(signalToNoiseDecibels: 20, room: .desk, tailSeconds: 0)
    let (report, listener) = listen(channel.capture(Array(probe()[part]), random: &random))
    #expect(report == nil)
    #expect(listener.absence == .cutOff)
  }

  @Test func aLateProbeInALongStream() throws {
    var random = SeededRandom(seed: 5)
    let channel = Channel(
      signalToNoiseDecibels: 10, room: .kitchen, interference: [.typing(peakDecibels: -10)],
      leadSeconds: 25...25)
    let report = try #require(listen(channel.capture(probe(), random: &random)).0)
    #expect(abs(report.startSeconds - 25) < 0.02)
  }

  @Test(arguments: [Double.infinity, 18_500])
  func nothingLiesOutsideTheBand(ceilingHertz: Double) {
    let samples = probe(ceilingHertz: ceilingHertz)
    let size = 1 << 19
    let transform = FourierTransform(size: size)
    for (index, sample) in samples.enumerated() { transform.buffer[index] = Complex(sample, 0) }
    transform.forward()
    func energy(_ band: ClosedRange<Double>) -> Double {
      let first = Int(band.lowerBound / 48_000 * Double(size))
      let last = Int(band.upperBound / 48_000 * Double(size))
      return (first...last).reduce(0) { $0 + Double(transform.buffer[$1].power) }
    }
    let all = energy(0...23_999)
    #expect(decibels(ratio: energy(0...13_500) / all) < -60)
    #expect(decibels(ratio: energy(0...12_000) / all) < -75)
    let top = min(22_500, ceilingHertz + 100)
    #expect(decibels(ratio: energy(top...23_999) / all) < -55)
  }
}

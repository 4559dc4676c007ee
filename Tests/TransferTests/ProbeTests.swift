import HandShakeCatalog
import HandShakeChannelModel
import HandShakeDiagnosis
import HandShakeModem
import HandShakeSignal
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// What a probe recommends gets through where it was measured.
@Suite struct ProbeTests {
  @Test func recommendationsDeliverInMotionAndWithWanderingPhases() throws {
    let channels = [
      Channel(
        signalToNoiseDecibels: 20, device: DeviceResponse(), walk: Walk(metresPerSecond: 0.5)),
      Channel(
        signalToNoiseDecibels: 20, device: DeviceResponse(),
        motion: Motion(metresPerSecond: -1.5)),
      Channel(
        signalToNoiseDecibels: 20, phaseWander: PhaseWander(coherenceSeconds: 0.02), room: .desk),
      Channel(signalToNoiseDecibels: 30, drive: 2, room: .office),
    ]
    for channel in extent(channels, usually: Array(channels[1...2])) {
      for seed in 1...extent(2, usually: 1) as ClosedRange<UInt64> {
        try probeAndSend(channel, seed: seed)
      }
    }
  }

  private static let rooms = [Room.desk, .stairwell, .corner]

  private static let conditions: [(Room, Double)] = extent(
    rooms.flatMap { [($0, 25), ($0, 10)] }, usually: Array(zip(rooms, [10, 25, 10])))

  @Test(arguments: conditions)
  func recommendationsDeliver(room: Room, signalToNoise: Double) throws {
    let channel = Channel(
      signalToNoiseDecibels: signalToNoise, device: DeviceResponse(), room: room,
      motion: Motion(clockPartsPerMillion: 40))
    for seed in 1...extent(2, usually: 1) as ClosedRange<UInt64> {
      try probeAndSend(channel, seed: seed)
    }
  }

  /// Probes and then sends messages as recommended, loudspeaker and room anew each time: a probe
  /// says what is usual there.
  private func probeAndSend(_ channel: Channel, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let recommendation = try #require(probe(channel, &random))
    let modem = try #require(
      ProtocolCatalog.builtIn.first { $0.name == recommendation.protocolName })
    let mode = Mode(modem: modem, placement: recommendation.placement)
    for message in 0..<extent(3, usually: 2) {
      let text = words(16, seed: UInt64(message))
      let gain = Float(exponential(recommendation.levelDecibels / 20 * logarithm(10.0)))
      let samples = try transmission(text, mode, recommendation).map { $0 * gain }
      let reception = try listen(channel.capture(samples, random: &random))
      #expect(reception.texts == [text], "\(recommendation), seed \(seed)")
    }
  }

  private func probe(
    _ channel: Channel, _ random: inout SeededRandom
  ) throws -> ProbeRecommendation? {
    var sound = ProbeTransmission(
      statedLevelDecibels: 0, ceilingHertz: .infinity, rateHertz: 48_000)
    var samples = [Float](repeating: 0, count: sound.sampleCount)
    _ = samples.withUnsafeMutableBufferPointer { sound.read(into: $0) }
    var listener = ProbeListener()
    let recording = channel.capture(samples, random: &random)
    let heard = recording.withUnsafeBufferPointer { listener.push($0) }
    let report = heard ?? listener.finish()
    return report?.recommendation(
      of: ["burst", "hop", "hop-deep"].compactMap { name in
        ProtocolCatalog.builtIn.first { $0.name == name }
      })
  }

  private func transmission(
    _ text: String, _ mode: Mode, _ recommendation: ProbeRecommendation
  ) throws -> [Float] {
    var transmitter = try Transmitter(
      .text(Array(text.utf8)), protocol: mode.modem, placement: mode.placement,
      sampleRateHertz: 48_000, pace: recommendation.rung.map { .rung($0) } ?? .automatic)
    return transmitter.samples()
  }
}

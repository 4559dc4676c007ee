import HandShakeChannelModel
import HandShakeNotes
import HandShakeSignal
import Testing

/// Loudspeakers, rooms and noise of `ChannelModel`, measured as `htone --ceiling` does.
@Suite struct SweepMeasurementTests {
  private typealias Random = HandShakeChannelModel.SeededRandom

  /// A loudspeaker and where its response is 20 dB down.
  struct Loudspeaker: Sendable, CustomTestStringConvertible {
    var cornerHertz: Double
    var rolloffDecibels: Double

    var ceilingHertz: Double { cornerHertz + 5_000 * 20 / rolloffDecibels }
    var testDescription: String { "\(cornerHertz) Hz, \(rolloffDecibels) dB in 5 kHz" }

    func response(ripple: Double = 0) -> DeviceResponse {
      DeviceResponse(
        rolloffDecibels: rolloffDecibels, rippleDecibels: ripple, cornerHertz: cornerHertz)
    }
  }

  static let loudspeakers = [
    Loudspeaker(cornerHertz: 12_000, rolloffDecibels: 60),
    Loudspeaker(cornerHertz: 14_000, rolloffDecibels: 30),
    Loudspeaker(cornerHertz: 15_000, rolloffDecibels: 25),
    Loudspeaker(cornerHertz: 17_000, rolloffDecibels: 100),
    Loudspeaker(cornerHertz: 18_500, rolloffDecibels: 200),
  ]

  /// What a channel makes of the sweep at -12 dB of full scale.
  private func response(
    _ channel: Channel, rateHertz: Double = 48_000, seed: UInt64 = 1
  ) throws -> FrequencyResponse {
    let measurement = SweepMeasurement.ofCeiling(lowestRateHertz: rateHertz)
    let tone = Tone(frequencyHertz: 0, amplitude: 0.25)
    var player = NotePlayer(measurement.notes(tone), rateHertz: rateHertz)
    var channel = channel
    channel.leadSeconds = 0.5...1.5
    channel.tailSeconds = 2
    var random = Random(seed: seed)
    let recording = channel.capture(player.samples(), rateHertz: rateHertz, random: &random)
    return try #require(measurement.response(of: recording, rateHertz: rateHertz))
  }

  private func expectCeiling(_ response: FrequencyResponse, _ hertz: Double) {
    guard case .at(let found) = response.ceiling() else {
      Issue.record("\(response.ceiling())")
      return
    }
    #expect(abs(found - hertz) < 250, "found \(found)")
  }

  /// The sweep 30 dB above the noise, and 30 dB below full scale: 18 dB above.
  @Test(arguments: loudspeakers, [18.0, 30])
  func findsTheCeiling(of loudspeaker: Loudspeaker, snr: Double) throws {
    let channel = Channel(
      signalToNoiseDecibels: snr + 12, device: loudspeaker.response())
    expectCeiling(try response(channel), loudspeaker.ceilingHertz)
  }

  @Test(arguments: [Room.desk, .kitchen, .corridor], [UInt64(1), 2])
  func findsTheCeilingInRooms(room: Room, seed: UInt64) throws {
    let loudspeaker = Loudspeaker(cornerHertz: 16_500, rolloffDecibels: 60)
    let channel = Channel(
      signalToNoiseDecibels: 42, device: loudspeaker.response(ripple: 0.5), room: room)
    expectCeiling(try response(channel, seed: seed), loudspeaker.ceilingHertz)
  }

  @Test(arguments: [44_100.0, 96_000])
  func findsTheCeilingAtOtherRates(rateHertz: Double) throws {
    let loudspeaker = Loudspeaker(cornerHertz: 17_000, rolloffDecibels: 60)
    let channel = Channel(signalToNoiseDecibels: 42, device: loudspeaker.response())
    expectCeiling(
      try response(channel, rateHertz: rateHertz), loudspeaker.ceilingHertz)
  }

  @Test(arguments: loudspeakers, [UInt64(1), 2, 3])
  func refusesInNoise(of loudspeaker: Loudspeaker, seed: UInt64) throws {
    let channel = Channel(signalToNoiseDecibels: 12, device: loudspeaker.response())
    guard case .tooNoisy(let distance) = try response(channel, seed: seed).ceiling() else {
      Issue.record("an answer at 0 dB")
      return
    }
    #expect((20..<28).contains(distance), "\(distance) dB")
  }

  @Test func refusesNoiseAlone() throws {
    let measurement = SweepMeasurement.ofCeiling(lowestRateHertz: 48_000)
    let count = measurement.sampleCount(rateHertz: 48_000)
    for deviation in [0, 0.1] as [Double] {
      var random = Random(seed: 5)
      let noise = (0..<count).map { _ in Float(deviation * random.normal()) }
      let response = try #require(measurement.response(of: noise, rateHertz: 48_000))
      guard case .tooNoisy(let distance) = response.ceiling() else {
        Issue.record("an answer without a sweep")
        return
      }
      #expect(distance < 10)
    }
    #expect(
      measurement.response(of: [Float](repeating: 0, count: count - 1), rateHertz: 48_000) == nil)
    #expect(
      measurement.response(of: [Float](repeating: 0, count: count), rateHertz: 44_100) == nil)
  }

  @Test func aFlatLoudspeakerEndsAbove() throws {
    let response = try response(Channel(signalToNoiseDecibels: 42))
    #expect(response.ceiling() == .above(hertz: 23_500))
    #expect(response.bands.count == 135 && response.bands[0].hertz == 10_050)
    #expect(response.bands.allSatisfy { abs($0.levelDecibels + 12) < 1 })
  }

  /// What others sound like above the ceiling is no part of the response.
  @Test(arguments: [
    Interference.clicks(perSecond: 2, peakDecibels: -6), .whistle(hertz: 20_000, decibels: -20),
  ])
  func othersAreNotTheLoudspeaker(interference: Interference) throws {
    let loudspeaker = Loudspeaker(cornerHertz: 15_000, rolloffDecibels: 80)
    let channel = Channel(
      signalToNoiseDecibels: 42, device: loudspeaker.response(), interference: [interference])
    expectCeiling(try response(channel), loudspeaker.ceilingHertz)
  }
}

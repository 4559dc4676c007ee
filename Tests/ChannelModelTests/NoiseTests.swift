import Foundation
import Testing

@testable import HandShakeChannelModel

@Suite struct NoiseTests {
  @Test(arguments: [20.0, 0, -21], [48000.0, 96000])
  func whiteNoiseHasThePowerAskedFor(decibels: Double, rateHertz: Double) {
    var random = SeededRandom(seed: 12)
    let recording = Channel(
      signalToNoiseDecibels: decibels, leadSeconds: 0...0, tailSeconds: 4
    ).capture([], rateHertz: rateHertz, random: &random)
    // Half of the power at 96 kHz lies above 24 kHz and doesn't count.
    let power = meanPower(recording) * 48000 / rateHertz
    #expect(abs(10 * log10(0.5 / power) - decibels) < 0.1)
    if rateHertz == 48000 {
      let share = bandPower(recording, 15000...21000) / power
      #expect(abs(share - 0.25) < 0.01)
    }
  }

  @Test func anEmptyChannelChangesNothing() {
    var random = SeededRandom(seed: 13)
    let sent = tone(18000, count: 1000)
    let silent = Channel(leadSeconds: 0...0, tailSeconds: 0)
    #expect(silent.capture(sent, random: &random) == sent)
    let late = Channel(leadSeconds: 0.5...0.5, tailSeconds: 0.25).capture(sent, random: &random)
    #expect(late.count == 24000 + 1000 + 12000)
    #expect(Array(late[24000..<25000]) == sent)
  }

  @Test func theSameSeedGivesTheSameRecording() {
    let channel = Channel(
      signalToNoiseDecibels: 10, device: DeviceResponse(), room: .office,
      motion: Motion(metresPerSecond: 1), interference: [.speech(decibels: -10)])
    var (first, again, other) = (
      SeededRandom(seed: 14), SeededRandom(seed: 14), SeededRandom(seed: 15)
    )
    let sent = tone(18000, count: 4800)
    let recording = channel.capture(sent, random: &first)
    #expect(recording == channel.capture(sent, random: &again))
    #expect(recording != channel.capture(sent, random: &other))
    #expect(recording.allSatisfy { $0.isFinite })
  }

  private func sound(_ interference: Interference, seconds: Double = 4) -> [Float] {
    var random = SeededRandom(seed: 16)
    return interference.samples(count: Int(seconds * 48000), rateHertz: 48000, random: &random)
  }

  @Test(arguments: [
    Interference.music(decibels: -6), .speech(decibels: -20),
    .melody(lowestHertz: 17000, highestHertz: 20000, notesPerSecond: 15, decibels: 3),
    .whistle(hertz: 18_300, decibels: -30),
  ])
  func lastingSoundsHaveThePowerAskedFor(interference: Interference) {
    let decibels =
      switch interference {
      case .music(let d), .speech(let d), .melody(_, _, _, let d), .whistle(_, let d): d
      default: Double.nan
      }
    #expect(abs(10 * log10(meanPower(sound(interference)) / 0.5) - decibels) < 0.05)
  }

  @Test func tonesLieWhereTheyShould() {
    let whistle = sound(.whistle(hertz: 18300, decibels: 0))
    #expect(bandPower(whistle, 18290...18310) > 0.49)
    let melody = sound(
      .melody(lowestHertz: 17000, highestHertz: 20000, notesPerSecond: 15, decibels: 0))
    #expect(bandPower(melody, 16900...20100) > 0.49)
    // Music and speech reach into the band, but with little.
    for other in [sound(.music(decibels: 0)), sound(.speech(decibels: 0))] {
      let high = 10 * log10(bandPower(other, 15000...20500) / 0.5)
      #expect((-45...(-8)).contains(high))
    }
  }

  @Test func clicksAndKeysAreShortAndReachTheirPeak() {
    let clicks = sound(.clicks(perSecond: 5, peakDecibels: -6))
    let typing = sound(.typing(peakDecibels: 0))
    #expect((0.4...0.8).contains(clicks.map(abs).max()!))
    #expect((0.7...1.3).contains(typing.map(abs).max()!))
    for keys in [clicks, typing] {
      #expect(keys.filter { $0 == 0 }.count > keys.count / 2)
      #expect(keys.contains { $0 != 0 })
    }
  }

  @Test func burstsStayInTheirTime() {
    let burst = sound(.noiseBurst(startSeconds: 1, seconds: 0.5, decibels: 10), seconds: 2)
    #expect(burst[..<48000].allSatisfy { $0 == 0 })
    #expect(burst[72000...].allSatisfy { $0 == 0 })
    #expect(abs(meanPower(burst[48000..<72000]) / 5 - 1) < 0.05)
  }
}

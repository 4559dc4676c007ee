import Foundation
import HandShakeSignal
import Testing

@testable import HandShakeChannelModel

@Suite struct SharedAirTests {
  /// What all microphones hear while `played`, whose ends are silent, is played; `blockCount`
  /// blocks.
  private func hear(_ air: SharedAir, _ played: [[Float]], blockCount: Int) -> [[Float]] {
    var heard = played.map { _ in [Float]() }
    for block in 0..<blockCount {
      let first = block * air.blockLength
      let blocks = played.map { sound in
        (first..<first + air.blockLength).map { $0 < sound.count ? sound[$0] : 0 }
      }
      for (index, block) in air.advance(blocks).enumerated() { heard[index] += block }
    }
    return heard
  }

  /// A pulse of 18 kHz about sample `middle`, at a place between samples.
  private func pulse(_ place: Double, middle: Double) -> Float {
    let offset = place - middle
    return Float(exp(-offset * offset / 20_000) * cos(2 * .pi * 0.375 * offset))
  }

  /// Each sample that is heard is the one that clocks, latencies and distance say, to less than a
  /// thousandth of a sample: that is an error of -53 dB at 18 kHz.
  @Test(arguments: [(0.0, 0.0), (100, -100), (-100, 100)])
  func soundComesWhenClocksLatenciesAndDistanceSay(partsPerMillion: (Double, Double)) {
    let speeds = [partsPerMillion.0, partsPerMillion.1].map { 1 + $0 * 1e-6 }
    let stations = zip(speeds, [(0.02, 0.013), (0.0347, 0.5)]).map { speed, latencies in
      AirStation(
        clockPartsPerMillion: (speed - 1) * 1e6, playbackSeconds: latencies.0,
        captureSeconds: latencies.1)
    }
    let distances = [[0.12, 3.4], [7.77, 0.25]]
    let air = SharedAir(stations: stations) { from, to in
      AirPath(distanceMetres: distances[from][to])
    }
    // Nine seconds, by which the clocks differ by 86 samples.
    let middles = [[20_000.0, 350_000], [200_000.0, 380_000]]
    let count = 440_000
    let played = middles.map { middles in
      var sound = [Float](repeating: 0, count: count)
      for middle in middles {
        for index in Int(middle) - 1000...Int(middle) + 1000 {
          sound[index] = pulse(Double(index), middle: middle)
        }
      }
      // No pause in which the clocks are set alike.
      for index in stride(from: 1000, to: count, by: 100_000) { sound[index] = 2e-5 }
      return sound
    }
    let heard = hear(air, played, blockCount: count / 256)
    #expect(air.clockJumpCount == 0)
    for (to, hearing) in stations.enumerated() {
      for (from, playing) in stations.enumerated() {
        let delay = distances[from][to] / soundMetresPerSecond * 48000
        func place(_ index: Int) -> Double {
          let sum = Double(index) / speeds[to] - hearing.captureSeconds * 48000
          return (sum - delay) * speeds[from] - playing.playbackSeconds * 48000
        }
        for middle in middles[from] {
          let near = heard[to].indices.filter { abs(place($0) - middle) < 1000 }
          #expect(near.count > 1900)
          let expected = near.map { pulse(place($0), middle: middle) }
          let error = errorDecibels(near.map { heard[to][$0] }, expected)
          #expect(error < -53, "from \(from) to \(to) at \(middle)")
        }
      }
    }
  }

  @Test func clocksAreSetAlikeInSilence() {
    let stations = [100.0, -100].map {
      AirStation(clockPartsPerMillion: $0, playbackSeconds: 0.002, captureSeconds: 0.002)
    }
    let air = SharedAir(stations: stations) { from, to in
      from == to ? nil : AirPath(distanceMetres: 0)
    }
    // A minute, in which both clocks would go beyond their 2 ms, and then sound.
    let count = 60 * 48000 / 256
    for _ in 0..<count {
      _ = air.advance([[Float](repeating: 0, count: 256), [Float](repeating: 0, count: 256)])
    }
    let sound = (0..<4000).map { pulse(Double($0), middle: 2000) }
    let heard = hear(air, [sound, []], blockCount: 40)
    #expect(air.clockJumpCount == 0)
    let peak = heard[1].indices.max { abs(heard[1][$0]) < abs(heard[1][$1]) }!
    #expect(abs(peak - 2192) <= 1)
  }

  @Test func clocksJumpWhereTheyRunAwayAmidSound() {
    let stations = [
      AirStation(
        clockPartsPerMillion: 100, playbackSeconds: AirStation.leastLatencySeconds)
    ]
    let air = SharedAir(stations: stations) { _, _ in AirPath(distanceMetres: 0.1) }
    _ = hear(air, [tone(18000, count: 96000)], blockCount: 375)
    // 9.6 samples of drift, and room for one at a time.
    #expect((3...20).contains(air.clockJumpCount))
  }

  @Test func ownLoudspeakerIsSoMuchLouder() {
    let air = SharedAir(stations: [AirStation(), AirStation()]) { from, to in
      AirPath(distanceMetres: from == to ? 0.1 : 2, levelDecibels: from == to ? 0 : -20)
    }
    let heard = hear(air, [tone(18000, count: 48000), []], blockCount: 180)
    let powers = heard.map { 10 * log10(meanPower($0[20_000..<40_000]) / 0.5) }
    #expect(abs(powers[0]) < 0.01)
    #expect(abs(powers[1] + 20) < 0.01)
  }

  @Test func noiseHasThePowerAskedFor() {
    let stations = [
      AirStation(noiseDecibels: -45),
      AirStation(noiseDecibels: -30, noise: tone(1000, count: 4800)),
      AirStation(),
    ]
    let heard = hear(
      SharedAir(stations: stations) { _, _ in nil }, [[], [], []], blockCount: 750)
    #expect(abs(10 * log10(meanPower(heard[0]) / 0.5) + 45) < 0.1)
    #expect(abs(10 * log10(meanPower(heard[1]) / 0.5) + 30) < 0.01)
    #expect(heard[2].allSatisfy { $0 == 0 })
  }

  @Test func roomsOfManyPartitionsAreWhatConvolutionSays() {
    var random = SeededRandom(seed: 3)
    let response = Room.stairwell.impulseResponse(rateHertz: 48000, random: &random)
    let sound = (0..<9000).map { _ in Float(random.normal()) }
    let stations = [AirStation(playbackSeconds: 0.005, captureSeconds: 0.005)]
    let air = SharedAir(stations: stations) { _, _ in
      // 3 m are 419.8 samples.
      AirPath(
        response: response, directSeconds: 3 / soundMetresPerSecond, distanceMetres: 3,
        levelDecibels: -6)
    }
    let heard = hear(air, [sound], blockCount: 300)[0]
    let expected = convolve(sound, with: response).map { $0 * Float(pow(10, -0.3)) }
    #expect(errorDecibels(heard[480...], expected) < -110)
  }

  @Test(arguments: [Room.desk, .hall])
  func directSoundOfARoomTravelsItsDistance(room: Room) {
    var random = SeededRandom(seed: 4)
    let metres = 480 * soundMetresPerSecond / 48000
    let path = AirPath(room: room, distanceMetres: metres, levelDecibels: 0, random: &random)
    // Nothing but noise rises before it.
    #expect(path.taps[..<470].allSatisfy { abs($0) < 1e-3 })
    #expect(abs(path.taps[480]) > 0.1)
  }

  /// Its level is that of the band, its direct sound takes its distance, and silence after it costs
  /// nothing.
  @Test func measuredRoomsAreCutAndOfTheLevelAskedFor() {
    var random = SeededRandom(seed: 5)
    let room = Room.car.impulseResponse(rateHertz: 48000, random: &random)
    let recording = room.map { $0 * 7 } + [Float](repeating: 1e-6, count: 40_000)
    let metres = 480 * soundMetresPerSecond / 48000
    let taps = AirPath(measured: recording, distanceMetres: metres, levelDecibels: -6).taps
    #expect(taps.count < 480 + room.count)
    let gain = Room.bandGain(taps.map(Double.init), rateHertz: 48000)
    #expect(abs(20 * log10(gain) + 6) < 0.01)
    let peak = taps.indices.max { abs(taps[$0]) < abs(taps[$1]) }!
    #expect(peak == 480)
  }

  private func noisyAir(seed: UInt64, losses: AirLosses = AirLosses()) -> SharedAir {
    let station = AirStation(clockPartsPerMillion: 20, noiseDecibels: -40)
    return SharedAir(stations: [station, station], seed: seed) { from, to in
      AirPath(distanceMetres: 1, losses: from == to ? AirLosses() : losses)
    }
  }

  @Test func theSameSeedGivesTheSameSound() {
    let sound = tone(18000, count: 9600)
    let losses = AirLosses(
      stretchProbability: 0.5, stretchSeconds: 0.01, stretchPeriodSeconds: 0.02)
    let sounds = [7, 7, 8].map { seed in
      hear(noisyAir(seed: seed, losses: losses), [sound, sound], blockCount: 60)
    }
    #expect(sounds[0] == sounds[1])
    #expect(sounds[0][0] != sounds[2][0])
    #expect(sounds[0][0] != sounds[0][1])
  }

  /// Of 100 utterances to the other station some 30 are lost, all of each; to itself none.
  @Test func utterancesAreLostAsAWhole() {
    let losses = AirLosses(utteranceProbability: 0.3)
    let air = SharedAir(stations: [AirStation(), AirStation()]) { from, to in
      AirPath(distanceMetres: 0.343, losses: from == to ? AirLosses() : losses)
    }
    let period = 14_400
    let utterance = tone(18000, count: 1000) + [Float](repeating: 0, count: period - 1000)
    let sound = (0..<100).flatMap { _ in utterance }
    let heard = hear(air, [sound, []], blockCount: 100 * period / 256)
    let powers = heard.map { heard in
      (0..<99).map { meanPower(heard[$0 * period + 4800..<$0 * period + 6000]) }
    }
    let whole = powers[0][0]
    #expect(powers[0].allSatisfy { abs($0 / whole - 1) < 0.01 })
    #expect(powers[1].allSatisfy { $0 < 1e-9 || abs($0 / whole - 1) < 0.01 })
    #expect((18...42).contains(powers[1].filter { $0 < 1e-9 }.count))
  }

  @Test func stretchesAreLostAsOftenAsAsked() {
    let losses = AirLosses(
      stretchProbability: 0.3, stretchSeconds: 0.1, stretchPeriodSeconds: 0.4)
    let air = SharedAir(stations: [AirStation(), AirStation()]) { from, to in
      from == to ? nil : AirPath(distanceMetres: 0.343, losses: losses)
    }
    let seconds = 80
    let heard = hear(
      air, [tone(18000, count: seconds * 48000), []], blockCount: seconds * 48000 / 256)[1]
    let silent = stride(from: 6000, to: heard.count - 480, by: 480).filter {
      meanPower(heard[$0..<$0 + 480]) < 0.1
    }
    let share = Double(silent.count) * 480 / Double(heard.count)
    #expect((0.045...0.105).contains(share))
  }
}

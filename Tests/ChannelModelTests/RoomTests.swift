import Foundation
import Testing

@testable import HandShakeChannelModel

@Suite struct RoomTests {
  @Test func imagesOfAShoeboxLieBehindItsWalls() {
    let room = ShoeboxRoom(size: Position(5, 4, 3), reflection: 0.5)
    let images = room.images(of: Position(1, 1.5, 1.2), order: 1)
    let expected: [Position] = [
      Position(1, 1.5, 1.2), Position(-1, 1.5, 1.2), Position(9, 1.5, 1.2),
      Position(1, -1.5, 1.2), Position(1, 6.5, 1.2), Position(1, 1.5, -1.2),
      Position(1, 1.5, 4.8),
    ]
    #expect(images.count == 7)
    #expect(images[0].position == expected[0] && images[0].gain == 1)
    for position in expected {
      let distances = images.map { $0.position.distance(to: position) }
      #expect(distances.min()! < 1e-12)
    }
    #expect(images.dropFirst().allSatisfy { $0.gain == 0.5 })
  }

  @Test(arguments: Room.all)
  func responsesStartAtFiveMillisecondsWithUnitGain(room: Room) {
    for seed in 0..<5 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let response = room.impulseResponse(rateHertz: 48000, random: &random)
      let before = meanPower(response[..<220])
      let all = meanPower(response)
      #expect(before < 0.01 * all, "seed \(seed)")
      let gain = Room.bandGain(response.map(Double.init), rateHertz: 48000)
      #expect(abs(gain - 1) < 1e-3, "seed \(seed)")
    }
  }

  /// The direct sound of a bare room, and the floor reflection where geometry puts it.
  @Test func reflectionsComeWhenGeometrySays() {
    var room = Room.desk
    room.diffuseDecibels = -200
    var random = SeededRandom(seed: 5)
    let response = room.impulseResponse(rateHertz: 48000, random: &random)
    let direct = response.indices.max { abs(response[$0]) < abs(response[$1]) }!
    #expect(direct == 240)
    // 0.67 m apart at 0.8 m: the floor's image is 1.73 m away, 3.1 ms later; positions vary by
    // 0.1 m, and nothing else arrives within 2 ms.
    let quiet = response[250..<330].map(abs).max()!
    let floor = response[330..<450].map(abs).max()!
    #expect(quiet < 0.1 * response[direct])
    #expect(floor > 0.1 * response[direct])
  }

  @Test(arguments: [Room.kitchen, .stairwell, .hall])
  func diffuseSoundFallsBySixtyDecibelsInItsTime(room: Room) {
    var falls: [Double] = []
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let response = room.impulseResponse(rateHertz: 48000, random: &random)
      // After the images have ended, over a quarter of the time: 15 dB.
      let first = Int(0.08 * 48000)
      let later = first + Int(room.reverberationSeconds / 4 * 48000)
      let span = Int(room.reverberationSeconds / 10 * 48000)
      falls.append(
        10
          * log10(
            meanPower(response[first..<first + span]) / meanPower(response[later..<later + span])))
    }
    let fall = falls.reduce(0, +) / Double(falls.count)
    #expect(abs(fall - 15) < 0.6)
  }

  @Test func roomsDifferFromOneAnotherAndFromCaptureToCapture() {
    var random = SeededRandom(seed: 6)
    var sound = [Float](repeating: 0, count: 100)
    sound[0] = 1
    let captures = (Room.all + Room.all).map {
      Channel(room: $0, leadSeconds: 0...0).capture(sound, random: &random)
    }
    for (index, left) in captures.enumerated() {
      for right in captures[..<index] { #expect(errorDecibels(left, right) > -20) }
    }
  }

  @Test func overlapAddEqualsTheSum() {
    var random = SeededRandom(seed: 7)
    let samples = (0..<5000).map { _ in Float(random.normal()) }
    let response = (0..<700).map { _ in Float(random.normal()) }
    let fast = convolve(samples, with: response)
    #expect(fast.count == 5699)
    for index in [0, 1, 699, 700, 1348, 1349, 1350, 4999, 5000, 5698] {
      var sum = 0.0
      for tap in 0..<700 where samples.indices ~= index - tap {
        sum += Double(response[tap]) * Double(samples[index - tap])
      }
      #expect(abs(Double(fast[index]) - sum) < 1e-3, "sample \(index)")
    }
  }
}

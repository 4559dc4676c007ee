import HandShakeChannelModel
import HandShakeModem
import HandShakeSignal

/// Starts of messages at short intervals, in several placements at once.
struct HostileStarts {
  var modem: String
  var rung: Int?
  var characters: Int
  var placements = [0, 1, 2]
  /// Seconds of each message that sound, from its start.
  var seconds: Double
  /// Seconds of noise after that.
  var noiseSeconds = 0.0
  /// Seconds between two starts.
  var spacingSeconds: Double
  /// Whether all starts are copies of one message.
  var isRepeated = false

  /// Adds the starts to a whole sound at 48 kHz.
  func add(to sound: inout [Float], _ random: inout SeededRandom) {
    let modem = declared(fields(ofBuiltIn: modem))
    let message = randomText(characters, &random)
    let noise = Interference.noiseBurst(startSeconds: 0, seconds: noiseSeconds, decibels: -10)
    let spacing = Int(48_000 * spacingSeconds)
    for (number, placement) in placements.enumerated() {
      for first in stride(from: spacing * number / placements.count, to: sound.count, by: spacing) {
        let whole = transmission(
          of: isRepeated ? message : randomText(characters, &random), modem, placement: placement,
          pace: rung.map { .rung($0) } ?? .automatic, copies: isRepeated ? 2 : 1)
        let start =
          whole!.prefix(Int(48_000 * seconds))
          + noise.samples(count: Int(48_000 * noiseSeconds), rateHertz: 48_000, random: &random)
        for (index, sample) in zip(first..<sound.count, start) { sound[index] += sample }
      }
    }
  }
}

/// Sounds from a sender who wants to load the receiver as much as possible.
///
/// Of about a hundred choices of length, part, distance and place per kind of start, these sounds
/// cost the receiver of their time most.
enum HostileSounds {
  static var all: [FalseTexts.Sound] {
    [
      starts(
        "hop-starts",
        HostileStarts(
          modem: "hop", characters: 60, placements: [0], seconds: 0.171, spacingSeconds: 0.13)),
      starts(
        "hop-deep-starts",
        HostileStarts(
          modem: "hop-deep", characters: 64, placements: [0, 2], seconds: 0.683,
          spacingSeconds: 0.2)),
      starts(
        "short-burst-starts",
        HostileStarts(
          modem: "burst-max", rung: 10, characters: 256, seconds: 0.086, spacingSeconds: 0.146)),
      starts(
        "long-burst-starts",
        HostileStarts(
          modem: "burst", rung: 10, characters: 256, seconds: 0.24, spacingSeconds: 0.3)),
      starts(
        "ggwave-starts",
        HostileStarts(
          modem: "ggwave-ultrasound-fastest", characters: 3, placements: [0], seconds: 0.6,
          spacingSeconds: 0.8)),
      starts(
        "classic-starts",
        HostileStarts(modem: "classic", characters: 5, seconds: 2, spacingSeconds: 0.33)),
      starts(
        "all-starts",
        HostileStarts(
          modem: "burst-max", rung: 10, characters: 256, placements: [2], seconds: 0.086,
          spacingSeconds: 0.146),
        HostileStarts(
          modem: "hop", characters: 60, placements: [0], seconds: 0.171, spacingSeconds: 0.13),
        HostileStarts(
          modem: "hop-deep", characters: 64, placements: [0], seconds: 0.683,
          spacingSeconds: 0.683),
        HostileStarts(
          modem: "classic", characters: 16, placements: [0], seconds: 0.525, spacingSeconds: 1.2),
        HostileStarts(
          modem: "ggwave-ultrasound-fastest", characters: 16, placements: [0], seconds: 0.342,
          spacingSeconds: 1.2)),
      (
        "chirps",
        { decibels, random in
          Interference.chirps(
            lowestHertz: 12_000, highestHertz: 21_000, perSecond: 16, decibels: decibels - 10
          ).samples(count: sampleCount, rateHertz: 48_000, random: &random)
        }
      ),
      starts(
        "one-message-cut",
        HostileStarts(
          modem: "burst-max", rung: 10, characters: 500, seconds: 0.2, spacingSeconds: 0.25,
          isRepeated: true)),
      starts(
        "headers-before-noise",
        HostileStarts(
          modem: "burst-max", rung: 9, characters: 256, seconds: 0.086, noiseSeconds: 0.1,
          spacingSeconds: 0.206)),
    ]
  }

  private static let sampleCount = 480_000

  private static func starts(_ name: String, _ parts: HostileStarts...) -> FalseTexts.Sound {
    (
      name,
      { decibels, random in
        var sound = [Float](repeating: 0, count: sampleCount)
        for part in parts { part.add(to: &sound, &random) }
        let gain = Float(amplitudeRatio(decibels: decibels)) / sound.map { abs($0) }.max()!
        return sound.map { gain * $0 }
      }
    )
  }
}

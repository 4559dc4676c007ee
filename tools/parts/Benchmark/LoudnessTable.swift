import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeSignal

import func Glibc.pow
import func Glibc.tanh

/// The audible sound that soft clipping in loudspeakers adds below a signal's band, at every signal
/// level. Also the loss of signal at lower levels.
enum LoudnessTable {
  /// High enough that the products of tanh up to its 21st harmonic do not alias.
  private static let rateHertz = 384_000.0
  private static let levels = [0.0, -1, -2, -3, -4, -6, -9, -12]

  private struct Loudspeaker: Sendable {
    let name: String
    let play: @Sendable (Double) -> Double
  }

  /// The first two are nonlinear from the start, with equal third order, and end at full scale. The
  /// last, by C. Rapp (1991), is linear up to about 3 dB below full scale.
  private static let loudspeakers = [
    Loudspeaker(name: "tanh") { tanh($0) },
    Loudspeaker(name: "cubic") { $0 - $0 * $0 * $0 / 3 },
    Loudspeaker(name: "Rapp, p = 3") { $0 / pow(1 + pow($0, 6), 1.0 / 6) },
  ]

  private struct Sound {
    let name: String
    let samples: [Float]
    /// The measurement covers the frequencies below this limit.
    let floorHertz: Double
    /// Whether the played samples can be read.
    var isRead: ([Float]) -> Bool = { _ in true }
  }

  static func print() {
    Swift.print(
      "Energy 2 kHz below the lowest tone and lower in dB of all, and the signal's in dB of that "
        + "at 0 dB, as\nloudspeakers play it at peaks of so many dB of full scale; * where it is "
        + "not read without noise")
    Swift.print(
      "".padded(43) + levels.map { column($0, 0, width: 13) + " " }.joined())
    for sound in sounds() {
      for loudspeaker in loudspeakers {
        let cells = levels.map { cell(sound, loudspeaker, $0) }
        Swift.print(
          "  \(sound.name.padded(28))\(loudspeaker.name.padded(13))" + cells.joined())
      }
    }
    Swift.print("")
  }

  private static func cell(_ sound: Sound, _ loudspeaker: Loudspeaker, _ level: Double) -> String {
    let gain = amplitudeRatio(decibels: level)
    let played = sound.samples.map { Float(loudspeaker.play(gain * Double($0))) }
    let heard = Audibility(of: played, rateHertz: rateHertz, belowHertz: sound.floorHertz)
    // The signal is the part of the played sound that correlates with the original.
    var (signal, loudest) = (0.0, 0.0)
    for (sample, playedSample) in zip(sound.samples, played) {
      signal += Double(sample) * Double(playedSample)
      loudest += Double(sample) * loudspeaker.play(Double(sample))
    }
    return column(heard.energyDecibels, 1, width: 7)
      + column((10 * decibels(amplitudeRatio: signal / loudest)).rounded() / 10 + 0, 1, width: 6)
      + (sound.isRead(played) ? " " : "*")
  }

  private static func sounds() -> [Sound] {
    let protocols: [(String, Int?)] = [
      ("hop", nil), ("classic", nil), ("burst", 0), ("burst", 4), ("burst", 8), ("burst-max", 9),
      ("ggwave-ultrasound-fastest", nil),
    ]
    var sounds = protocols.compactMap { name, rung -> Sound? in
      let modem = ProtocolCatalog.builtIn.first { $0.name == name }!
      var random = SeededRandom(seed: 1)
      let text = randomText(16, &random)
      let pace = rung.map { TransmissionPace.rung($0) } ?? .automatic
      return transmission(of: text, modem, pace: pace, rateHertz: rateHertz).map { samples in
        Sound(
          name: name + (rung.map { ", rung \($0)" } ?? ""), samples: samples,
          floorHertz: modem.placements[0].lowestToneHertz - 2000,
          isRead: { listen(at48Kilohertz($0), protocols: [modem]).texts == [text] })
      }
    }
    let count = Int(0.2 * rateHertz)
    sounds.append(
      Sound(
        name: "a tone of 18 kHz",
        samples: (0..<count).map { index in
          let seconds = Double(index) / rateHertz
          return Float(sine(.pi * min(1, 50 * min(seconds, 0.2 - seconds)) / 2))
            * Float(sine(2 * .pi * 18_000 * seconds))
        }, floorHertz: 16_000))
    return sounds
  }

  private static func at48Kilohertz(_ samples: [Float]) -> [Float] {
    stride(from: 0, to: samples.count, by: 8).map { samples[$0] }
  }
}

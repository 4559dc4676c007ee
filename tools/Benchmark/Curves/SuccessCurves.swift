import ChannelModel
import Foundation
import Picture
import Terminal

/// How much of what is sent arrives, against noise, distance, speed and reverberation, for this project
/// and the peers that are installed: tables, and a picture of the curves.
struct SuccessCurves {
  /// Where the pictures go.
  let folder: String
  /// Messages for each value.
  let count: Int
  let characters: Int
  let seed: UInt64

  /// A system on one sweep.
  struct Curve {
    let name: String
    var points: [(value: Double, share: Double)] = []
  }

  /// What is told of a system in a line.
  private struct Total {
    let name: String
    var onAirSeconds = 0.0
    var wrong = 0
    var sent = 0
  }

  func printTables() throws {
    let library = GGWaveLibrary()
    let minimodem = Minimodem()
    defer { minimodem?.close() }
    var systems = ["hop", "hop-deep", "classic", "burst"].map(TransferSystem.own)
    if let library {
      systems += [
        library.system("ggwave ultrasound normal (the library)", number: 3),
        library.system("ggwave ultrasound fastest (the library)", number: 5),
      ]
    } else {
      print("ggwave is not installed, and left out: tools/setup test installs it")
    }
    systems.append(.own("ggwave-ultrasound-fastest"))
    if let minimodem {
      systems.append(minimodem.system(bitsPerSecond: 300))
    } else {
      print("minimodem is not installed, and left out: apt-get install minimodem")
    }
    print(
      "Messages of \(characters) characters that arrive, \(count) for each figure, peak at full scale,"
        + " seed \(seed)")
    var totals = systems.map { Total(name: $0.name) }
    var panels: [(sweep: Sweep, curves: [Curve])] = []
    for sweep in Sweep.all {
      print("\n\(sweep.title): \(sweep.conditions)")
      print("  \("".padded(40))" + sweep.values.map { column($0, 2, width: 6) }.joined())
      var curves: [Curve] = []
      for (index, system) in systems.enumerated() {
        var curve = Curve(name: system.name)
        for value in sweep.values {
          let share = share(of: system, through: sweep.channel(value), &totals[index])
          curve.points.append((value, share))
        }
        print(
          "  \(system.name.padded(40))"
            + curve.points.map { column($0.share, 2, width: 6) }.joined())
        curves.append(curve)
      }
      panels.append((sweep, curves))
    }
    print("\nAll messages above\n  \("".padded(40))  sent  wrong  on air s  b/s while on air")
    for total in totals {
      print(
        "  \(total.name.padded(40))\(column(Double(total.sent), 0, width: 6))"
          + "\(column(Double(total.wrong), 0, width: 7))\(column(total.onAirSeconds, 2, width: 10))"
          + column(Double(8 * characters) / total.onAirSeconds, 0, width: 18))
    }
    for format in [PictureFormat.svg, .png] {
      let bytes = try CurvePicture.draw(panels, as: format)
      let name = format == .svg ? "success.svg" : "success.png"
      try Data(bytes).write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
    }
  }

  private func share(
    of system: TransferSystem, through channel: Channel, _ total: inout Total
  ) -> Double {
    var arrived = 0
    for message in 0..<count {
      // The same texts and the same air for every system.
      var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(message))
      let text = randomText(characters, &random)
      guard let samples = system.samples(text) else { continue }
      let heard = system.texts(channel.capture(samples, random: &random))
      total.sent += 1
      total.onAirSeconds = Double(samples.count) / 48000
      arrived += heard.contains(text) ? 1 : 0
      total.wrong += heard.contains { $0 != text } ? 1 : 0
    }
    return Double(arrived) / Double(count)
  }
}

import Foundation
import HandShakeChannelModel
import HandShakePicture
import HandShakeTerminal

/// The share of messages that arrive against noise, distance, speed and reverberation, for this
/// project and the installed peers. Prints tables and draws a picture of the curves.
struct SuccessCurves {
  /// The folder for the pictures.
  let folder: String
  /// Messages for each value.
  let count: Int
  let characters: Int
  let seed: UInt64

  /// The results of a system on one sweep.
  struct Curve {
    let name: String
    var points: [(value: Double, share: Double)] = []
  }

  /// The figures of a system in one line.
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
        library.system("ggwave library, normal", number: 3),
        library.system("ggwave library, fastest", number: 5),
      ]
    } else {
      print("ggwave is not installed, and left out: tools/setup everything installs it")
    }
    systems.append(.own("ggwave-ultrasound-fastest"))
    if let minimodem {
      systems.append(minimodem.system(bitsPerSecond: 300))
    } else {
      print("minimodem is not installed, and left out: apt-get install minimodem")
    }
    print(
      "Messages of \(characters) characters that arrive, \(count) for each figure, peak at full "
        + "scale, seed \(seed)")
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
    try write(panels)
  }

  /// Writes all figures, one per line, and draws them.
  private func write(_ panels: [(sweep: Sweep, curves: [Curve])]) throws {
    let lines = panels.flatMap { sweep, curves in
      curves.flatMap { curve in
        curve.points.map { "\(sweep.title)\t\(curve.name)\t\($0.value)\t\($0.share)\n" }
      }
    }
    let folder = URL(fileURLWithPath: folder)
    try Data(lines.joined().utf8).write(to: folder.appendingPathComponent("success.tsv"))
    try Self.draw(panels, in: folder)
  }

  /// Draws the figures from `success.tsv` in `folder`.
  static func redraw(folder: String) throws {
    let folder = URL(fileURLWithPath: folder)
    let file = folder.appendingPathComponent("success.tsv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    let panels = Sweep.all.map { sweep -> (sweep: Sweep, curves: [Curve]) in
      var curves: [Curve] = []
      for row in rows where row.count == 4 && row[0] == sweep.title {
        if curves.last?.name != row[1] { curves.append(Curve(name: row[1])) }
        curves[curves.count - 1].points.append((Double(row[2]) ?? 0, Double(row[3]) ?? 0))
      }
      return (sweep, curves)
    }
    try draw(panels, in: folder)
  }

  private static func draw(
    _ panels: [(sweep: Sweep, curves: [Curve])], in folder: URL
  ) throws {
    for format in [PictureFormat.svg, .png] {
      let bytes = try CurvePicture.draw(panels, as: format)
      let name = format == .svg ? "success.svg" : "success.png"
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
  }

  private func share(
    of system: TransferSystem, through channel: Channel, _ total: inout Total
  ) -> Double {
    var arrived = 0
    for message in 0..<count {
      // Every system has the same texts and the same air.
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

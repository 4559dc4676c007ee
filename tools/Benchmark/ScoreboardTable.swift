import Foundation
import HandShakeAudioFile
import HandShakeChannelModel
import HandShakeModem

/// What becomes of messages in rooms, family by family: heard, lost without a word, refused with a word, or wrong;
/// and the rooms and seeds of those that were not heard.
struct ScoreboardTable {
  let options: Options
  private let places: [Place]

  /// A way from the sender to the receiver.
  private struct Place {
    var name: String
    /// A room of the model.
    var room: Room?
    /// Its impulse response where it was measured.
    var response: [Float]?
  }

  /// What is sent.
  private struct Row {
    var modem: ModemProtocol
    var rung: Int?
    var characters: Int

    var name: String { modem.name + (rung.map { " --rung \($0)" } ?? "") }
  }

  private enum Outcome: String, CaseIterable {
    case heard
    case silent = "without a word"
    case refused = "with a word"
    case wrong
  }

  /// - Throws: where a recording of the folder of rooms cannot be read.
  init(options: Options) throws {
    self.options = options
    guard let folder = options.roomsFolder else {
      places =
        Room.all.map { Place(name: $0.name, room: $0) }
        + [
          Place(
            name: "echo-rich",
            room: .echoRich(
              directToReverberantDecibels: -16, decaySeconds: 0.2, strongestArrivalSeconds: 0.045))
        ]
      return
    }
    places = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".wav") }.sorted()
      .map {
        Place(
          name: String($0.dropLast(4)),
          response: try FalseTexts.firstChannel(folder + "/" + $0))
      }
  }

  /// Prints a row for every family, length and level, and below it what was not heard.
  func printTable() {
    print(
      "Messages in \(places.count) rooms, \(options.count) in each with the seeds from \(options.seed) on:"
        + " heard, lost without a word, refused with a word, wrong text; device falling 10 dB from"
        + " 15 to 20 kHz with 2.5 dB of ripple, 40 ppm")
    print(
      "  \("".padded(16))characters    dB"
        + Outcome.allCases.map { "  " + $0.rawValue }.joined())
    for row in rows {
      for decibels in options.roomDecibels { printRow(row, decibels) }
    }
  }

  /// The named protocols in the given lengths, or those of the families that echoes spoil.
  private var rows: [Row] {
    guard options.protocols.isEmpty else {
      return options.protocols.flatMap { modem in
        options.sizes.map { Row(modem: modem, characters: $0) }
      }
    }
    let (hop, burst) = (
      declared(fields(ofBuiltIn: "hop")), declared(fields(ofBuiltIn: "burst"))
    )
    return [
      Row(modem: hop, characters: 16), Row(modem: burst, rung: 3, characters: 64),
      Row(modem: burst, rung: 3, characters: 512),
    ]
  }

  private func printRow(_ row: Row, _ decibels: Double) {
    var counts: [Outcome: Int] = [:]
    var unheard: [String] = []
    for place in places {
      for number in 0..<options.count {
        let seed = options.seed &+ UInt64(number)
        guard let outcome = send(row, in: place, decibels, seed: seed) else { continue }
        counts[outcome, default: 0] += 1
        if outcome != .heard { unheard.append("\(place.name) \(seed): \(outcome.rawValue)") }
      }
    }
    print(
      "  \(row.name.padded(16))\(column(Double(row.characters), 0, width: 10))"
        + column(decibels, 0, width: 6)
        + Outcome.allCases.map {
          "  " + column(Double(counts[$0] ?? 0), 0, width: $0.rawValue.count)
        }.joined())
    for line in unheard { print("      \(line)") }
  }

  /// What becomes of one message; nil where its protocol cannot carry it.
  private func send(
    _ row: Row, in place: Place, _ decibels: Double, seed: UInt64
  ) -> Outcome? {
    var random = SeededRandom(seed: seed)
    let text = randomText(row.characters, &random)
    guard
      var sound = transmission(
        of: text, row.modem, pace: row.rung.map { .rung($0) } ?? .automatic)
    else { return nil }
    if let response = place.response { sound = convolve(sound, with: response) }
    let channel = Channel(
      signalToNoiseDecibels: decibels, device: DeviceResponse(), room: place.room,
      motion: Motion(clockPartsPerMillion: 40))
    let reception = listen(channel.capture(sound, random: &random), protocols: [row.modem])
    if reception.texts.contains(where: { $0 != text }) { return .wrong }
    if !reception.texts.isEmpty { return .heard }
    return reception.failures > 0 ? .refused : .silent
  }
}

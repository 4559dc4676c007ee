import Foundation
import HandShakeAudioFile
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeTransferKit

/// The table for the assessment of receiver changes. It lists the results of messages, by family
/// and situation, and of sounds without messages. The receiver listens for the default protocols of
/// `hrecv`.
///
/// Message `number` of a situation is drawn from `options.seed + number`: first its text, then its
/// channel.
struct ScoreboardTable {
  let options: Options
  private let rooms: [Way]
  let sounds: [FalseTexts.Sound]
  private let rows: [ScoreboardRow]
  let listened: [ModemProtocol]

  /// A path from the sender to the receiver.
  struct Way {
    var name = ""
    var channel: Channel
    /// The measured impulse response of a room.
    var response: [Float]?
  }

  /// The form of messages, and their paths.
  private struct Situation {
    var name: String
    var ways: [Way]
    var scene = ScoreboardScene.Kind.alone
    /// Recordings per path.
    var count: Int
  }

  /// - Throws: if a recording, or the folder of rooms, cannot be read.
  init(options: Options) throws {
    self.options = options
    sounds = try FalseTexts.madeSounds + options.recordingPaths.map(FalseTexts.recordedSound)
    rooms = try Self.rooms(options.roomsFolder)
    let (named, usual) = (options.protocols, ScoreboardRow.usual)
    rows =
      named.isEmpty
      ? usual
      : named.flatMap { modem in
        let known = usual.filter { $0.modem.name == modem.name }
        return known.isEmpty
          ? options.sizes.map { ScoreboardRow(modem: modem, characters: $0) } : known
      }
    listened =
      ProtocolCatalog.heardUnasked
      + named.filter { modem in
        !ProtocolCatalog.heardUnasked.contains { $0.name == modem.name }
      }
  }

  /// The rooms of the model, or the measured rooms in a folder.
  private static func rooms(_ folder: String?) throws -> [Way] {
    guard let folder else {
      return Room.all.map { Way(name: $0.name, channel: ChannelTables.still(in: $0, 0)) }
    }
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".wav") }.sorted()
      .map {
        Way(
          name: String($0.dropLast(4)), channel: ChannelTables.still(0),
          response: try FalseTexts.firstChannel(folder + "/" + $0))
      }
  }

  /// Prints a row for every family and situation. If no protocol is named, it also prints the rows
  /// of days and sounds. The faults are below.
  func printTable() {
    print(
      "Messages in \(rooms.count) rooms and elsewhere, \(ChannelTables.messagesInRoom(options)) in "
        + "each room, \(options.count) elsewhere, seeds from \(options.seed) on; \(listened.count) "
        + "protocols listen")
    print("  \("".padded(58))" + ScoreboardTally.header)
    var remarks: [String] = []
    func printRow(_ name: String, _ situation: String, _ tally: ScoreboardTally) {
      print("  \(name.padded(27))\(situation.padded(31))\(tally.row)")
      remarks += tally.remarks.map { "  \(name), \(situation): \($0)" }
    }
    // The same sounds for every seed, so that a message can be repeated between the same sounds.
    let minutes = sounds.map { sound in
      var random = SeededRandom(seed: 1)
      return sound.samples(ScoreboardScene.soundDecibels, &random)
    }
    for row in rows {
      for situation in situations(row, minutes) {
        printRow(row.name, situation.name, tally(row, situation))
      }
    }
    if options.protocols.isEmpty {
      printRow("all protocols", "random days", days())
      for sound in sounds { printRow("nothing sent", sound.name, tally(sound)) }
    }
    print(
      "\nNot heard, or told of nothing that was sent, by seeds; --seed S --count 1 draws one again")
    for remark in remarks { print(remark) }
  }

  private func situations(_ row: ScoreboardRow, _ minutes: [[Float]]) -> [Situation] {
    let few = ChannelTables.messagesInRoom(options)
    var situations: [Situation] = []
    func add(
      _ name: String, _ channel: Channel, _ scene: ScoreboardScene.Kind = .alone,
      count: Int? = nil
    ) {
      situations.append(
        Situation(
          name: name, ways: [Way(channel: channel)], scene: scene, count: count ?? options.count))
    }
    for decibels in options.roomDecibels {
      let ways = rooms.map { room in
        var room = room
        room.channel.signalToNoiseDecibels = decibels
        return room
      }
      situations.append(
        Situation(name: "rooms, \(column(decibels, 0)) dB", ways: ways, count: few))
    }
    let echoRich = Room.echoRich(
      directToReverberantDecibels: -16, decaySeconds: 0.2, strongestArrivalSeconds: 0.045)
    for decibels in options.roomDecibels {
      add("echo-rich room, \(column(decibels, 0)) dB", ChannelTables.still(in: echoRich, decibels))
    }
    for speed in [0.5, 1.5] {
      add("walking, \(column(speed, 1)) m/s, 20 dB", ChannelTables.walking(speed))
    }
    if let limit = row.limitDecibels {
      let below = Channel(signalToNoiseDecibels: limit - 1)
      add("noise, \(column(limit + 1, 1)) dB", Channel(signalToNoiseDecibels: limit + 1))
      add("noise, \(column(limit - 1, 1)) dB", below)
      add("two copies, \(column(limit - 1, 1)) dB", below, .twice)
    }
    add("its start cut off", ChannelTables.still(40), .startCut)
    add("its end cut off", ChannelTables.still(40), .endCut)
    add("1 to 62 ms lost amid it", ChannelTables.still(40), .samplesLost)
    add("another family meanwhile", ChannelTables.still(40), .overlapped)
    add("another right behind it", ChannelTables.still(40), .followed)
    add("between made sounds", ChannelTables.still(40), .betweenSounds(minutes), count: few)
    add("clean, in digital silence", Channel())
    return situations
  }

  /// Paths of `count` messages: half in rooms, a quarter in white noise, a quarter in motion.
  func calibrationWays(_ count: Int) -> [Way] {
    (0..<count).map { index in
      switch index % 4 {
      case 0: Way(channel: ChannelTables.still(0))
      case 1: Way(channel: ChannelTables.walking([0.5, 1, 1.5][index / 4 % 3]))
      default: rooms[index / 2 % rooms.count]
      }
    }
  }

  private func tally(_ row: ScoreboardRow, _ situation: Situation) -> ScoreboardTally {
    var tally = ScoreboardTally()
    for way in situation.ways {
      for seed in seeds(situation.count) {
        var random = SeededRandom(seed: seed)
        let scene = ScoreboardScene(situation.scene, of: row, random: &random)
        let sound = way.response.map { convolve(scene.samples, with: $0) } ?? scene.samples
        let heard = way.channel.capture(sound, random: &random)
        tally.note(
          listen(heard, protocols: listened), of: heard, scene.sent, place: way.name, seed: seed)
      }
    }
    return tally
  }

  /// The results of a sound without a message.
  private func tally(_ sound: FalseTexts.Sound) -> ScoreboardTally {
    var tally = ScoreboardTally()
    for seed in seeds(max(1, options.count / 16)) {
      var random = SeededRandom(seed: seed)
      for level in FalseTexts.levels {
        let heard = sound.samples(level, &random)
        tally.note(
          listen(heard, protocols: listened), of: heard, [], place: "\(column(level, 0)) dB",
          seed: seed)
      }
    }
    return tally
  }

  private func days() -> ScoreboardTally {
    var tally = ScoreboardTally()
    for seed in seeds(ChannelTables.messagesInRoom(options)) { tally.note(RandomDay(seed: seed)) }
    return tally
  }

  private func seeds(_ count: Int) -> [UInt64] {
    (0..<count).map { options.seed &+ UInt64($0) }
  }
}

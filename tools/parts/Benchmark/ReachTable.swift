import Foundation
import HandShake
import HandShakeAudioFile
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeTransferKit

/// The try of `hsend --confirm`, of three, that gets a receipt, by the lowest placement of the
/// tries. Loudspeakers fall by 10 dB from 15 to 20 kHz, with 2.5 dB of ripple.
struct ReachTable {
  let options: Options

  private static let floorsHertz = [17_000.0, 15_500, 14_000]
  private static let byteCount = 16
  /// The level of a station, and the path's gain from 15 to 20 kHz without its loudspeaker.
  private static let (playedDecibels, pathDecibels) = (-3.1, -25.0)

  func print() throws {
    let responses = try options.roomsFolder.map { folder in
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".wav") }.sorted()
      guard !names.isEmpty else {
        throw Options.Problem(text: "no WAV file in \(folder)", isWrong: true)
      }
      return try names.map { try FalseTexts.firstChannel(folder + "/" + $0) }
    }
    let roomCount = responses?.count ?? Room.all.count
    let count = max(1, options.count / roomCount)
    Swift.print(
      "hsend --confirm: \(Self.byteCount) bytes in \(roomCount) rooms, \(count) messages in each; "
        + "share delivered at the first try, by the second, by the third; seed \(options.seed)")
    for decibels in options.roomDecibels {
      for floor in Self.floorsHertz {
        var delivered = [0, 0, 0]
        for room in 0..<roomCount {
          for message in 0..<count {
            let seed = options.seed &* 1_000_003 &+ UInt64(room * 1000 + message)
            let tries = try tries(floor, decibels, responses?[room], room, seed: seed)
            for index in delivered.indices where tries ?? 4 <= index + 1 { delivered[index] += 1 }
          }
        }
        Swift.print(
          "  \(column(decibels, 0, width: 4)) dB  --floor \(column(floor, 0))"
            + delivered.map { column(Double($0) / Double(roomCount * count), 2, width: 7) }.joined()
        )
      }
    }
  }

  /// The confirmed try; nil if no try was confirmed.
  private func tries(
    _ floorHertz: Double, _ decibels: Double, _ measured: [Float]?, _ room: Int, seed: UInt64
  ) throws -> Int? {
    var random = SeededRandom(seed: seed)
    let text = randomText(Self.byteCount, &random)
    let air = SharedAir(
      stations: (0..<2).map { index in
        AirStation(
          clockPartsPerMillion: index == 0 ? 40 : 0, playbackSeconds: 0.04, captureSeconds: 0.03,
          noiseDecibels: Self.playedDecibels + Self.pathDecibels - decibels)
      }, blockLength: 1920, seed: seed
    ) { from, to in
      if from == to { return AirPath(distanceMetres: 0.1, levelDecibels: -5) }
      var path =
        measured.map { AirPath(measured: $0, distanceMetres: 2, levelDecibels: Self.pathDecibels) }
        ?? AirPath(
          room: Room.all[room], distanceMetres: 2, levelDecibels: Self.pathDecibels, random: &random
        )
      path.response = convolve(
        path.response,
        with: DeviceResponse().taps(rateHertz: SharedAir.rateHertz, random: &random))
      return path
    }
    let stations = try StationAir(air) { index in
      var station = try Station(
        hears: Receipt.protocols, rateHertz: SharedAir.rateHertz,
        seed: UInt32(truncatingIfNeeded: seed) &* 31 &+ UInt32(index))
      if index > 0 {
        station.open(with: nil, isLive: true)
        try station.answer(AnswerPolicy())
      }
      return station
    }
    let hop = try ProtocolCatalog.find("hop")
    var outgoing = Outgoing(.text(text), by: hop, isProtocolChosen: false)
    outgoing.floorHertz = floorHertz
    try stations.members[0].station.confirm(outgoing, at: stations.unixSeconds)
    try stations.run(limitSeconds: 60)
    guard case .confirmed(_, let attempts, _) = stations.members[0].ending else { return nil }
    return attempts
  }
}

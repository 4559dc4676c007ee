import HandShake
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeCoding
import HandShakeModem
import HandShakeTransferKit

/// The speed of confirmed files between two stations with one microphone or two microphones each.
struct MicrophoneFiles {
  let modem: ModemProtocol
  let seed: UInt64

  private static let byteCount = 65_536
  private static let limitSeconds = 600.0

  func print() throws {
    Swift.print(
      "\(modem.name): confirmed files of 64 KiB at 25 dB from 2 m, kb/s, by the microphones of "
        + "both; seed \(seed)")
    Swift.print("  room          one    two")
    var sums = [0.0, 0.0]
    for room in Room.all {
      let rates = try [1, 2].map { try kilobitsPerSecond(in: room, microphoneCount: $0) }
      for (place, rate) in rates.enumerated() { sums[place] += rate }
      Swift.print("  \(room.name.padded(10))" + rates.map { column($0, 1, width: 7) }.joined())
    }
    let means = sums.map { $0 / Double(Room.all.count) }
    Swift.print("  mean      " + means.map { column($0, 1, width: 7) }.joined())
  }

  /// The goodput, 0 if the file did not arrive within ten minutes.
  private func kilobitsPerSecond(in room: Room, microphoneCount: Int) throws -> Double {
    var random = SeededRandom(seed: seed)
    let bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
    guard
      let file = CarriedFile(
        name: Array("key.bin".utf8), digest: SHA256.digest(of: bytes), bytes: bytes)
    else { return 0 }
    // The second microphone of each station is a further station that plays nothing.
    let air = SharedAir(
      stations: (0..<4).map { index in
        AirStation(
          clockPartsPerMillion: index % 2 == 0 ? 60 : -80, playbackSeconds: 0.04,
          captureSeconds: 0.03, noiseDecibels: -50)
      }, blockLength: 1920, seed: seed
    ) { from, to in
      guard from < 2 else { return nil }
      if from == to % 2 { return AirPath(distanceMetres: 0.1, levelDecibels: -5) }
      return AirPath(room: room, distanceMetres: 2, levelDecibels: -25, random: &random)
    }
    let stations = try StationAir(
      air,
      channels: { member, heard, _ in
        (0..<microphoneCount).map { heard[member + 2 * $0] }
      }
    ) { index in
      var station = try Station(
        hears: Receipt.protocols + (index > 0 ? [modem] : []), rateHertz: SharedAir.rateHertz,
        channelCount: microphoneCount, seed: UInt32(truncatingIfNeeded: seed) &* 31 + UInt32(index))
      if index > 0 {
        station.open(with: nil, isLive: true)
        try station.answer(AnswerPolicy())
      }
      return station
    }
    try stations.members[0].station.confirm(
      Outgoing(.file(file), by: modem), at: stations.unixSeconds)
    try stations.run(limitSeconds: Self.limitSeconds)
    guard stations.members[1].files == [file] else { return 0 }
    return Double(8 * Self.byteCount) / stations.seconds / 1000
  }
}

import HandShake
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeTransferKit
import Testing

/// Receipts and distances where stations have two microphones.
@Suite struct SeveralMicrophonesTests {
  /// Two stations two metres apart, and a further microphone of each; what those numbered in `deaf`
  /// hear is noise alone.
  private static func air(deaf: Set<Int> = [], room: Room) -> SharedAir {
    var random = SeededRandom(seed: 1)
    let stations = (0..<4).map { index in
      AirStation(
        clockPartsPerMillion: index % 2 == 0 ? 60 : -80, playbackSeconds: 0.04,
        captureSeconds: 0.03, noiseDecibels: -50)
    }
    return SharedAir(stations: stations, blockLength: 1920, seed: 1) { from, to in
      guard from < 2, !deaf.contains(to) else { return nil }
      if from == to % 2 { return AirPath(distanceMetres: 0.1, levelDecibels: -5) }
      return AirPath(room: room, distanceMetres: 2, levelDecibels: -25, random: &random)
    }
  }

  /// What the second channel of a station brings.
  enum Second: CaseIterable {
    case microphone
    /// The first one hears noise alone.
    case onlyMicrophone
    /// What the station plays, before it sounds.
    case ownSound
    case inverted
  }

  private static func channels(_ second: Second) -> StationAir.Channels {
    { member, heard, played in
      switch second {
      case .microphone, .onlyMicrophone: [heard[member], heard[member + 2]]
      case .ownSound: [heard[member], played]
      case .inverted: [heard[member], heard[member].map { -$0 }]
      }
    }
  }

  @Test(arguments: Second.allCases)
  func messagesAreConfirmed(second: Second) throws {
    let stations = try confirmed(
      Outgoing(.text(Array("lamp 42 at north".utf8)), by: try ProtocolCatalog.find("hop")),
      in: Self.air(deaf: second == .onlyMicrophone ? [0, 1] : [], room: .office),
      channelCount: 2, channels: Self.channels(second))
    #expect(stations.members[0].isConfirmed)
    #expect(stations.members[1].texts == ["lamp 42 at north"])
    #expect(stations.members.map(\.sounds.count) == [1, 1])
  }

  @Test(arguments: Second.allCases)
  func distancesAreMeasured(second: Second) throws {
    let stations = try StationAir.distance(
      in: Self.air(deaf: second == .onlyMicrophone ? [0, 1] : [], room: .desk),
      channelCount: 2, channels: Self.channels(second))
    let distance = try #require(stations.members[0].distance)
    #expect(abs(distance.metres - 2) < 0.08)
    #expect(stations.members.map(\.sounds.count) == [1, 2])
  }
}

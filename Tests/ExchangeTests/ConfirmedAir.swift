import HandShake
import HandShakeChannelModel
import HandShakeTransferKit

/// The first station of `air` sends `outgoing` until it is confirmed, and the others answer: what
/// `hsend --confirm` and `hrecv --answer` do.
///
/// - Parameters:
///   - listeners: how many answer.
///   - keyring: what they open with.
///   - keepsFiles: whether they can keep them.
///   - channels: those of each station's input, `channelCount` of them.
func confirmed(
  _ outgoing: Outgoing, in air: SharedAir, listeners count: Int = 1, keyring: Keyring? = nil,
  keepsFiles: Bool = true, secondsPerHour: Double = AnswerPolicy.usualSecondsPerHour,
  limitSeconds: Double = 60, seed: UInt32 = 1, channelCount: Int = 1,
  channels: @escaping StationAir.Channels = { member, heard, _ in [heard[member]] }
) throws -> StationAir {
  var policy = AnswerPolicy()
  policy.secondsPerHour = secondsPerHour
  let stations = try StationAir(air, count: count + 1, channels: channels) { index in
    let listened = try index > 0 ? [ProtocolCatalog.find("burst")] : []
    var station = try Station(
      hears: Receipt.protocols + listened, rateHertz: SharedAir.rateHertz,
      channelCount: channelCount, seed: (seed &* 31 &+ UInt32(index)) &* 2_654_435_761)
    if index > 0 {
      station.open(with: keyring, isLive: true)
      try station.answer(policy)
    }
    return station
  }
  for listener in stations.members[1...] { listener.keepsFiles = keepsFiles }
  try stations.members[0].station.confirm(outgoing, at: stations.unixSeconds)
  try stations.run(limitSeconds: limitSeconds)
  return stations
}

extension StationAir.Member {
  /// Whether it knows that what it sent came.
  var isConfirmed: Bool { if case .confirmed = ending { true } else { false } }
}

/// An air of `count` stations two metres apart, each of which hears itself 20 dB louder, at 25 dB.
/// Where there is no room, `response` is that of a loudspeaker.
func air(
  _ count: Int, room: Room? = .office, response: [Float] = [1], losses: [Int: AirLosses] = [:],
  captureSeconds: Double = 0.03, seed: UInt64 = 1
) -> SharedAir {
  var random = SeededRandom(seed: seed)
  let stations = (0..<count).map { index in
    AirStation(
      clockPartsPerMillion: index % 2 == 0 ? 60 : -80, playbackSeconds: 0.04,
      captureSeconds: captureSeconds, noiseDecibels: -50)
  }
  return SharedAir(stations: stations, blockLength: 1920, seed: seed) { from, to in
    if from == to { return AirPath(distanceMetres: 0.1, levelDecibels: -5) }
    let lost = losses[from] ?? AirLosses()
    guard let room else {
      return AirPath(
        response: response, distanceMetres: 2, levelDecibels: -25, losses: lost)
    }
    return AirPath(
      room: room, distanceMetres: 2, levelDecibels: -25, losses: lost, random: &random)
  }
}

import HandShakeCatalog
import HandShakeChannelModel
import HandShakeSignal
import HandShakeTestKit
import HandShakeTransferKit
import Testing

@testable import HandShakeExchange
@testable import HandShakeModem

/// Distances between stations in one air, and what they are computed from.
@Suite struct DistanceTests {
  private static func hop() throws -> ModemProtocol { try ProtocolCatalog.find("hop") }

  /// An air of two or more stations, the microphones 0.1 m from their loudspeakers, at 20 dB.
  private static func air(
    _ count: Int = 2, metres: Double, room: Room? = .office, losses: [Int: AirLosses] = [:],
    seed: UInt64 = 1
  ) -> SharedAir {
    var random = SeededRandom(seed: seed)
    let stations = (0..<count).map { index in
      AirStation(
        clockPartsPerMillion: index % 2 == 0 ? 100 : -100, playbackSeconds: 0.2,
        captureSeconds: 0.05 + 0.1 * Double(index), noiseDecibels: -46)
    }
    return SharedAir(stations: stations, blockLength: 1920, seed: seed) { from, to in
      if from == to { return AirPath(distanceMetres: 0.1, levelDecibels: -3) }
      let lost = losses[from] ?? AirLosses()
      guard let room else {
        return AirPath(distanceMetres: metres, levelDecibels: -23, losses: lost)
      }
      return AirPath(
        room: room, distanceMetres: metres, levelDecibels: -23, losses: lost, random: &random)
    }
  }

  @Test(arguments: [0.5, 2, 8, 1, 4].sample)
  func distanceAcrossARoom(metres: Double) throws {
    let members = try StationAir.distance(in: Self.air(metres: metres, room: .desk)).members
    let distance = try #require(members[0].distance)
    #expect(abs(distance.metres - metres) < 0.08)
    #expect(distance.hasDirectPath && distance.uncertaintyMetres < 0.2)
    #expect(members.map(\.sounds.count) == [1, 2])
  }

  @Test func withoutADirectPathTheUncertaintySaysSo() throws {
    let stations = try StationAir.distance(in: Self.air(metres: 3, room: .corner))
    let distance = try #require(stations.members[0].distance)
    #expect(!distance.hasDirectPath && distance.uncertaintyMetres > 0.3)
    #expect(abs(distance.metres - 3) < distance.uncertaintyMetres)
  }

  @Test func ofTwoListenersOneAnswers() throws {
    var single = 0
    for seed in UInt32(1)...extent(8, usually: 3) {
      let members = try StationAir.distance(
        in: Self.air(3, metres: 2, room: nil), listeners: 2, seed: seed
      ).members
      let distance = try #require(members[0].distance)
      let answers = members[1...].map(\.answerCount)
      #expect(abs(distance.metres - 2) < 0.05, "seed \(seed), \(answers), \(distance)")
      if answers.sorted() == [0, 2] { single += 1 }
    }
    // Those who chose the same slot both answer, and one of them is measured.
    #expect(single > 0)
  }

  @Test func whereNobodyHearsItEndsAfterThreeTries() throws {
    let stations = try StationAir.distance(
      in: Self.air(metres: 2, room: nil, losses: [0: AirLosses(utteranceProbability: 1)]))
    #expect(stations.members.map(\.sounds.count) == [3, 0])
    guard case .unmeasured(attempts: 3, _) = stations.members[0].ending else {
      Issue.record("\(String(describing: stations.members[0].ending))")
      return
    }
    #expect(stations.seconds < 30)
  }

  // MARK: Computing

  @Test func clocksAndLatenciesCancel() throws {
    // A at 0 hears itself after its own 0.1 m, B's clock is 200 ppm faster, and its reply sounds 3
    // s later.
    let (metres, own, clock) = (5.0, 0.1, 200e-6)
    let flight = metres / soundMetresPerSecond
    let side = own / soundMetresPerSecond
    func arrival(_ seconds: Double, _ dilation: Double) -> Arrival {
      Arrival(
        seconds: seconds, dilationPartsPerMillion: dilation, uncertaintyMetres: 0.05,
        hasDirectPath: true)
    }
    let report = try #require(
      RangingReport(
        request: arrival(1000 + (1 + clock) * flight, -1e6 * clock),
        reply: arrival(1000 + (1 + clock) * (3 + side), 0)))
    let distance = try #require(
      Distance(
        request: arrival(50 + side, 0), reply: arrival(50 + 3 + flight, 1e6 * clock),
        report: report))
    #expect(abs(distance.metres - metres) < 0.001)
    // Sound that was lost at A in between.
    #expect(
      Distance(
        request: arrival(50 + side, 0), reply: arrival(50 + 2.9, 1e6 * clock), report: report)?
        .metres
        == nil)
    #expect(RangingReport(request: arrival(2, 0), reply: arrival(1, 0))?.elapsedSeconds == nil)
  }

  @Test func theFirstPathIsFoundThoughAnEchoIsLouder() throws {
    let modem = try Self.hop()
    let message = RangingMessage.reply(identity: 0x1234, responder: 9)
    let search = try #require(ArrivalSearch(message, modem, modem.placements[0]))
    var transmitter = try Transmitter(
      .ranging(message), protocol: modem, placement: modem.placements[0],
      sampleRateHertz: 48_000 / (1 - 120e-6))
    let sound = transmitter.samples()
    var samples = [Float](repeating: 0, count: sound.count + 12_000)
    for (delay, gain) in [(4800, Float(0.25)), (5000, 1), (5800, 0.7)] {
      for (index, value) in sound.enumerated() { samples[delay + index] += gain * value }
    }
    let arrival = try #require(
      search.arrival(in: samples, from: 10, rateHertz: 48_000, expectedDilation: 0))
    #expect(abs(arrival.seconds - 10.1) < 30e-6)
    #expect(abs(arrival.dilationPartsPerMillion + 120) < 3)
    #expect(!arrival.hasDirectPath)
    var random = SeededRandom(seed: 1)
    let noise = samples.map { _ in Float(random.normal()) }
    #expect(
      search.arrival(in: noise, from: 0, rateHertz: 48_000, expectedDilation: 0)?.seconds == nil)
    #expect(search.arrival(in: [], from: 0, rateHertz: 48_000, expectedDilation: 0)?.seconds == nil)
  }

  // MARK: On the air

  @Test func messagesSurviveTheirBytes() throws {
    let report = RangingReport(
      elapsedSeconds: 3.123456789, dilationPartsPerMillion: -123.44, uncertaintyMetres: 0.071,
      hasDirectPath: false)
    #expect(abs(report.elapsedSeconds - 3.123456789) < 4e-8)
    #expect(report.dilationPartsPerMillion == -123.4 && report.uncertaintyMetres == 0.08)
    for message in [
      RangingMessage.request(identity: 0xABCD), .reply(identity: 1, responder: 255),
      .report(identity: 0, responder: 0, report),
    ] {
      #expect(RangingMessage(bytes: message.bytes) == message)
      #expect(RangingMessage(bytes: message.bytes + [0, 0]) == message)
      #expect(RangingMessage(bytes: message.bytes + [1]) == nil)
      #expect(RangingMessage(bytes: Array(message.bytes.dropLast())) == nil)
    }
    for bytes: [UInt8] in [[], [0, 0, 0], [4, 0, 0], [17, 0, 0], [19, 0, 0]] {
      #expect(RangingMessage(bytes: bytes) == nil)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1e300, 1e300])
  func figuresThatAreNoneAreBounded(figure: Double) {
    let report = RangingReport(
      elapsedSeconds: figure, dilationPartsPerMillion: figure, uncertaintyMetres: figure,
      hasDirectPath: true)
    #expect((0...269).contains(report.elapsedSeconds))
    #expect(abs(report.dilationPartsPerMillion) < 3277 && report.uncertaintyMetres <= 2.55)
  }

  @Test func burstsCarryNoneOfThem() throws {
    #expect(throws: TransmitterError.noReceipts) {
      try EncodedMessage(
        .ranging(.request(identity: 1)), protocol: try ProtocolCatalog.find("burst"))
    }
  }

  // MARK: Who answers

  /// Of a station that has heard silence.
  private static var unheard: ChannelSense {
    var sense = ChannelSense()
    sense.take(level(-60, at: 1))
    return sense
  }

  /// A station, the frame of a request, and its event.
  private static func called() throws -> RangingStation {
    let modem = try hop()
    var station = RangingStation(
      protocol: modem, placement: modem.placements[0], rateHertz: 48_000, slot: 0, seed: 1)
    station.take(.ranging(try frame("hop"), .request(identity: 5)), at: 2)
    return station
  }

  private static func frame(_ name: String) throws -> Frame {
    Frame(
      number: 1, protocolName: name, placement: try hop().placements[0], startSeconds: 1,
      endSeconds: 2, signalToNoiseDecibels: 20, dilationPartsPerMillion: 0)
  }

  @Test func anothersReplyOrLostSoundTakesTheCallAway() throws {
    let nothing: CapturedSound = { _, _ in ([], 0) }
    var station = try Self.called()
    #expect(station.next(at: 2.1, Self.unheard, nothing)?.message == nil)
    let message = station.next(at: 2.2, Self.unheard, nothing)?.message
    guard case .reply(identity: 5, let own) = message else {
      Issue.record("\(String(describing: message))")
      return
    }
    station = try Self.called()
    station.take(
      .ranging(try Self.frame("hop"), .reply(identity: 5, responder: own &+ 1)), at: 2.1)
    #expect(station.next(at: 3, Self.unheard, nothing)?.message == nil && !station.isOwing)
    station = try Self.called()
    station.interrupt()
    #expect(station.next(at: 3, Self.unheard, nothing)?.message == nil && !station.isOwing)
  }

  @Test func withoutItsOwnSoundAStationReportsNothing() throws {
    var station = try Self.called()
    let nothing: CapturedSound = { _, _ in ([], 0) }
    #expect(station.next(at: 2.2, Self.unheard, nothing)?.message != nil)
    station.beginSpeaking(at: 2.2)
    station.endSpeaking(at: 3.4)
    #expect(station.isOwing)
    #expect(station.next(at: 4.5, Self.unheard, nothing)?.message == nil)
    #expect(!station.isOwing)
  }
}

import HandShakeTestKit
import Testing

@testable import HandShake

/// A station with sound.
@Suite struct StationTests {
  private let now = 1_800_000_000.0
  private static let secret = try? Secret(passphrase: Array("platform four".utf8))

  /// The sound of a text with half a second of silence on both sides.
  private func sound(
    _ text: String, by name: String = "hop", sealedAt time: Double? = nil,
    rateHertz: Double = 48_000
  ) throws -> [Float] {
    let outgoing = Outgoing(
      .text(Array(text.utf8)), by: try ProtocolCatalog.find(name),
      secret: time == nil ? nil : Self.secret)
    var transmitter = try outgoing.transmitter(rateHertz: rateHertz, at: time ?? now)
    let pause = Int(rateHertz / 2)
    var samples = [Float](repeating: 0, count: transmitter.sampleCount + 2 * pause)
    _ = samples[pause...].withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
    return samples
  }

  private func station(_ protocols: [String] = ["hop", "burst"], rateHertz: Double = 48_000) throws
    -> Station
  {
    try Station(
      hears: protocols.map { try ProtocolCatalog.find($0) }, rateHertz: rateHertz, seed: 1)
  }

  private func described(_ events: [StationEvent]) -> [String] {
    events.map { event in
      switch event {
      case .heard(.level(let level)): "level \(level.seconds) \(level.bandRootMeanSquare)"
      case .heard(.message(let message)):
        "message \(String(decoding: message.bytes, as: UTF8.self)) \(message.frame.number) "
          + "\(message.frame.endSeconds) \(message.seal?.ageSeconds ?? 0)"
      case .heard(.failed(let failure)): "failed \(failure.stage) \(failure.frame.number)"
      case .heard(.detected(let frame)): "detected \(frame.number) \(frame.startSeconds)"
      default: "\(event)"
      }
    }
  }

  private func texts(_ events: [StationEvent]) -> [String] {
    events.compactMap { event in
      switch event {
      case .heard(.message(let message)): String(decoding: message.bytes, as: UTF8.self)
      case .heard(.failed(let failure)): "\(failure.stage)"
      default: nil
      }
    }
  }

  private func hear(_ samples: [Float], _ station: inout Station, at unixSeconds: Double)
    -> [StationEvent]
  {
    samples.withUnsafeBufferPointer { station.hear($0, at: unixSeconds) }
  }

  /// F9: events do not depend on how samples are cut, at rates that have whole samples in ten
  /// milliseconds and others.
  @Test(arguments: [48_000.0, 44_100, 22_050])
  func eventsDoNotDependOnHowSamplesAreCut(rateHertz: Double) throws {
    let keyring = try Keyring([.init(name: nil, secret: #require(Self.secret))])
    let samples =
      try sound("one", sealedAt: now, rateHertz: max(rateHertz, 44_100))
      + sound("two", by: "burst", rateHertz: max(rateHertz, 44_100))
    func heard(_ lengths: [Int]) throws -> [String] {
      var station = try station(rateHertz: rateHertz)
      station.open(with: keyring, isLive: true, alsoUnsealed: true)
      var events: [StationEvent] = []
      var (start, index) = (0, 0)
      while start < samples.count {
        let end = min(start + lengths[index % lengths.count], samples.count)
        // The clock goes as the samples do.
        events += hear(
          Array(samples[start..<end]), &station, at: now + Double(end) / rateHertz)
        (start, index) = (end, index + 1)
      }
      return described(events + station.finish(at: now + Double(samples.count) / rateHertz))
    }
    let whole = try heard([10_000_000])
    if rateHertz >= 44_100 { #expect(whole.count { $0.hasPrefix("message") } == 2) }
    let alone = extent(rateHertz == 48_000, usually: false) ? [[1]] : []
    for lengths in alone + [[480], [7919, 1, 64], [441, 8192]] {
      #expect(try heard(lengths) == whole, "\(lengths)")
    }
  }

  /// F2: a number is accepted once, through other protocols, a change of secrets and another
  /// station that has the memory.
  @Test func aSealedMessageIsAcceptedOnce() throws {
    let keyring = try Keyring([.init(name: nil, secret: #require(Self.secret))])
    var first = try station()
    first.open(with: keyring, isLive: true)
    let (hop, burst) = try (sound("a", sealedAt: now), sound("a", by: "burst", sealedAt: now))
    #expect(texts(hear(hop, &first, at: now + 3)) == ["a"])
    let replayed = "seal(HandShakeModem.SealRefusal.replayed)"
    #expect(texts(hear(hop, &first, at: now + 6)) == [replayed])
    #expect(texts(hear(burst, &first, at: now + 9)) == [replayed])
    first.open(with: keyring, isLive: true, greatestAge: .any)
    _ = try first.change(protocols: [ProtocolCatalog.find("hop")], at: now + 10)
    #expect(texts(hear(hop, &first, at: now + 13)) == [replayed])
    var second = try station()
    second.open(with: keyring, isLive: true, greatestAge: .any)
    second.memory.merge(first.memory)
    #expect(texts(hear(hop, &second, at: now + 16)) == [replayed])
  }

  /// Where it cannot be remembered nothing is accepted, and once it can the same message is.
  @Test func whatCannotBeRememberedIsNotAccepted() throws {
    let keyring = try Keyring([.init(name: nil, secret: #require(Self.secret))])
    var station = try station()
    let hop = try sound("a", sealedAt: now)
    for (admission, text) in [
      (.unremembered, "seal(HandShakeModem.SealRefusal.notRemembered)"), (.sameSound, "a"),
    ] as [(ReplayMemory.Admission, String)] {
      station.open(with: keyring, isLive: true) { _, _ in admission }
      #expect(texts(hear(hop, &station, at: now + 3)) == [text])
    }
  }

  /// What a station that wants no more does not show stays new for the next.
  @Test func whatIsNotWantedIsNotRemembered() throws {
    let keyring = try Keyring([.init(name: nil, secret: #require(Self.secret))])
    var station = try station()
    station.open(with: keyring, isLive: true)
    station.accept(atMost: 1)
    let all = try sound("a", sealedAt: now) + sound("b", sealedAt: now)
    #expect(texts(hear(all, &station, at: now + 5)) == ["a"])
    #expect(station.memory.count == 1)
  }

  /// A file whose SHA-256 is another than its sender's is no file.
  @Test func aFileWithAWrongDigestFails() throws {
    let file = try #require(
      CarriedFile(name: Array("a".utf8), digest: [UInt8](repeating: 5, count: 32), bytes: [1, 2]))
    let burst = try ProtocolCatalog.find("burst")
    var transmitter = try Outgoing(.file(file), by: burst).transmitter(rateHertz: 48_000, at: now)
    var samples = [Float](repeating: 0, count: transmitter.sampleCount + 24_000)
    _ = samples.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
    var station = try station()
    let events = hear(samples, &station, at: now) + station.finish(at: now)
    #expect(texts(events) == ["digest"])
  }

  /// Lost sound and other protocols leave the line of time and the numbers of frames as they are.
  @Test func timeAndNumbersGoOn() throws {
    var station = try station()
    let hop = try sound("a")
    func frame(_ events: [StationEvent]) throws -> Frame {
      let found = events.compactMap { event -> Frame? in
        if case .heard(.message(let message)) = event { message.frame } else { nil }
      }
      return try #require(found.last)
    }
    let seconds = Double(hop.count) / 48_000
    let first = try frame(hear(hop, &station, at: now))
    station.interrupted(seconds: 100)
    let second = try frame(hear(hop, &station, at: now))
    #expect(abs(second.startSeconds - first.startSeconds - seconds - 100) < 0.01)
    _ = try station.change(protocols: [ProtocolCatalog.find("hop")], at: now)
    let third = try frame(hear(hop, &station, at: now))
    #expect(abs(third.startSeconds - second.startSeconds - seconds) < 0.01)
    // Starts that come to nothing have numbers too.
    #expect(first.number < second.number && second.number < third.number)
    #expect(abs(station.seconds - 3 * seconds - 100) < 0.02)
  }

  @Test func aReceiverIsRenewedInTimeAlsoWhereSomethingArrives() throws {
    let sound = try sound("a text that takes its time", by: "hop-deep")
    try #require(sound.count > 7 * 48_000)
    var hearing = try Hearing(
      protocols: [try ProtocolCatalog.find("hop-deep")], rateHertz: 48_000, channelCount: 1,
      channels: nil, keepsSamples: false, meteredBands: [], mostSamples: 192_000)
    var due: [Double] = []
    sound.withUnsafeBufferPointer { samples in
      var rest = samples
      while hearing.takePiece(from: &rest, { _ in }) != nil {
        if hearing.isDueForRenewal { due.append(hearing.seconds) }
      }
    }
    let first = try #require(due.first)
    #expect(abs(first - 6) < 0.02)
  }

  /// A station that is dropped amid a sound leaves nothing behind that the next one minds.
  @Test func droppedAmidASound() throws {
    let hop = try sound("a")
    do {
      var station = try station()
      _ = hear(Array(hop.prefix(hop.count / 2)), &station, at: now)
    }
    var station = try station()
    #expect(texts(hear(hop, &station, at: now)) == ["a"])
  }
}

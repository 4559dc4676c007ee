import CHandShake
import HandShakeC
import HandShakeTestKit
import Testing

/// Texts through the C interface.
@Suite struct TransferTests {
  @Test(arguments: ["hop", "classic", "burst", "ggwave-ultrasound-fastest"])
  func aTextArrives(protocolName: String) throws {
    let receiver = try OpenReceiver()
    #expect(try receiver.push(samples(of: "hello, C", protocolName: protocolName)) == HANDSHAKE_OK)
    #expect(handshake_receiver_finish(receiver.handle) == HANDSHAKE_OK)
    let events = try receiver.events()
    let message = try #require(events.first { $0.event.kind == HANDSHAKE_MESSAGE })
    #expect(message.text == "hello, C")
    #expect(message.event.frame > 0)
    #expect(message.event.lowest_hertz < message.event.highest_hertz)
    #expect(events.contains { $0.event.kind == HANDSHAKE_DETECTED })
  }

  /// Rates that the receiver does not take as they are, and channels of which one has it.
  @Test(arguments: [(44_100.0, 1), (22_050, 1), (96_000, 2), (44_100, 3), (47_999, 1)])
  func everyRateAndSeveralChannels(rateHertz: Double, channels: Int) throws {
    // Half of 22,050 Hz holds the audible protocols only.
    let name = rateHertz < 44_100 ? "ggwave-audible-fastest" : "hop"
    let sound = try Sent(bytes: Array("any rate".utf8), protocolName: name)
      .samples(rateHertz: rateHertz)
    var receiver: OpaquePointer?
    let opened = name.withCString {
      handshake_receiver_open(rateHertz, channels, [$0], 1, &receiver)
    }
    try #require(opened == HANDSHAKE_OK)
    defer { handshake_receiver_close(receiver) }
    let frames = sound.flatMap { sample in
      (0..<channels).map { $0 == channels - 1 ? sample : 0 }
    }
    let silence = [Float](repeating: 0, count: channels * 4_000)
    #expect(handshake_receiver_push(receiver, silence, 4_000) == HANDSHAKE_OK)
    #expect(handshake_receiver_push(receiver, frames, sound.count) == HANDSHAKE_OK)
    #expect(handshake_receiver_finish(receiver) == HANDSHAKE_OK)
    var (event, texts) = (handshake_event(), [String]())
    while handshake_receiver_poll(receiver, &event) == HANDSHAKE_OK, event.kind != HANDSHAKE_NONE {
      guard event.kind == HANDSHAKE_MESSAGE else { continue }
      texts.append(String(cString: event.text))
      #expect(abs(event.start_seconds - 4_000 / rateHertz) < 0.05)
    }
    #expect(texts == ["any rate"])
  }

  @Test func aFileArrives() throws {
    let bytes = (0..<700).map { UInt8(truncatingIfNeeded: $0 * $0) }
    let receiver = try OpenReceiver()
    let sound = try Sent(bytes: bytes, fileName: "../a\u{202E}b.html", repairPercent: 20).samples()
    #expect(receiver.push(sound) == HANDSHAKE_OK)
    #expect(handshake_receiver_finish(receiver.handle) == HANDSHAKE_OK)
    var event = handshake_event()
    repeat {
      try #require(handshake_receiver_poll(receiver.handle, &event) == HANDSHAKE_OK)
    } while event.kind != HANDSHAKE_FILE && event.kind != HANDSHAKE_NONE
    try #require(event.kind == HANDSHAKE_FILE)
    #expect(
      Array(UnsafeRawBufferPointer(start: event.text, count: event.text_length)) == bytes)
    #expect(event.name.map { String(cString: $0) } == "a_b.html")
  }

  @Test func protocolsHaveNames() {
    var names: [String] = []
    while let name = handshake_protocol_name(names.count) { names.append(String(cString: name)) }
    #expect(names.count == 16 && names[0] == "hop" && names.contains("burst"))
    #expect(handshake_protocol_name(.max) == nil && handshake_protocol_name(-1) == nil)
  }

  @Test func theUsualProtocolIsHop() throws {
    let receiver = try OpenReceiver()
    _ = try receiver.push(samples(of: "hi"))
    _ = handshake_receiver_finish(receiver.handle)
    var event = handshake_event()
    var names: Set<String> = []
    while handshake_receiver_poll(receiver.handle, &event) == HANDSHAKE_OK,
      event.kind != HANDSHAKE_NONE
    {
      if event.kind == HANDSHAKE_MESSAGE { names.insert(String(cString: event.protocol)) }
    }
    #expect(names == ["hop"])
  }

  /// Handles share nothing: what one hears the other doesn't.
  @Test func handlesAreApart() throws {
    let (one, other) = (try OpenReceiver(), try OpenReceiver())
    let (first, second) = (
      try samples(of: "one", protocolName: "burst"), try samples(of: "two", protocolName: "burst")
    )
    for start in stride(from: 0, to: max(first.count, second.count), by: 777) {
      _ = one.push(Array(first.dropFirst(start).prefix(777)))
      _ = other.push(Array(second.dropFirst(start).prefix(777)))
    }
    for receiver in [one, other] { _ = handshake_receiver_finish(receiver.handle) }
    #expect(try one.messages() == ["one"])
    #expect(try other.messages() == ["two"])
  }

  @Test func theLatestLevelIsKept() throws {
    let receiver = try OpenReceiver()
    let seconds = extent(300.0, usually: 60)
    for _ in 0..<Int(10 * seconds) {
      #expect(receiver.push([Float](repeating: 0.25, count: 4800)) == HANDSHAKE_OK)
    }
    let levels = try receiver.events().filter { $0.event.kind == HANDSHAKE_LEVEL }
    #expect(levels.map(\.event.end_seconds) == [seconds])
    #expect(levels[0].event.peak == 0.25)
  }

  @Test func versionAndSentences() {
    #expect(String(cString: handshake_version()).split(separator: ".").count == 3)
    var sentences: Set<String> = []
    for number in 0..<21 as Range<UInt32> {
      sentences.insert(String(cString: handshake_message(handshake_status(number))))
    }
    #expect(sentences.count == 21)
    let unknown = String(cString: handshake_message(handshake_status(21)))
    #expect(!sentences.contains(unknown))
    #expect(unknown == String(cString: handshake_message(handshake_status(.max))))
  }
}

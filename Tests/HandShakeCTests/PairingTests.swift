import CHandShake
import HandShakeC
import Testing

/// Two receivers that agree on a secret through the C interface.
@Suite struct PairingTests {
  private static func pair(_ parts: [handshake_part]) throws -> [SpeakingReceiver] {
    try parts.map { part in
      let end = try SpeakingReceiver()
      try #require(handshake_receiver_pair(end.receiver.handle, part, 0, 5) == HANDSHAKE_OK)
      return end
    }
  }

  private static func key(_ end: SpeakingReceiver) -> [UInt8]? {
    var key = [UInt8](repeating: 0, count: Int(HANDSHAKE_KEY_SIZE))
    let status = handshake_receiver_paired_key(end.receiver.handle, &key)
    #expect(status == HANDSHAKE_OK || status == HANDSHAKE_NOT_PAIRED)
    return status == HANDSHAKE_OK ? key : nil
  }

  /// How it ended; frames of the other end may begin afterwards.
  private static func ending(_ end: SpeakingReceiver) -> handshake_event? {
    end.events.first { $0.kind == HANDSHAKE_PAIRED || $0.kind == HANDSHAKE_UNPAIRED }
  }

  private static func isOver(_ end: SpeakingReceiver) -> Bool { ending(end) != nil }

  /// Why it brought nothing; nil where it is not over, or there is a key.
  private static func failure(_ end: SpeakingReceiver) -> handshake_failure? {
    guard let last = ending(end), last.kind == HANDSHAKE_UNPAIRED, key(end) == nil else {
      return nil
    }
    return last.failure
  }

  /// Lets them meet until both show digits.
  private static func meet(_ ends: [SpeakingReceiver]) throws {
    try converse(ends[0], ends[1], seconds: 60) {
      ends.allSatisfy { $0.kinds.contains(HANDSHAKE_DIGITS) }
    }
    let digits = try ends.map { try #require($0.text) }
    #expect(digits[0] == digits[1] && digits[0].count == 6 && Int(digits[0]) != nil)
    for end in ends {
      #expect(end.kinds.contains(HANDSHAKE_DIGITS) && key(end) == nil)
    }
  }

  @Test(arguments: [
    [HANDSHAKE_FIRST, HANDSHAKE_SECOND], [HANDSHAKE_EITHER, HANDSHAKE_SECOND],
    [HANDSHAKE_EITHER, HANDSHAKE_FIRST], [HANDSHAKE_EITHER, HANDSHAKE_EITHER],
  ])
  func bothHaveTheSameSecret(parts: [handshake_part]) throws {
    let ends = try Self.pair(parts)
    // What is accepted before there are digits is accepted by nobody.
    for end in ends { #expect(handshake_receiver_decide(end.receiver.handle, 1) == HANDSHAKE_OK) }
    try Self.meet(ends)
    try converse(ends[0], ends[1], seconds: 3) { ends.contains { Self.isOver($0) } }
    for end in ends {
      #expect(!Self.isOver(end))
      #expect(handshake_receiver_decide(end.receiver.handle, 1) == HANDSHAKE_OK)
    }
    try converse(ends[0], ends[1], seconds: 30) { ends.allSatisfy { Self.isOver($0) } }
    for end in ends {
      let last = try #require(Self.ending(end))
      #expect(last.kind == HANDSHAKE_PAIRED && last.failure == HANDSHAKE_NO_FAILURE)
    }
    let keys = try ends.map { try #require(Self.key($0)) }
    #expect(keys[0] == keys[1])
    let secrets = try keys.map { key in
      var secret: OpaquePointer?
      try #require(handshake_secret_from_key(key, &secret) == HANDSHAKE_OK)
      return try #require(secret)
    }
    defer { for secret in secrets { handshake_secret_destroy(secret) } }
    // What one end seals the other opens.
    let opener = try OpenReceiver()
    let rings = [Optional(secrets[1])]
    #expect(
      handshake_receiver_unseal(opener.handle, rings, nil, 1, HANDSHAKE_USUAL_AGE, 0)
        == HANDSHAKE_OK)
    let sound = try Sent(secret: secrets[0]).samples()
    #expect(opener.push(sound + [Float](repeating: 0, count: 24_000)) == HANDSHAKE_OK)
    #expect(try opener.messages() == ["hi"])
    #expect(handshake_receiver_give_up(ends[0].receiver.handle) == HANDSHAKE_OK)
    #expect(Self.key(ends[0]) == nil)
  }

  @Test(arguments: [0, 1])
  func refusedDigitsEndBoth(refusing: Int) throws {
    let ends = try Self.pair([HANDSHAKE_FIRST, HANDSHAKE_SECOND])
    try Self.meet(ends)
    #expect(handshake_receiver_decide(ends[1 - refusing].receiver.handle, 1) == HANDSHAKE_OK)
    #expect(handshake_receiver_decide(ends[refusing].receiver.handle, 0) == HANDSHAKE_OK)
    try converse(ends[0], ends[1], seconds: 30) { ends.allSatisfy { Self.isOver($0) } }
    #expect(Self.failure(ends[refusing]) == HANDSHAKE_REFUSED)
    #expect(Self.failure(ends[1 - refusing]) == HANDSHAKE_ENDED_BY_OTHER)
  }

  @Test func anEndWhosePeopleSayNothingKeepsNothing() throws {
    let ends = try Self.pair([HANDSHAKE_FIRST, HANDSHAKE_SECOND])
    try Self.meet(ends)
    #expect(handshake_receiver_decide(ends[0].receiver.handle, 1) == HANDSHAKE_OK)
    try converse(ends[0], ends[1], seconds: 80) { ends.allSatisfy { Self.isOver($0) } }
    #expect(Self.failure(ends[0]) == HANDSHAKE_NO_PROOF)
    #expect([HANDSHAKE_TIMED_OUT, HANDSHAKE_ENDED_BY_OTHER].contains(Self.failure(ends[1])))
  }

  @Test(arguments: [HANDSHAKE_FIRST, HANDSHAKE_EITHER])
  func withoutAnotherDeviceItEnds(part: handshake_part) throws {
    let (end, silent) = (try Self.pair([part])[0], try SpeakingReceiver())
    try converse(end, silent, seconds: 90) { Self.isOver(end) }
    #expect(Self.failure(end) == HANDSHAKE_NO_ANSWER)
  }

  @Test func argumentsThatAreWrong() throws {
    let receiver = try OpenReceiver()
    func pair(
      _ part: handshake_part = HANDSHAKE_FIRST, hertz: Double = 0, seconds: Double = 5
    ) -> handshake_status {
      handshake_receiver_pair(receiver.handle, part, hertz, seconds)
    }
    #expect(pair(handshake_part(rawValue: 3)) == HANDSHAKE_BAD_ARGUMENT)
    for hertz in [-1, .nan, .infinity] as [Double] {
      #expect(pair(hertz: hertz) == HANDSHAKE_BAD_ARGUMENT)
    }
    for seconds in [0.4, 601, .nan] as [Double] {
      #expect(pair(seconds: seconds) == HANDSHAKE_BAD_ARGUMENT)
    }
    #expect(pair(hertz: 1000) == HANDSHAKE_NO_PLACEMENT)
    #expect(handshake_receiver_pair(nil, HANDSHAKE_FIRST, 0, 5) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_decide(nil, 1) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_decide(receiver.handle, 1) == HANDSHAKE_OK)
    var key = [UInt8](repeating: 1, count: Int(HANDSHAKE_KEY_SIZE))
    #expect(handshake_receiver_paired_key(receiver.handle, nil) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_paired_key(nil, &key) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_paired_key(receiver.handle, &key) == HANDSHAKE_NOT_PAIRED)
    #expect(key.allSatisfy { $0 == 1 })
    var secret = OpaquePointer(bitPattern: 8)
    #expect(handshake_secret_from_key(nil, &secret) == HANDSHAKE_BAD_ARGUMENT && secret == nil)
    #expect(handshake_secret_from_key(key, nil) == HANDSHAKE_BAD_ARGUMENT)
    var other: OpaquePointer?
    try "classic".withCString { name in
      let names = [Optional(name)]
      try #require(handshake_receiver_open(48_000, 1, names, 1, &other) == HANDSHAKE_OK)
    }
    defer { handshake_receiver_close(other) }
    #expect(handshake_receiver_pair(other, HANDSHAKE_FIRST, 0, 5) == HANDSHAKE_BAD_ARGUMENT)
  }
}

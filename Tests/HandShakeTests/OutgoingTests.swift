import Testing

@testable import HandShake

/// What is sent, and what it tells in clear.
@Suite struct OutgoingTests {
  private let now = 1_800_000_000.0

  private func secret(_ words: String) throws -> Secret {
    try Secret(passphrase: Array(words.utf8))
  }

  /// Frames carry the identity of a file in clear: without the secret nobody can compare it with a
  /// file.
  @Test func theIdentityOfASealedFileTellsNothingOfIt() throws {
    let file = try #require(
      CarriedFile(
        name: Array("a.txt".utf8), digest: SHA256.digest(of: [1, 2, 3]), bytes: [1, 2, 3]))
    let burst = try ProtocolCatalog.find("burst")
    func identity(_ secret: Secret?, at seconds: Double) throws -> UInt16 {
      try Outgoing(.file(file), by: burst, secret: secret)
        .confirming(waitSeconds: 1, at: seconds, seed: 1).identity
    }
    let clear = try identity(nil, at: now)
    #expect(clear == UInt16(file.digest[0]) << 8 | UInt16(file.digest[1]))
    let four = try secret("platform four")
    let sealed = try [identity(four, at: now), identity(secret("platform five"), at: now)]
    #expect(Set(sealed + [clear]).count == 3)
    // The file goes on where its sending ended: within an hour the identity is the same.
    #expect(try identity(four, at: now + 3599) == sealed[0])
    #expect(try identity(four, at: now + 3600) != sealed[0])
  }

  /// No try is heard by more people than the floor allows.
  @Test(arguments: [
    (17_000, nil, [19_976, 19_976, 19_976]), (15_500, nil, [19_976, 18_476, 18_476]),
    (14_000, nil, [19_976, 18_476, 16_976]), (17_000, 18_500, [18_476, 18_476, 18_476]),
    (14_000, 18_500, [18_476, 16_976, 16_976]),
  ])
  func triesGoDown(floorHertz: Double, ceilingHertz: Double?, highestHertz: [Double]) throws {
    let hop = try ProtocolCatalog.find("hop")
    for isChosen in [false, true] {
      var sent = Outgoing(.text(Array("gate 7".utf8)), by: hop, isProtocolChosen: isChosen)
      (sent.floorHertz, sent.ceilingHertz) = (floorHertz, ceilingHertz)
      let ways = try sent.confirming(waitSeconds: 1, at: now, seed: 1).ways
      let placements = try ways.map {
        try $0.modemProtocol.placement(ceilingHertz: $0.ceilingHertz, rateHertz: 48_000)
      }
      #expect(placements.map { $0.highestToneHertz.rounded(.down) } == highestHertz)
    }
  }

  @Test func whatCannotBeSentIsTold() throws {
    let text = TransmittedContent.text(Array("gate 7".utf8))
    let classic = Outgoing(text, by: try ProtocolCatalog.find("classic"))
    #expect(throws: OutgoingError.content(.noAnswers, protocolName: "classic")) {
      try classic.checkConfirmation(at: now)
    }
    var low = Outgoing(text, by: try ProtocolCatalog.find("hop"))
    low.ceilingHertz = 1000
    #expect(throws: OutgoingError.noPlacement(protocolName: "hop")) {
      _ = try low.transmitter(rateHertz: 48_000, at: now)
    }
  }
}

import HandShakeCatalog
import HandShakeConfiguration
import HandShakeModem
import HandShakeSealing
import Testing

@testable import HandShakeTerminal

/// Where secrets come from, and the text of a Wi-Fi network.
@Suite struct SecretOptionsTests {
  private static let words = "seven quiet otters fold maps"

  private func source(
    _ words: String..., configure: (inout Configuration) -> Void = { _ in }
  ) throws -> SecretSource {
    var configuration = Configuration()
    configure(&configuration)
    return try SendOptions(
      try OptionsParser.parse(words.map { Array($0.utf8) }, of: .hsend), configuration
    ).secret
  }

  @Test func none() throws {
    #expect(try source().keyring() == nil && source().sealing() == nil)
    #expect(try source().fingerprints().isEmpty)
  }

  @Test func optionsComeBeforeTheConfiguration() throws {
    let source = try source("--secret", Self.words) { $0.secret = "nine loud geese lose letters" }
    let secret = try Secret(passphrase: Array(Self.words.utf8))
    #expect(try source.sealing() == secret)
    #expect(try source.keyring()?.rooms == [Keyring.Room(name: nil, secret: secret)])
    let shown = try #require(try source.fingerprints().first)
    #expect(shown.room == nil && shown.source == "--secret")
    #expect(shown.fingerprint == secret.fingerprint)
  }

  @Test func roomsOfTheConfiguration() throws {
    func configure(_ configuration: inout Configuration) {
      configuration.secrets = ["lab": Self.words + " 1", "home": Self.words + " 2"]
    }
    let home = try Secret(passphrase: Array((Self.words + " 2").utf8))
    #expect(try source("--room", "home", configure: configure).sealing() == home)
    #expect(try source(configure: configure).keyring()?.rooms.map(\.name) == ["home", "lab"])
    for words in [["--room", "attic"], []] {
      let source =
        try words.isEmpty
        ? source(configure: configure)
        : source(words[0], words[1], configure: configure)
      #expect {
        try source.sealing()
      } throws: { error in
        guard case CommandFailure.unknownRoom(let room, ["home", "lab"]) = error else {
          return false
        }
        return room == words.last
      }
    }
  }

  @Test(arguments: [
    ["--secret", "a", "--secret-file", "b"], ["--room", "a", "--secret", "b"],
    ["--room", "a", "--secret-file", "b"], ["--unsealed", "--secret", "a"],
    ["--unsealed", "--secret-file", "a"], ["--unsealed", "--room", "a"],
    ["--wifi", "a", "--input", "b"], ["--wifi", "a", "text"], ["--save"],
    ["--new-secret", "text"], ["--new-secret", "--show-config"],
  ])
  func whatExcludesEachOther(words: [String]) throws {
    let parsed = try OptionsParser.parse(words.map { Array($0.utf8) }, of: .hsend)
    #expect {
      try SendOptions(parsed)
    } throws: { error in
      (error as? CommandFailure)?.exitStatus == .usage
    }
  }

  @Test(arguments: [
    ("home", "pass phrase", "WIFI:T:WPA;S:home;P:pass phrase;;"),
    ("home", "", "WIFI:T:nopass;S:home;;"),
    (#"a;b:c,d\e"f"#, #";:,\""#, #"WIFI:T:WPA;S:a\;b\:c\,d\\e\"f;P:\;\:\,\\\";;"#),
    ("café", "pässword", "WIFI:T:WPA;S:café;P:pässword;;"),
  ])
  func textsOfNetworks(name: String, password: String, text: String) {
    #expect(
      WiFiInput.text(name: Array(name.utf8), password: Array(password.utf8)) == Array(text.utf8))
  }

  @Test(arguments: [
    (1, 2.2, 1), (3, 2.2, 3), (100, 2.2, 100), (1000, 2.2, 125), (997, 2.2, 1), (2, 400, 1),
    (1_000_000, 0.5, 500),
  ])
  func copiesOfOneSeal(copies: Int, seconds: Double, round: Int) {
    #expect(Sending.roundCopies(of: copies, eachSeconds: seconds) == round)
  }

  /// What is sent so seldom that receivers have forgotten it is sealed anew each time; what is sent
  /// often only when its seal is old.
  @Test(arguments: [(nil, 0), (60, 0), (150, 3)] as [(Double?, Int)])
  func sealsOfRepeatedOnes(everySeconds: Double?, renewals: Int) throws {
    let modem = try ProtocolCatalog.find("hop")
    func transmitter() throws -> Transmitter {
      try Transmitter(
        .text([65]), protocol: modem, placement: modem.placements[0], sampleRateHertz: 48_000)
    }
    var count = 0
    var transmission = Transmission(
      try transmitter(), everySeconds: everySeconds,
      renew: {
        count += 1
        return try? transmitter()
      })
    for _ in 0..<3 { transmission.restart() }
    #expect(count == renewals)
  }
}

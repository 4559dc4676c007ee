import Testing

@testable import HandShakeConfiguration
@testable import HandShakeTerminal

/// The manual pages name everything that the configuration may hold.
@Suite struct ConfigurationKeysTests {
  @Test(arguments: [Command.hsend, .hrecv])
  func pagesNameEveryKey(command: Command) throws {
    var full = Configuration()
    full.device = "d"
    full.captureDevice = "d"
    full.protocolName = "hop"
    full.rung = 0
    full.ceilingHertz = 20_000
    full.floorHertz = 15_500
    full.deviceCeilingsHertz = ["d": 20_000]
    full.levelDecibels = -3
    full.answerSecondsPerHour = 600
    full.secret = "s"
    full.secrets = ["room": "s"]
    full.messagesOnly = ["room"]
    full.pairedRooms = []
    // A field that is added there is added here.
    #expect(Mirror(reflecting: full).children.count == 13)
    let keys = String(decoding: full.json, as: UTF8.self).matches(of: #/\n  "(\w+)":/#)
      .map { String($0.output.1) }
    #expect(keys.count == 12)
    let words = command.files.flatMap { $0.meaning.split { !$0.isLetter } }.map(String.init)
    for key in keys { #expect(words.contains(key), "\(key)") }
  }
}

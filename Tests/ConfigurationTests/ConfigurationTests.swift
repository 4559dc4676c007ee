import HandShakeCatalog
import Testing

@testable import HandShakeConfiguration

@Suite struct ConfigurationTests {
  private static func parsed(_ json: String) throws(CatalogError) -> Configuration {
    try Configuration(bytes: Array(json.utf8), path: "c")
  }

  @Test func everyFieldComesBack() throws {
    var written = Configuration()
    written.device = "plughw:1,0"
    written.captureDevice = "hw:2"
    written.protocolName = "burst"
    written.rung = 3
    written.ceilingHertz = 18_500
    written.floorHertz = 15_500
    written.deviceCeilingsHertz = ["hw:0": 17_250.5]
    written.levelDecibels = -6
    written.answerSecondsPerHour = 90
    #expect(try Configuration(bytes: written.json, path: "c") == written)
    #expect(try Configuration(bytes: Configuration().json, path: "c") == Configuration())
  }

  @Test func aDevicesCeilingComesFirst() throws {
    let configuration = try Self.parsed(
      #"{"ceiling": 19000, "deviceCeilings": {"hw:0": 17000}}"#)
    #expect(configuration.ceilingHertz(ofDevice: "hw:0") == 17_000)
    #expect(configuration.ceilingHertz(ofDevice: "hw:1") == 19_000)
    #expect(configuration.ceilingHertz(ofDevice: nil) == 19_000)
  }

  @Test(arguments: [
    ("[1]", CatalogError.malformed(path: "c", reason: "not a JSON object")),
    ("", .malformed(path: "c", reason: "not valid JSON")),
    (
      #"{"devise": "a"}"#,
      .badField(
        path: "c", field: "devise", reason: "is not a field that is known (did you mean device?)")
    ),
    (
      #"{"microphone": "a"}"#,
      .badField(path: "c", field: "microphone", reason: "is not a field that is known")
    ),
    (#"{"device": 1}"#, .badField(path: "c", field: "device", reason: "must be a string")),
    (
      #"{"device": "a\u001b[2J"}"#,
      .badField(path: "c", field: "device", reason: "must not contain control characters")
    ),
    (
      #"{"answerSecondsPerHour": 3601}"#,
      .badField(path: "c", field: "answerSecondsPerHour", reason: "must be 0 to 3600, not 3601")
    ),
    (#"{"level": 3}"#, .badField(path: "c", field: "level", reason: "must be -120 to 0, not 3")),
    (#"{"ceiling": true}"#, .badField(path: "c", field: "ceiling", reason: "must be a number")),
    (
      #"{"rung": 1.5}"#,
      .badField(path: "c", field: "rung", reason: "must be a whole number, not 1.5")
    ),
    (
      #"{"deviceCeilings": {"hw:0": "x"}}"#,
      .badField(path: "c", field: "deviceCeilings.hw:0", reason: "must be a number")
    ),
  ])
  func whatIsWrongIsNamed(json: String, error: CatalogError) {
    #expect(throws: error) { try Self.parsed(json) }
  }

  @Test func whereItLies() {
    #expect(ConfigurationFile(environment: { _ in nil }) == nil)
    #expect(
      ConfigurationFile(environment: { ["HOME": "/h"][$0] })?.path
        == "/h/.config/handshake/config.json")
    #expect(
      ConfigurationFile(environment: { ["HOME": "/h", "XDG_CONFIG_HOME": "/x"][$0] })?.path
        == "/x/handshake/config.json")
    #expect(
      ConfigurationFile(environment: { ["HOME": "/h", "XDG_CONFIG_HOME": "x"][$0] })?.path
        == "/h/.config/handshake/config.json")
  }
}

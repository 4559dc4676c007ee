import HandShakeConfiguration
import HandShakeModem
import Testing

@testable import HandShakeTerminal

private func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }
private func typed(_ line: String) -> [[UInt8]] {
  line.split(separator: " ").map { Array($0.utf8) }
}

@Suite struct OptionsTests {
  @Test func operandsAndOptionsMayMix() throws {
    let parsed = try OptionsParser.parse(words("hi", "--level", "-6", "--repeat=3"), of: .hsend)
    #expect(parsed.operands == words("hi"))
    #expect(parsed.value(.level) == "-6")
    #expect(parsed.value(.repeat) == "3")
  }

  @Test func twoDashesEndTheOptions() throws {
    let parsed = try OptionsParser.parse(words("--", "--level"), of: .hsend)
    #expect(parsed.operands == words("--level"))
    #expect(!parsed.has(.level))
  }

  @Test func abbreviations() throws {
    #expect(try OptionsParser.parse(words("--ce", "18k"), of: .hsend).value(.ceiling) == "18k")
  }

  @Test func repeatableOptionsKeepAllValuesAndOthersTheLast() throws {
    let names = try OptionsParser.parse(words("--protocol", "a", "--protocol", "b"), of: .hrecv)
    #expect(try ReceiveOptions(names).protocolNames == ["a", "b"])
    let levels = try OptionsParser.parse(words("--level", "-3", "--level", "-6"), of: .hsend)
    #expect(try SendOptions(levels).levelDecibels == Setting(value: -6, origin: .option))
  }

  @Test func aDistanceIsMeasuredWithoutAText() throws {
    let parsed = try OptionsParser.parse(
      words("--distance=7", "--device", "x", "--json"), of: .hsend)
    let options = try SendOptions(parsed)
    let request = DistanceRequest(
      captureDevice: Setting(value: "x", origin: .builtIn), waitSeconds: 7)
    #expect(options.task == .distance(request) && options.printsJSON)
    for wrong in [
      words("--distance", "text"), words("--distance", "--confirm"), words("--distance=0"),
      words("--distance", "--protocol", "burst"), words("--distance", "--secret", "s"),
    ] {
      #expect(throws: CommandFailure.self) {
        try SendOptions(try OptionsParser.parse(wrong, of: .hsend))
      }
    }
  }

  @Test func operandsNeedNotBeText() throws {
    let parsed = try OptionsParser.parse([[0xff, 0x41]], of: .hsend)
    #expect(try SendOptions(parsed).text == .argument([0xff, 0x41]))
  }

  @Test func defaults() throws {
    let send = try SendOptions(try OptionsParser.parse([], of: .hsend))
    #expect(send.text == .standardInput)
    #expect(send.device == Setting(value: "default", origin: .builtIn))
    #expect(send.outputPath == nil)
    #expect(send.repeatCount == 1)
    #expect(send.ceilingHertz == Setting(value: nil, origin: .builtIn))
    #expect(send.fileRateHertz == 48_000)
    let every = try SendOptions(try OptionsParser.parse(words("--every", "5", "-"), of: .hsend))
    #expect(every.repeatCount == nil)
    #expect(every.text == .standardInput)
  }

  @Test(arguments: [
    ("18500", 18_500.0), ("18.5k", 18_500), ("18.5KHz", 18_500), ("1e4", 10_000),
    ("44100hz", 44_100),
  ])
  func hertz(text: String, value: Double) {
    #expect(Quantity.hertz(text) == value)
  }

  @Test(arguments: ["", "k", "hz", "nan", "inf", "-inf", "0x10", "1e999", "18,5", "1 k", "१"])
  func noHertz(text: String) {
    #expect(Quantity.hertz(text) == nil)
  }

  @Test func valuesThatMayBeLeftOut() throws {
    func send(_ words: [String]) throws -> SendOptions {
      try SendOptions(try OptionsParser.parse(words.map { Array($0.utf8) }, of: .hsend))
    }
    #expect(try send(["--confirm", "7"]).confirmation?.waitSeconds == 5)
    #expect(try send(["--confirm", "7"]).text == .argument(Array("7".utf8)))
    #expect(try send(["--confirm=7", "hi"]).confirmation?.waitSeconds == 7)
    for way in ["--confirm", "--dry-run", "--repeat=2"] {
      #expect(try send(["--json", way, "hi"]).printsJSON)
    }
    #expect(try send(["hi"]).confirmation == nil)
    func receive(_ words: [String]) throws -> ReceiveOptions {
      try ReceiveOptions(try OptionsParser.parse(words.map { Array($0.utf8) }, of: .hrecv))
    }
    #expect(try receive(["--answer"]).answer != nil)
    #expect(try receive(["--answer"]).answer?.slot == nil)
    #expect(try receive(["--answer=3"]).answer?.slot == 3)
    #expect(try receive([]).answer == nil)
  }

  /// One name for a device that plays and listens.
  @Test func devicesOfBothDirections() throws {
    var configuration = Configuration()
    func devices(_ device: String?) throws -> [String] {
      let named = device.map { ["--device", $0] } ?? []
      let sent = try OptionsParser.parse((named + ["--confirm"]).map { Array($0.utf8) }, of: .hsend)
      let heard = try OptionsParser.parse((named + ["--answer"]).map { Array($0.utf8) }, of: .hrecv)
      let receive = try ReceiveOptions(heard, configuration)
      return [
        try SendOptions(sent, configuration).confirmation?.captureDevice.value ?? "",
        receive.answer?.device.value ?? "",
      ]
    }
    #expect(try devices(nil) == ["default", "default"])
    #expect(try devices("hw:1") == ["hw:1", "hw:1"])
    configuration.device = "hw:2"
    configuration.captureDevice = "hw:3"
    #expect(try devices("hw:1") == ["hw:3", "hw:2"])
  }

  @Test func theLowestFloorIsTypedOrConfigured() throws {
    func floorHertz(_ line: String, _ configuration: Configuration = .init()) throws -> Double {
      try SendOptions(OptionsParser.parse(typed(line), of: .hsend), configuration).floorHertz.value
    }
    #expect(try floorHertz("--confirm hi") == 17_000)
    var configuration = Configuration()
    configuration.floorHertz = 14_000
    #expect(try floorHertz("--confirm hi", configuration) == 14_000)
    #expect(try floorHertz("--confirm --floor 15.5k hi", configuration) == 15_500)
  }

  @Test func aPaceIsStatedInOneWay() throws {
    func pace(_ line: String) throws -> TransmissionPace {
      try SendOptions(OptionsParser.parse(typed(line), of: .hsend)).pace
    }
    #expect(try pace("hi") == .automatic)
    #expect(try pace("--fast hi") == .fast)
    #expect(try pace("--robust hi") == .robust)
    #expect(try pace("--snr 12 hi") == .signalToNoiseDecibels(12))
    #expect(try pace("--rung 3 hi") == .rung(3))
    for line in ["--rung 3 --fast hi", "--rung 3 --snr 9 hi", "--snr 9 --robust hi"] {
      #expect(throws: CommandFailure.self, "\(line)") { try pace(line) }
    }
  }

  @Test func answersAreBoundedByTheConfiguration() throws {
    let parsed = try OptionsParser.parse(words("--answer"), of: .hrecv)
    #expect(try ReceiveOptions(parsed).answer?.secondsPerHour == 600)
    var configuration = Configuration()
    configuration.answerSecondsPerHour = 60
    #expect(try ReceiveOptions(parsed, configuration).answer?.secondsPerHour == 60)
  }
}

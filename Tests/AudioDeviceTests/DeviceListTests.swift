import Testing

extension LoopTests {
  @Suite(.enabled(if: LoopRun.isPossible, LoopRun.skipped))
  struct DeviceListTests {
    @Test func listsWhatIsDeclared() throws {
      let run = try LoopRun.inLoop("--list")
      #expect(try #require(run.facts.playList).contains("loop: null-sink loop"))
      #expect(run.facts.captureList == run.facts.playList)
      #expect(run.standardError == "")
    }

    @Test func listsCardsByDirection() throws {
      let run = try LoopRun.inLoop(
        "--list", environment: ["ALSA_CARDS": "Codec:pc:2,Camera:c:1,Screen:p"])
      let hardware = { (list: [String]?) in (list ?? []).filter { $0.contains("hw:") } }
      #expect(
        hardware(run.facts.playList) == [
          "hw:0,0: Codec, 2 channels", "plughw:0,0: Codec, any format",
          "hw:2,0: Screen", "plughw:2,0: Screen, any format",
        ])
      #expect(
        hardware(run.facts.captureList) == [
          "hw:0,0: Codec, 2 channels", "plughw:0,0: Codec, any format",
          "hw:1,0: Camera, 1 channel", "plughw:1,0: Camera, any format",
        ])
    }

    @Test func isEmptyWithoutAnything() throws {
      let run = try LoopRun.outsideLoop("--list", environment: ["ALSA_CONFIG_PATH": "/dev/null"])
      #expect(run.facts.playList?.filter { !$0.contains("hw:") } == [])
      #expect(run.facts.captureList?.filter { !$0.contains("hw:") } == [])
      #expect(run.standardError == "")
    }
  }
}

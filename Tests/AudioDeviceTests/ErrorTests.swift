import Testing

extension LoopTests {
  /// What can be wrong with a device when it's opened.
  @Suite(.enabled(if: LoopRun.isPossible, LoopRun.skipped))
  struct OpeningErrorTests {
    @Test(arguments: ["hw:31", "hw:CARD=NoSuchCard", "plughw:31,7", "no such name"])
    func missing(device: String) throws {
      let run = try LoopRun.outsideLoop("--play", device, "--capture", device)
      let error = "missing(device: \"\(device)\", text: \"No such file or directory\")"
      #expect(
        [error, error.replacing("file or directory", with: "device")]
          .contains(run.facts.play?.error))
      #expect(run.facts.capture?.error == run.facts.play?.error)
      #expect(run.standardError == "")
    }

    @Test func soundServerMissing() throws {
      let (device, text) =
        LoopRun.kind == "pipewire"
        ? ("pipewire", "Host is down") : ("pulse", "Connection refused")
      let run = try LoopRun.outsideLoop(
        "--play", device,
        environment: [
          "PULSE_SERVER": "unix:/nonexistent", "PIPEWIRE_RUNTIME_DIR": "/nonexistent",
        ])
      #expect(
        run.facts.play?.error == "missing(device: \"\(device)\", text: \"\(text)\")")
      #expect(run.standardError == "")
    }

    @Test(arguments: [
      ("-16", "busy(device: \"loop\")"),
      ("-13", "permission(device: \"loop\")"),
      ("-19", "missing(device: \"loop\", text: \"No such device\")"),
      ("-5", "vanished(device: \"loop\", text: \"Input/output error\")"),
      ("-22", "other(device: \"loop\", call: \"snd_pcm_open\", text: \"Invalid argument\")"),
    ])
    func refused(code: String, error: String) throws {
      let run = try LoopRun.inLoop(
        "--play", "loop", environment: ["ALSA_FAULT": "open:1:\(code)"])
      #expect(run.facts.play?.error == error)
    }

    @Test func noUsableRate() throws {
      let run = try LoopRun.inLoop("--play", "plug8", "--capture", "plug8")
      #expect(
        run.facts.play?.error
          == "unsupportedRate(device: \"plug8\", lowestHertz: 8000, highestHertz: 8000)")
      #expect(run.facts.capture?.error == run.facts.play?.error)
    }

    @Test func noUsableFormat() throws {
      let run = try LoopRun.inLoop("--play", "alaw", "--capture", "alaw")
      #expect(
        run.facts.play?.error == "unsupportedFormat(device: \"alaw\", offered: [\"A_LAW\"])")
      #expect(run.facts.capture?.error == run.facts.play?.error)
    }
  }

  /// What can happen to a running stream.
  @Suite(.enabled(if: LoopRun.isPossible, LoopRun.skipped))
  struct StreamingErrorTests {
    @Test(arguments: ["--play", "--capture"])
    func vanishes(direction: String) throws {
      let run = try LoopRun.inLoop(direction, "loop", "--seconds", "20", "--daemon", "KILL")
      let facts = try #require(run.facts.play ?? run.facts.capture)
      // PipeWire's plug-in calls its server's end a broken pipe, as it does an underrun.
      #expect(
        facts.error
          == (LoopRun.kind == "pipewire"
            ? "stalled(device: \"loop\", seconds: 3.0)"
            : "vanished(device: \"loop\", text: \"Input/output error\")"))
      #expect(facts.frames > 0)
      #expect(run.standardError == "")
    }

    @Test(arguments: ["--play", "--capture"])
    func stalls(direction: String) throws {
      let run = try LoopRun.inLoop(direction, "loop", "--seconds", "20", "--daemon", "STOP")
      let facts = try #require(run.facts.play ?? run.facts.capture)
      #expect(facts.error == "stalled(device: \"loop\", seconds: 3.0)")
      #expect(facts.frames > 0)
    }

    @Test(arguments: ["--play", "--capture"])
    func stallsWhileOpened(direction: String) throws {
      let run = try LoopRun.inLoop(
        direction, "loop", "--seconds", "20", "--daemon", "STOP", "--daemon-after", "-1")
      let facts = try #require(run.facts.play ?? run.facts.capture)
      // PipeWire's plug-in opens without an answer of its server.
      let seconds = LoopRun.kind == "pipewire" ? 3.0 : 5.0
      #expect(facts.error == "stalled(device: \"loop\", seconds: \(seconds))")
    }

    @Test func stallsWhileDraining() throws {
      let run = try LoopRun.inLoop(
        "--play", "loop", "--seconds", "0.2", "--daemon", "STOP", "--daemon-after", "0.1")
      #expect(run.facts.play?.frames == 9600)
      #expect(run.facts.play?.error == "stalled(device: \"loop\", seconds: 3.0)")
    }

    @Test func underrunIsCountedAndCured() throws {
      let run = try LoopRun.inLoop("--play", "loop_xrun", "--pause", "0.6")
      #expect(run.facts.play?.error == nil)
      #expect(run.facts.play?.xruns == 1)
      #expect(run.facts.play?.frames == 24000)
    }

    /// PulseAudio waits for half a buffer after an underrun, and hides it. The rest is shorter.
    @Test func theRestAfterAnUnderrunIsHeard() throws {
      let run = try LoopRun.inLoop("--play", "loop", "--seconds", "0.18", "--pause", "0.6")
      #expect(run.facts.play?.error == nil)
      #expect(run.facts.play?.frames == 8640)
      if LoopRun.kind == "pulseaudio" { #expect(run.facts.play?.xruns == 1) }
    }

    /// The loop's clock is the machine's; a writer that is in time causes none.
    @Test func noUnderrunWithoutPause() throws {
      let run = try LoopRun.inLoop("--play", "loop_xrun", "--seconds", "1")
      #expect(run.facts.play?.error == nil)
      #expect(run.facts.play?.xruns == 0)
    }

    @Test(arguments: [
      ("#:5:-32", 1, 0), ("#:1:-32", 1, 0), ("wait:4:-32", 1, 0), ("#:4:-32,#:6:-32", 2, 0),
      ("#:5:-86", 0, 1), ("wait:4:-86", 0, 1), ("#:5:-86,resume:1:-11,resume:2:-11", 0, 1),
      ("#:5:-11", 0, 0), ("#:5:-4", 0, 0), ("#:5:-5", 1, 0),
    ])
    func goesOnAfter(fault: String, xruns: Int, suspends: Int) throws {
      for (direction, call) in [("--play", "writei"), ("--capture", "readi")] {
        let run = try LoopRun.inLoop(
          direction, "loop", "--seconds", "0.3",
          environment: ["ALSA_FAULT": fault.replacing("#", with: call)])
        let facts = try #require(run.facts.play ?? run.facts.capture)
        #expect(facts.error == nil, "\(direction)")
        #expect(facts.xruns == xruns, "\(direction)")
        #expect(facts.suspends == suspends, "\(direction)")
        #expect(facts.frames >= 14400, "\(direction)")
      }
    }

    @Test(arguments: [
      ("#:5:-19", "vanished(device: \"loop\", text: \"No such device\")"),
      ("wait:5:-19", "vanished(device: \"loop\", text: \"No such device\")"),
      ("#:5:-32,prepare:@:-19", "vanished(device: \"loop\", text: \"No such device\")"),
      ("#:5:-5,#:6:-5", "vanished(device: \"loop\", text: \"Input/output error\")"),
      ("#:5:-5,prepare:@:-5", "vanished(device: \"loop\", text: \"Input/output error\")"),
      ("#:5:-77", "vanished(device: \"loop\", text: \"File descriptor in bad state\")"),
      ("#:5:-12", "other(device: \"loop\", call: \"snd_pcm_#\", text: \"Cannot allocate memory\")"),
    ])
    func endsAfter(fault: String, error: String) throws {
      // The preparation after the fault: a player's is prepared by ALSA, and again when it has its
      // thresholds.
      for (direction, call, preparation) in [
        ("--play", "writei", "3"), ("--capture", "readi", "2"),
      ] {
        let fault = fault.replacing("#", with: call).replacing("@", with: preparation)
        let run = try LoopRun.inLoop(
          direction, "loop", "--seconds", "0.3",
          environment: ["ALSA_FAULT": fault])
        let facts = try #require(run.facts.play ?? run.facts.capture)
        #expect(facts.error == error.replacing("#", with: call))
      }
    }

    /// Cancelled while it runs, while it is stalled, and while it's opened stalled. The bound finds
    /// what would wait for the device; a loaded machine alone doesn't reach it.
    @Test(arguments: [nil, "0.2", "-1"])
    func interrupted(daemonStopsAfter: String?) throws {
      for direction in ["--play", "--capture"] {
        var run: LoopRun
        if let daemonStopsAfter {
          run = try LoopRun.inLoop(
            direction, "loop", "--seconds", "20", "--interrupt-after", "0.6", "--daemon", "STOP",
            "--daemon-after", daemonStopsAfter)
        } else {
          run = try LoopRun.inLoop(
            direction, "loop", "--seconds", "20", "--interrupt-after", "0.6")
        }
        let facts = try #require(run.facts.play ?? run.facts.capture)
        #expect(facts.error == "cancelled")
        #expect(try #require(facts.secondsSinceInterrupt) < 1)
        #expect(run.standardError == "")
      }
    }
  }
}

import HandShakeTestKit
import Testing

/// Devices of the private ALSA loop: interrupted, gone, listed. That texts come back live is tested
/// on the release build by `tools/test loop`.
@Suite(.waiting) struct LiveTests {
  /// The outcome of `script` in a loop of its own, whose variables `environment` sets. What the
  /// programs say goes to the file `notes`: the loop itself may mourn its daemon.
  private func run(_ script: String, environment: String = "") throws -> Outcome {
    try Shell.run(
      """
      cat >script <<'END'
      \(script)
      END
      \(environment) '\(Shell.loop)' bash script 2>/dev/null; status=$?; cat notes >&2; exit $status
      """)
  }

  /// What `hrecv` says first.
  private static let listening = hrecv(Texts.listening("default"))

  /// What waits until `program` listens or plays.
  private static func sounding(_ program: String) -> String {
    program == "hrecv" ? "wait_until listens" : "wait_until plays"
  }

  /// What is said and the status when ALSA's calls fail as told: what can be recovered from is said
  /// and gone on from.
  static let faults: [(line: String, fault: String, sentences: [String], status: Int32)] = [
    (
      "hrecv --timeout 1", "readi:10:-32",
      [
        listening,
        hrecv(Texts.soundLostByOverrun("'default'")),
        hrecv(Texts.noMessageSilence("within 1.0 s")),
      ], 1
    ),
    (
      "hrecv --timeout 1", "readi:10:-86",
      [
        listening,
        hrecv(Texts.soundLostBySuspension("'default'")),
        hrecv(Texts.noMessageSilence("within 1.0 s")),
      ], 1
    ),
    (
      "hrecv", "readi:10:-19",
      [
        listening,
        hrecv(Texts.deviceGone("'default'", "no such device", "hrecv")),
      ], 3
    ),
    (
      "hrecv", "open:1:-16",
      [
        hrecv(Texts.deviceBusy("'default'", "hrecv"))
      ], 3
    ),
    (
      "hsend hi", "writei:10:-32",
      [
        hsend(Texts.sendingHurtByOverrun("'default'")),
        hsend(Texts.sentIn("0.5 s")),
      ], 0
    ),
    (
      "hsend hi", "writei:10:-86",
      [
        hsend(Texts.sendingHurtBySuspension("'default'")),
        hsend(Texts.sentIn("0.5 s")),
      ], 0
    ),
    (
      "hsend hi", "writei:10:-19",
      [
        hsend(Texts.deviceGone("'default'", "no such device", "hsend"))
      ], 3
    ),
    (
      "hsend hi", "open:1:-16",
      [
        hsend(Texts.deviceBusy("'default'", "hsend"))
      ], 3
    ),
  ]

  /// A server that does not run, in the words of PulseAudio's plug-in and of PipeWire's, a plug-in
  /// that is not installed, and no sound at all.
  @Test(arguments: [
    (
      "-111",
      Texts.serverSilent("'default'", "connection refused")
    ),
    ("-112", Texts.serverSilent("'default'", "host is down")),
    (
      "-6", Texts.deviceUnreachable("'default'")
    ),
    (
      "-2", Texts.noSound
    ),
    ("-13", Texts.deviceForbidden("'default'")),
  ])
  func whatIsMissing(code: String, sentence: String) throws {
    let library = try FaultLibrary.alsa.path()
    for program in ["hsend hi", "hrecv"] {
      let outcome = try run("LD_PRELOAD='\(library)' ALSA_FAULT=open:1:\(code) \(program) 2>notes")
      #expect(outcome.errors.hasPrefix("\(program.prefix(5)): \(sentence)"), "\(outcome.errors)")
      #expect(outcome.status == 3)
    }
  }

  @Test(arguments: faults)
  func faultsOfALSA(line: String, fault: String, sentences: [String], status: Int32) throws {
    let library = try FaultLibrary.alsa.path()
    let outcome = try run("LD_PRELOAD='\(library)' ALSA_FAULT=\(fault) \(line) 2>notes")
    #expect(
      outcome
        == Outcome(
          output: "", errors: sentences.joined(separator: "\n") + "\n", status: status))
  }

  @Test(arguments: ["hsend --repeat 9 'a text that takes long enough to send'", "hrecv"])
  func stalledDevice(program: String) throws {
    let outcome = try run(
      "\(program) 2>notes & \(Self.sounding(program)); kill -STOP $LOOP_PID; wait $!")
    let name = String(program.prefix(5))
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: (name == "hrecv" ? Self.listening + "\n" : "")
            + "\(name): " + Texts.deviceStalled("'default'", "3.0 s", name) + "\n", status: 3))
  }

  /// Stereo only, and 44.1 kHz only: rate and channels are the device's own on both sides, so
  /// nothing of ALSA's converts between.
  @Test(arguments: [("two", "LOOP_CH=2"), ("plug44", "LOOP_RATE=44100")])
  func devicesOfOneKind(device: String, environment: String) throws {
    let outcome = try run(
      """
      hrecv --device \(device) --json --once --timeout 20 >events 2>notes & listener=$!
      wait_until listens; PULSE_LATENCY_MSEC=200 hsend --device \(device) hi 2>>notes
      wait $listener; status=$?
      grep -o '"rateHertz":[0-9]*' events; grep -o '"channelCount":[0-9]*' events
      grep -o '"text":"[a-z]*"' events; exit $status
      """, environment: environment)
    #expect(
      outcome.output == "\"rateHertz\":\(device == "two" ? 48000 : 44100)\n\"channelCount\":2\n"
        + "\"text\":\"hi\"\n")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    "hsend 'a text that takes long enough to send'", "htone --loop 440", "htone --ceiling",
  ])
  func interrupt(program: String) throws {
    let outcome = try run("\(program) 2>notes & \(Self.sounding(program)); kill -INT $!; wait $!")
    #expect(outcome == Outcome(output: "", errors: "", status: 130))
  }

  /// A listener that is interrupted says why nothing came: it has heard a second of silence.
  @Test func interruptOfAListener() throws {
    let outcome = try run(
      """
      hrecv --json >events 2>notes & listener=$!
      wait_until grep level events; kill -INT $listener; wait $listener
      """)
    let errors = outcome.errors.replacing(/came in [0-9.]+ s/, with: "came in 1 s")
    let said = hrecv(Texts.noMessageCame(in: "1 s", Texts.digitalSilence))
    #expect(errors == Self.listening + "\n" + said + "\n")
    #expect(outcome.output.isEmpty && outcome.status == 130)
  }

  @Test(arguments: [
    "hsend 'a text that takes long enough to send'", "hrecv", "htone --loop 440",
    "htone --ceiling",
  ])
  func vanishedDevice(program: String) throws {
    let outcome = try run(
      "\(program) 2>notes & \(Self.sounding(program)); kill -KILL $LOOP_PID; wait $!")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: (program == "hrecv" ? Self.listening + "\n" : "")
            + Shell.gone(String(program.prefix(5)))
            + "\n", status: 3))
  }

  @Test func unusableDevices() throws {
    #expect(
      try run("hsend --device plug8 hi 2>notes")
        == Outcome(
          output: "",
          errors: hsend(Texts.deviceTooSlow("'plug8'", "8000 Hz")) + "\n", status: 3))
    #expect(
      try run("hrecv --device alaw 2>notes")
        == Outcome(
          output: "",
          errors: hrecv(Texts.deviceFormats("'alaw'", "A_LAW")) + "\n", status: 3))
    #expect(
      try run("hrecv --device hw:9 2>notes")
        == Outcome(
          output: "",
          errors:
            hrecv(Texts.noDeviceToReceive("'hw:9'")) + "\n", status: 3))
    // What was advised works.
    #expect(try run("hrecv --device plug:alaw --timeout 0.5 2>notes").status == 1)
  }

  @Test(arguments: ["hsend", "hrecv", "htone"])
  func listsDevices(program: String) throws {
    let outcome = try run("\(program) --list-devices 2>notes")
    #expect(outcome.output.contains("\nloop ") || outcome.output.hasPrefix("loop "))
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  /// Whoever listens on is told that it was the sender who stopped.
  ///
  /// The sender stops at the second level after the start is found: PipeWire drops the sound that
  /// it still holds, and without its header a frame is not known to be one.
  @Test func senderStops() throws {
    let text = String(repeating: "a text that takes long enough to send ", count: 3)
    let outcome = try run(
      """
      hrecv --json >events 2>/dev/null & wait_until grep started events; other=$!
      hrecv --timeout 9 2>notes & listener=$!; wait_until listens
      hsend "\(text)" 2>/dev/null & sender=$!
      wait_until awk '/detected/ {found = 1} /"level"/ {later += found} END {exit later < 2}' events
      kill -INT $sender; wait $listener; kill -INT $other; wait
      """)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix(hrecv(Texts.refusedAt("a hop frame"))))
    #expect(lines[1].contains(Texts.becauseCutOff))
    #expect(
      lines.last.map(String.init)
        == hrecv(Texts.noMessageCutOff("within 9.0 s")))
  }

  @Test func listeningEndsInTime() throws {
    let outcome = try run("hrecv --timeout 0.5 2>notes")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: Self.listening
            + "\n" + hrecv(Texts.noMessageSilence("within 0.5 s")) + "\n",
          status: 1))
  }

  // MARK: Events

  @Test(arguments: [
    "hi", "--unsealed --repeat 2 --protocol ggwave-ultrasound-fastest hi", "--wifi net",
  ])
  func eventsOfWhatIsPlayed(line: String) throws {
    let outcome = try run(
      "echo 12345678 | HANDSHAKE_SECRET='a secret of many words' hsend --json \(line) 2>notes")
    let sent = [String](repeating: "sent", count: line.contains("ggwave") ? 2 : 1)
    #expect(Self.events(outcome.output) == ["sending"] + sent + ["ended"])
    #expect(outcome.output.contains("\"isDevice\":true"))
    #expect(outcome.status == 0)
  }

  @Test func eventsUntilAnInterrupt() throws {
    let outcome = try run(
      """
      hsend --json --every 1 hi >events 2>notes & sender=$!
      wait_until grep '"attempt":2' events; kill -INT $sender; wait $sender; status=$?
      head -n 3 events; tail -n 1 events; exit $status
      """)
    #expect(Self.events(outcome.output) == ["sending", "sent", "sent", "ended"])
    #expect(outcome.output.contains("\"count\":null"))
    #expect(outcome.output.contains("\"reason\":\"interrupted\""))
    #expect(outcome.status == 130)
  }

  @Test func eventsOfADistanceThatNobodyTells() throws {
    let outcome = try run("hsend --distance=1 --json 2>notes")
    #expect(
      Self.events(outcome.output) == ["sending", "sent", "sent", "sent", "unconfirmed", "ended"])
    #expect(outcome.status == 5)
  }

  /// What the events in `output` are called.
  private static func events(_ output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      line.split(separator: "\"event\":\"").dropFirst().first?
        .split(separator: "\"").first.map(String.init)
    }
  }

  // MARK: Receipts

  @Test func whatWasConfirmedWasPrinted() throws {
    let outcome = try run(
      """
      hrecv --answer --once >heard 2>notes & listener=$!
      wait_until listens; hsend --confirm --json 'meet at 7' >events 2>>notes; echo "hsend $?"
      wait $listener; echo "hrecv $?"
      cat heard; grep -o '"event":"[a-z]*"' events | sort -u
      """)
    // However often it was sent: a machine with much else to do loses sound.
    #expect(
      outcome.output
        == "hsend 0\nhrecv 0\nmeet at 7\n"
        + ["confirmed", "ended", "sending", "sent"].map { "\"event\":\"\($0)\"\n" }.joined())
    #expect(outcome.errors.contains("\n" + hsend(Texts.deliveredAfter)), "\(outcome.errors)")
  }

  @Test func whereNobodyAnswersItIsNotConfirmed() throws {
    let outcome = try run(
      """
      begin=$SECONDS; hsend --confirm=1 --json 'is anybody there' 2>notes; status=$?
      ((SECONDS - begin < 25)) || echo "took $((SECONDS - begin)) s"; exit $status
      """)
    #expect(
      Self.events(outcome.output) == ["sending", "sent", "sent", "sent", "unconfirmed", "ended"])
    #expect(outcome.output.contains("\"exitStatus\":5"))
    #expect(
      outcome.errors.hasPrefix(hsend(Texts.notConfirmed("3")))
        && outcome.errors.hasSuffix(Texts.lowerFloor("15520") + "\n"), "\(outcome.errors)")
    #expect(outcome.status == 5)
  }

  /// What was printed counts, though the answer is cut off.
  @Test func interruptedAnswer() throws {
    let outcome = try run(
      """
      hrecv --answer --json >events 2>notes & listener=$!
      wait_until listens; hsend 'nobody asks' 2>>notes
      hsend --confirm 'meet at 7' 2>/dev/null & sender=$!
      wait_until grep answered events
      kill -INT $listener; wait $listener; echo "hrecv $?"; kill -INT $sender; wait $sender
      grep -o '"event":"answered"' events
      """)
    #expect(outcome.output == "hrecv 0\n\"event\":\"answered\"\n", "\(outcome.errors)")
  }
}

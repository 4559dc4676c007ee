import TestKit
import Testing

/// Devices of the private ALSA loop: interrupted, gone, listed. That texts come back live is tested
/// on the release build by `tools/test-loop`.
@Suite(.waiting) struct LiveTests {
  /// The outcome of `script` in a loop of its own, whose variables `environment` sets. What the programs
  /// say goes to the file `notes`: the loop itself may mourn its daemon.
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
  private static let listening = "hrecv: listening on default, Ctrl-C ends"

  /// What is said and the status when ALSA's calls fail as told: what can be recovered from is said and
  /// gone on from.
  static let faults: [(line: String, fault: String, sentences: [String], status: Int32)] = [
    (
      "hrecv --timeout 1", "readi:10:-32",
      [
        listening,
        "hrecv: the device 'default' ran over or dry (xrun): some sound was lost",
        "hrecv: no message within 1.0 s: it is digital silence, so ask hrecv --doctor",
      ], 1
    ),
    (
      "hrecv --timeout 1", "readi:10:-86",
      [
        listening,
        "hrecv: the device 'default' was suspended: some sound was lost",
        "hrecv: no message within 1.0 s: it is digital silence, so ask hrecv --doctor",
      ], 1
    ),
    (
      "hrecv", "readi:10:-19",
      [
        listening,
        "hrecv: the audio device 'default' is gone (no such device): plug it in or start its sound "
          + "server, then run hrecv again",
      ], 3
    ),
    (
      "hrecv", "open:1:-16",
      [
        "hrecv: the audio device 'default' is in use by another program: end that, or choose one "
          + "that can be shared from hrecv --list-devices"
      ], 3
    ),
    (
      "hsend hi", "writei:10:-32",
      [
        "hsend: the device 'default' ran over or dry (xrun): what was sent may not be readable",
        "hsend: sent in 0.5 s",
      ], 0
    ),
    (
      "hsend hi", "writei:10:-86",
      [
        "hsend: the device 'default' was suspended: what was sent may not be readable",
        "hsend: sent in 0.5 s",
      ], 0
    ),
    (
      "hsend hi", "writei:10:-19",
      [
        "hsend: the audio device 'default' is gone (no such device): plug it in or start its sound "
          + "server, then run hsend again"
      ], 3
    ),
    (
      "hsend hi", "open:1:-16",
      [
        "hsend: the audio device 'default' is in use by another program: end that, or choose one "
          + "that can be shared from hsend --list-devices"
      ], 3
    ),
  ]

  /// A server that does not run, in the words of PulseAudio's plug-in and of PipeWire's, a plug-in that is
  /// not installed, and no sound at all.
  @Test(arguments: [
    (
      "-111",
      "the sound server behind 'default' does not answer (connection refused): start it with"
    ),
    ("-112", "the sound server behind 'default' does not answer (host is down): start it with"),
    (
      "-6", "the audio device 'default' cannot be reached (no such device or address): install what"
    ),
    (
      "-2", "there is no sound card and no sound server (no such file or directory): plug a card in"
    ),
    ("-13", "the audio device 'default' may not be opened: join its group with sudo adduser $USER"),
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
    let outcome = try run("\(program) 2>notes & sleep 1; kill -STOP $LOOP_PID; wait $!")
    let name = program.prefix(5)
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: (name == "hrecv" ? Self.listening + "\n" : "")
            + "\(name): the audio device 'default' has not moved for 3.0 s: restart its sound "
            + "server, then run \(name) again\n", status: 3))
  }

  /// PipeWire's plug-in notices an underrun in a thread of the program, which stops with it.
  @Test(.enabled(if: Shell.loopKind != "pipewire", "PipeWire doesn't tell a stopped program"))
  func underrun() throws {
    let outcome = try run(
      """
      hsend --device loop_xrun --repeat 8 hello 2>notes & sender=$!
      sleep 4; kill -STOP $sender; sleep 0.8; kill -CONT $sender; wait $sender
      """)
    #expect(
      outcome.errors.hasPrefix(
        "hsend: the device 'loop_xrun' ran over or dry (xrun): what was sent may not be readable\n"
          + "hsend: sent in "))
    #expect(outcome.status == 0)
  }

  /// Stereo only, and 44.1 kHz only: rate and channels are the device's own on both sides, so nothing of
  /// ALSA's converts between.
  @Test(arguments: [("two", "LOOP_CH=2"), ("plug44", "LOOP_RATE=44100")])
  func devicesOfOneKind(device: String, environment: String) throws {
    let outcome = try run(
      """
      hrecv --device \(device) --json --once --timeout 20 >events 2>notes & listener=$!
      sleep 1; hsend --device \(device) hi 2>>notes; wait $listener; status=$?
      grep -o '"rateHertz":[0-9]*' events; grep -o '"channelCount":[0-9]*' events
      grep -o '"text":"[a-z]*"' events; exit $status
      """, environment: environment)
    #expect(
      outcome.output == "\"rateHertz\":\(device == "two" ? 48000 : 44100)\n\"channelCount\":2\n"
        + "\"text\":\"hi\"\n")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    "hsend 'a text that takes long enough to send'", "hrecv", "htone --loop 440",
    "htone --ceiling",
  ])
  func interrupt(program: String) throws {
    let outcome = try run("\(program) 2>notes & sleep 1; kill -INT $!; wait $!")
    let name = program.prefix(5)
    let errors = name == "hrecv" ? Self.listening + "\n" : ""
    #expect(outcome == Outcome(output: "", errors: errors, status: 130))
  }

  @Test(arguments: [
    "hsend 'a text that takes long enough to send'", "hrecv", "htone --loop 440",
    "htone --ceiling",
  ])
  func vanishedDevice(program: String) throws {
    let outcome = try run("\(program) 2>notes & sleep 1; kill -KILL $LOOP_PID; wait $!")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: (program == "hrecv" ? Self.listening + "\n" : "") + Shell.gone(program.prefix(5))
            + "\n", status: 3))
  }

  @Test func unusableDevices() throws {
    #expect(
      try run("hsend --device plug8 hi 2>notes")
        == Outcome(
          output: "",
          errors: "hsend: the audio device 'plug8' runs at 8000 Hz, too low for near-ultrasound: "
            + "choose another from hsend --list-devices\n", status: 3))
    #expect(
      try run("hrecv --device alaw 2>notes")
        == Outcome(
          output: "",
          errors: "hrecv: the audio device 'alaw' offers no sample format that can be used (it has "
            + "A_LAW): try --device plug:alaw\n", status: 3))
    #expect(
      try run("hrecv --device hw:9 2>notes")
        == Outcome(
          output: "",
          errors:
            "hrecv: there is no audio device 'hw:9' (no such file or directory): choose one from "
            + "hrecv --list-devices, or use a file with --input FILE\n", status: 3))
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
  @Test func senderStops() throws {
    let outcome = try run(
      """
      hrecv --timeout 4 2>notes & sleep 1
      hsend "a text that takes long enough to send" 2>/dev/null & sleep 1; kill -INT $!; wait
      """)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("hrecv: refused a hop frame at "))
    #expect(lines[1].contains(" s, because it was cut off (signal to noise "))
    #expect(
      lines.last
        == "hrecv: no message within 4.0 s: let the sender end, and listen or record for longer")
  }

  @Test func listeningEndsInTime() throws {
    let outcome = try run("hrecv --timeout 0.5 2>notes")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: Self.listening
            + "\nhrecv: no message within 0.5 s: it is digital silence, so ask hrecv --doctor\n",
          status: 1))
  }

  // MARK: Receipts

  @Test func whatWasConfirmedWasPrinted() throws {
    let outcome = try run(
      """
      hrecv --answer --once >heard 2>notes & listener=$!
      sleep 1; hsend --confirm --json 'meet at 7' >events 2>>notes; echo "hsend $?"
      wait $listener; echo "hrecv $?"
      cat heard; grep -o '"event":"[a-z]*"' events | sort -u
      """)
    // However often it was sent: a machine with much else to do loses sound.
    #expect(
      outcome.output
        == "hsend 0\nhrecv 0\nmeet at 7\n\"event\":\"confirmed\"\n\"event\":\"sent\"\n")
    #expect(outcome.errors.contains("\nhsend: delivered after "), "\(outcome.errors)")
  }

  @Test func whereNobodyAnswersItIsNotConfirmed() throws {
    let outcome = try run(
      """
      begin=$SECONDS; hsend --confirm=1 --json 'is anybody there' 2>notes; status=$?
      ((SECONDS - begin < 25)) || echo "took $((SECONDS - begin)) s"; exit $status
      """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 4 && lines.prefix(3).allSatisfy { $0.contains("\"event\":\"sent\"") })
    #expect(lines.last?.contains("\"event\":\"unconfirmed\"") == true, "\(outcome.output)")
    #expect(
      outcome.errors.hasPrefix(
        "hsend: not confirmed after 3 tries: nobody listens with --answer, or its loudspeaker "
          + "does not reach this microphone (noise here "), "\(outcome.errors)")
    #expect(outcome.status == 5)
  }

  /// What was printed counts, though the answer is cut off.
  @Test func interruptedAnswer() throws {
    let outcome = try run(
      """
      hrecv --answer --json >events 2>notes & listener=$!
      sleep 1; hsend 'nobody asks' 2>>notes; hsend --confirm 'meet at 7' 2>/dev/null & sender=$!
      until grep -q answered events || ! kill -0 $sender; do sleep 0.02; done
      kill -INT $listener; wait $listener; echo "hrecv $?"; kill -INT $sender; wait $sender
      grep -o '"event":"answered"' events
      """)
    #expect(outcome.output == "hrecv 0\n\"event\":\"answered\"\n", "\(outcome.errors)")
  }
}

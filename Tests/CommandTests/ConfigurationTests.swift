import HandShakeTestKit
import Testing

/// The configuration file as a user writes it, and what `hsend` makes of it.
@Suite struct ConfigurationTests {
  private static func write(_ json: String) -> String {
    "mkdir -p .config/handshake; printf '%s' '\(json)' > .config/handshake/config.json; "
  }

  @Test func eachValueHasItsSource() throws {
    let json = #"""
      {"device": "hw:0", "protocol": "burst", "rung": 2, "ceiling": 19000,
       "deviceCeilings": {"hw:0": 18250}}
      """#
    let shown = try Shell.run(
      Self.write(json) + "hsend --show-config; hsend --show-config --device hw:1 --protocol hop "
        + "--level -6 | sed 's/ .*  / /'")
    let path = "/.config/handshake/config.json"
    let lines = shown.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 11 && shown.errors == "")
    for (line, words) in zip(
      lines,
      [["device", "hw:0"], ["protocol", "burst"], ["rung", "2"], ["ceiling", "18250 Hz"]])
    {
      #expect(words.allSatisfy { line.contains($0) } && line.hasSuffix(path), "\(line)")
    }
    #expect(lines[4].hasPrefix("floor") && lines[4].hasSuffix("built in"))
    #expect(lines[5].hasPrefix("level") && lines[5].hasSuffix("built in"))
    #expect(lines[6] == "device --device" && lines[7] == "protocol --protocol")
    // The general ceiling, for the other device has none of its own; no rung for another protocol.
    #expect(lines[8].hasPrefix("ceiling") && lines[8].hasSuffix(path))
    #expect(lines[10] == "level --level")
  }

  @Test func nothingConfigured() throws {
    #expect(
      try Shell.run("hsend --show-config")
        == Outcome(
          output: """
            device    default   built in
            protocol  hop       built in
            ceiling   20000 Hz  built in
            floor     17000 Hz  built in
            level     -3.0 dB   built in

            """, errors: "", status: 0))
    #expect(try Shell.run("unset HOME; hsend --show-config").status == 0)
  }

  @Test func ceilingAndLevelCount() throws {
    let sent = try Shell.run(
      "hsend --output plain.wav --ceiling 17k --level -6 --protocol classic hi; "
        + Self.write(#"{"protocol": "classic", "ceiling": 17000, "level": -6}"#)
        + "hsend --output configured.wav hi; cmp plain.wav configured.wav; "
        + "hrecv --input configured.wav")
    #expect(sent == Outcome(output: "hi\n", errors: "", status: 0))
  }

  @Test func aFileStillGoesByBurst() throws {
    let sent = try Shell.run(
      Self.write(#"{"protocol": "classic"}"#)
        + "echo hello > note.txt; hsend --output a.wav --input note.txt; echo $?")
    #expect(sent == Outcome(output: "0\n", errors: "", status: 0))
  }

  @Test func aCeilingThatIsTooLowIsNamed() throws {
    let outcome = try Shell.run(Self.write(#"{"ceiling": 12000}"#) + "hsend --output a.wav hi")
    #expect(outcome.errors.hasPrefix(hsend(Texts.fieldInConfiguration("ceiling"))))
    #expect(
      outcome.errors.hasSuffix(
        "/.config/handshake/config.json': nothing of hop fits under the ceiling of 12000 Hz: its "
          + "lowest placement is 14023 to 16977 Hz, so give --ceiling 17000 or more, if the "
          + "loudspeaker plays that\n"))
    #expect(outcome.status == 2)
  }

  @Test(arguments: [
    (
      "{\"level\": 3}", Texts.configurationLevel,
      Texts.fieldMust("be -120 to 0, not 3")
    ),
    ("nonsense", Texts.configurationHere, Texts.notJSON),
  ])
  func damage(json: String, start: String, end: String) throws {
    for program in ["hsend --output a.wav hi", "hrecv --input a.wav"] {
      let outcome = try Shell.run(Self.write(json) + program)
      #expect(outcome.errors.contains(": " + start) && outcome.errors.hasSuffix(end + "\n"))
      #expect(outcome.status == 4)
    }
  }

  @Test func aFolderInItsPlace() throws {
    let outcome = try Shell.run("mkdir -p .config/handshake/config.json; hsend --show-config")
    #expect(outcome.errors.hasSuffix(Texts.isDirectoryInItsPlace + "\n"))
    #expect(outcome.status == 4)
  }
}

import HandShakeTestKit
import Testing

/// What the programs say of a mixer that lets nothing through. `tools/parts/alsa-fault.c` shows the
/// mixer.
@Suite(.waiting) struct MixerTests {
  /// A mixer, and what `hsend` says of it; `htone` says the same.
  static let mixers: [(mixer: String, sentence: String?)] = [
    ("Master:on:70,Speaker:on:100,Capture:off:0", nil),
    (
      "Master:off:70,Speaker:on:100",
      Texts.mixerSilent("'Master'", "muted", "Master unmute")
    ),
    (
      "Master:none:0",
      Texts.mixerSilent("'Master'", "at 0 %", "Master 50%")
    ),
    (
      "Master:on:70,Line Out:off:0",
      Texts.mixerSilent("'Line Out'", "muted and at 0 %", "'Line Out' 50% unmute")
    ),
  ]

  @Test(arguments: mixers)
  func aMixer(mixer: String, sentence: String?) throws {
    let library = try FaultLibrary.alsa.path()
    for command in ["hsend hi", "htone 440:0.1"] {
      let outcome = try Shell.run(
        "'\(Shell.loop)' env LD_PRELOAD='\(library)' ALSA_MIXER='\(mixer)' \(command)")
      let name = command.prefix(5)
      let lines = outcome.errors.split(separator: "\n").filter { !$0.contains("sent in") }
      #expect(lines == (sentence.map { ["\(name): \($0)"] } ?? []), "\(command)")
      // The sound is played all the same.
      #expect(outcome.status == 0)
    }
  }
}

import Foundation
import HandShakeTestKit
import Testing

/// `htone` and the devices of the private ALSA loop.
@Suite(.waiting) struct ToneDeviceTests {
  /// What the loop's device plays while `script` runs, and the outcome.
  private func heard(_ script: String) throws -> (outcome: Outcome, samples: [Float]) {
    let file = NSTemporaryDirectory() + "/heard-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    // Interrupted while it reads, arecord may call that an error.
    let outcome = try Shell.run(
      """
      '\(Shell.loop)' bash -c '
        heard=\(file)
        arecord -q -D loop -t raw -f FLOAT_LE -r 48000 -c 1 $heard 2>/dev/null & recorder=$!
        wait_until test -s $heard
        \(script); status=$?
        wait_until has_bytes $heard $(($(stat -c %s $heard) + 100000))
        kill -INT $recorder; wait $recorder; exit $status'
      """)
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    return (
      outcome,
      data.withUnsafeBytes { Array($0.prefix($0.count / 4 * 4).bindMemory(to: Float.self)) }
    )
  }

  @Test func aSequenceIsHeardWhole() throws {
    let (outcome, samples) = try heard("htone A4:0.2 -:0.1 880:0.2")
    #expect(outcome.status == 0 && outcome.errors == "")
    let first = try #require(samples.firstIndex { $0 != 0 })
    let last = try #require(samples.lastIndex { $0 != 0 })
    // The first sample of a fade from phase 0 is 0 itself.
    #expect(abs(last - first - 24_000) < 10)
    #expect(samples[first + 9_610..<first + 14_390].allSatisfy { $0 == 0 })
    #expect(abs(samples.map(abs).max()! - 0.708) < 0.001)
  }

  /// An interrupt fades the tone out.
  @Test func anInterruptDoesNotClick() throws {
    let (outcome, samples) = try heard(
      "htone --loop 440 & tone=$!; wait_until plays; "
        + "wait_until has_bytes $heard $(($(stat -c %s $heard) + 100000)); kill -INT $tone; "
        + "wait $tone")
    #expect(outcome == Outcome(output: "", errors: "", status: 130))
    let last = try #require(samples.lastIndex { $0 != 0 })
    #expect(last > 14_400)
    let steepest = 2 * 0.708 * sin(.pi * 440 / 48_000) + 1e-6
    #expect(zip(samples, samples.dropFirst()).allSatisfy { Double(abs($1 - $0)) <= steepest })
    #expect(samples[(last - 20)...].map(abs).max()! < 0.01)
  }

  @Test func ceilingOfTheLoop() throws {
    let outcome = try Shell.run(
      """
      '\(Shell.loop)' htone --ceiling --device hw:0 --capture hw:1 --picture a.svg || exit
      grep -q "response of 'hw:0'" a.svg || exit
      hsend --show-config --device hw:0 | grep ceiling
      hsend --show-config --device hw:1 | grep ceiling
      """)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 3, "\(outcome)")
    #expect(lines.first == "23500 Hz")
    #expect(
      lines[1].hasPrefix("ceiling   23500 Hz  ") && lines[1].hasSuffix("/handshake/config.json"))
    #expect(lines.last == "ceiling   20000 Hz  built in")
    let notes = outcome.errors.split(separator: "\n")
    #expect(notes.first.map(String.init) == htone(Texts.sweepGoesOn("'hw:0'", "23500 Hz")))
    #expect(
      notes.last?.hasSuffix(Texts.ceilingKept("'hw:0'")) == true)
  }

  /// Silence has no ceiling, and nothing is saved.
  @Test func noCeilingOfNothing() throws {
    let outcome = try Shell.run(
      "'\(Shell.loop)' htone --ceiling --device null --capture hw:1; status=$?; "
        + "ls -d .config/handshake 2>/dev/null; exit $status")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: htone(Texts.sweepNotHeard("'hw:1'")) + "\n", status: 1))
  }

  @Test func aRecordingAtFullScaleIsRefused() throws {
    let outcome = try Shell.run("'\(Shell.loop)' htone --ceiling --level 0")
    #expect(
      outcome.errors.hasPrefix(
        htone(Texts.sweepTooLoud("'default'")) + "\n"))
  }

  @Test func aboveHalfTheRateOfTheDevice() throws {
    let outcome = try Shell.run("'\(Shell.loop)' htone 30k")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors:
            htone(Texts.aboveHalfTheDevicesRate("30000 Hz", "24000 Hz")) + "\n", status: 2))
  }
}

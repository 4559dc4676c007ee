import Foundation
import HandShakeTestKit
import Testing

/// Sound that was there and of which no message came: it is told.
@Suite(.waiting) struct UnheardTests {
  /// A burst without its beginning is strong sound in the band, and no tone.
  @Test func strongSoundInTheBand() throws {
    let outcome = try Shell.run(
      """
      hsend -p burst -o a.wav "$(seq 1 300)"
      { head -c 96000 /dev/zero; tail -c +30001 a.wav; head -c 48000 /dev/zero; } >a.raw
      hrecv --raw s16,48000,1 a.raw; hrecv --explain a.raw --raw s16,48000,1 | grep '^  next'
      """)
    let told = "no message starts in what sounds near ultrasound from 1.0 to "
    #expect(outcome.errors.contains(": " + told), "\(outcome.errors)")
    #expect(outcome.errors.contains(" dB): use the same protocol on both sides"))
    #expect(outcome.output.contains("  next     " + told), "\(outcome.output)")
  }

  /// A message that everybody hears is short beside the time in which nothing sounds.
  @Test func audibleMessages() throws {
    let outcome = try Shell.run(
      """
      hsend -p ggwave-audible-fastest -o a.wav hi
      { head -c 2000000 /dev/zero; tail -c +45 a.wav; head -c 500000 /dev/zero; } >a.raw
      hrecv --raw s16,48000,1 a.raw; hrecv --all --raw s16,48000,1 a.raw
      """)
    #expect(outcome.errors.contains("give --all"), "\(outcome.errors)")
    #expect(outcome.output == "hi\n")
  }

  /// A message over which another one sounds is no part of that one.
  @Test func overlappedSenders() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sums = try ["hello world, the first", "another text from b"].map { text in
      let path = folder.appending(path: "a.wav")
      _ = try Shell.run("hsend -p classic -o '\(path.path)' '\(text)'")
      return try Data(contentsOf: path).dropFirst(44).withUnsafeBytes { bytes in
        (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
      }
    }
    let delay = 7200
    var mixed = [Int16](repeating: 0, count: max(sums[0].count, delay + sums[1].count))
    for (index, sample) in sums[0].enumerated() { mixed[index] += sample / 3 }
    for (index, sample) in sums[1].enumerated() { mixed[delay + index] += sample / 3 }
    let path = folder.appending(path: "both.raw")
    try mixed.withUnsafeBytes { Data($0) }.write(to: path)
    let plain = try Shell.run("hrecv --raw s16,48000,1 '\(path.path)'")
    #expect(plain.output == "another text from b\n")
    #expect(
      plain.errors == "hrecv: " + Texts.overlapped("classic", at: "0.00") + "\n", "\(plain.errors)")
    let json = try Shell.run("hrecv --json --raw s16,48000,1 '\(path.path)'")
    #expect(json.errors == "")
    let outcome = try Shell.run("hrecv --raw s16,48000,1 --explain '\(path.path)'")
    #expect(outcome.output.contains("  check    holds: the text 'another text from b'\n"))
    #expect(
      outcome.output.contains(
        " at 0.00 s: a start without a frame: noise, or a sender that another one overlapped\n"
          + "  next     let one sender end before the next begins\n"), "\(outcome.output)")
  }

  /// The tones of `burst` seem to be starts of `classic`, and no other sender is told of them.
  @Test func copiesOverlapNothing() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol burst --repeat 3 --output copies.flac \
      "$(printf 'a few words 4 %.0s' {1..30})"
      hrecv --null copies.flac | tr -d '\\0' | cut -c 1-13
      hrecv --explain copies.flac | grep -c '^classic'
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("a few words 4\n"))
    #expect(!outcome.output.hasSuffix("\n0\n"), "no start of classic seems to be there")
  }
}

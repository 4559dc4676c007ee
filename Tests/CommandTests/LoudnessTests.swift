import Testing

/// How loud the programs play and write.
@Suite struct LoudnessTests {
  /// All programs and protocols play and write 3 dB below full scale, unless another level is asked
  /// for.
  @Test(
    arguments: [
      ("hsend --output a.wav hello", 0.7079), ("hsend --probe --output a.wav", 0.7079),
      ("hsend --protocol ggwave-audible-fast --output a.wav hello", 0.7079),
      ("hsend --protocol burst --output a.wav hello", 0.7079),
      ("htone 440 --output a.wav", 0.7079), ("htone 18k --output a.wav", 0.2512),
      ("hsend --level 0 --output a.wav hello", 1), ("hsend --level -20 --output a.wav hello", 0.1),
    ])
  func peaks(line: String, peak: Double) throws {
    let outcome = try Shell.run(
      "\(line) && tail -c +45 a.wav | od -A n -t d2 -v -w2 | sort -n | tail -1")
    let found = try #require(
      outcome.output.split(whereSeparator: \.isWhitespace).last.flatMap { Double($0) })
    #expect(found / 32767 <= peak + 0.001 && found / 32767 > 0.9 * peak, "\(outcome)")
  }
}

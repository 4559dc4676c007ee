import HandShakeTerminal
import Testing

@testable import HandShakeTones

@Suite struct LiveKeyTests {
  /// Keys come in pieces, and unknown sequences between them.
  @Test func keys() {
    var decoder = LiveKeyDecoder()
    let first = decoder.keys(Array("q\u{1b}[C\u{1b}[1;2D\u{1b}".utf8))
    #expect(first == [.character(113), .right, .farLeft])
    #expect(decoder.keys(Array("[5~\u{1b}[99X\u{1b}OA".utf8)) == [.pageUp, .up])
  }

  @Test func rests() throws {
    let words = ["-:0.1", "-5", "--live"].map { Array($0.utf8) }
    let parsed = try OptionsParser.parse(words, of: .htone)
    #expect(parsed.operands == Array(words[..<2]) && parsed.has(.live))
  }

  /// The keys take a tone no louder than it may be above 14 kHz.
  @Test func loudness() throws {
    let voice = try ToneVoice(OptionsParser.parse([], of: .htone))
    var state = LiveState(hertz: 13_000, voice: voice, rateHertz: 48_000)
    #expect(abs(state.levelDecibels + 3) < 0.1)
    state.press(.pageUp)
    #expect(state.hertz == 23_520 && state.levelDecibels == -12)
  }
}

import HandShakeAudioFile
import Testing

struct RawFormatTests {
  @Test func goodFormatsAreUnderstood() throws {
    #expect(
      try RawFormat(parsing: "s16,48000,1")
        == RawFormat(encoding: .s16, sampleRateHertz: 48000, channelCount: 1))
    #expect(
      try RawFormat(parsing: "f64,192000,64")
        == RawFormat(encoding: .f64, sampleRateHertz: 192_000, channelCount: 64))
    #expect(
      try RawFormat(parsing: "u8,44100")
        == RawFormat(encoding: .u8, sampleRateHertz: 44100, channelCount: 1))
  }

  @Test(arguments: [
    ("", RawFormatError.fieldCount(1)),
    ("s16", .fieldCount(1)),
    ("s16,48000,1,2", .fieldCount(4)),
    ("s12,48000,1", .encoding("s12")),
    (",48000,1", .encoding("")),
    ("s16,fast,1", .sampleRate("fast")),
    ("s16,0,1", .sampleRate("0")),
    ("s16,768001,1", .sampleRate("768001")),
    ("s16,-48000,1", .sampleRate("-48000")),
    ("s16,48000,0", .channelCount("0")),
    ("s16,48000,65", .channelCount("65")),
    ("s16,48000,", .channelCount("")),
  ])
  func badFormatsNameTheField(_ text: String, _ error: RawFormatError) {
    #expect(throws: error) { try RawFormat(parsing: text) }
  }
}

import CHandShake
import Glibc
import HandShakeC
import Testing

/// What a microphone is worth, and the columns of a spectrogram, through the C interface.
@Suite struct SurveyTests {
  private func findings(
    _ samples: [Float], rateHertz: Double = 48_000, channels: Int = 1
  ) throws -> [handshake_finding] {
    var survey: OpaquePointer?
    try #require(handshake_survey_open(rateHertz, channels, &survey) == HANDSHAKE_OK)
    defer { handshake_survey_close(survey) }
    #expect(
      handshake_survey_push(survey, samples, samples.count / channels) == HANDSHAKE_OK)
    var found = [handshake_finding](repeating: handshake_finding(), count: 16)
    var count = 0
    try #require(handshake_survey_findings(survey, &found, 16, &count) == HANDSHAKE_OK)
    return Array(found[..<count])
  }

  @Test func silenceIsToldAndNoiseIsNot() throws {
    let muted = try findings([Float](repeating: 0, count: 96_000))
    #expect(muted.map(\.kind) == [HANDSHAKE_MUTED] && muted[0].severity == HANDSHAKE_PREVENTS)
    let noise = (0..<96_000).map { _ in Float.random(in: -0.001...0.001) }
    #expect(try findings(noise).isEmpty)
    #expect(try findings(noise, rateHertz: 44_100).map(\.value) == [44_100])
    #expect(try findings(noise, channels: 2).isEmpty)
  }

  @Test func argumentsThatAreWrong() throws {
    var survey: OpaquePointer?
    #expect(handshake_survey_open(100, 1, &survey) == HANDSHAKE_BAD_RATE)
    #expect(handshake_survey_open(48_000, 0, &survey) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_survey_open(48_000, 1, nil) == HANDSHAKE_BAD_ARGUMENT)
    try #require(handshake_survey_open(48_000, 64, &survey) == HANDSHAKE_OK)
    #expect(handshake_survey_push(survey, [0], .max) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_survey_push(survey, [0], 1 << 28) == HANDSHAKE_BAD_ARGUMENT)
    var count = 0
    #expect(handshake_survey_findings(survey, nil, 3, &count) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_survey_findings(survey, nil, 0, &count) == HANDSHAKE_OK)
    handshake_survey_close(survey)
    var spectrum: OpaquePointer?
    #expect(handshake_spectrum_open(48_000, 21_000, 14_000, 9, &spectrum) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_spectrum_open(48_000, 14_000, 25_000, 9, &spectrum) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_spectrum_open(48_000, .nan, 20_000, 9, &spectrum) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_spectrum_open(48_000, 14_000, 20_000, 0, &spectrum) == HANDSHAKE_BAD_ARGUMENT)
    #expect(spectrum == nil)
  }

  /// A sine of full scale is 0 dB in its band and nothing far from it.
  @Test(arguments: [44_100.0, 48_000, 96_000])
  func aSineIsWhereItIs(rateHertz: Double) throws {
    var spectrum: OpaquePointer?
    try #require(
      handshake_spectrum_open(rateHertz, 14_000, 21_000, 70, &spectrum) == HANDSHAKE_OK)
    defer { handshake_spectrum_close(spectrum) }
    let samples = (0..<Int(rateHertz / 5)).map {
      Float(sin(2 * .pi * 18_040 * Double($0) / rateHertz))
    }
    #expect(handshake_spectrum_push(spectrum, samples, samples.count) == HANDSHAKE_OK)
    var levels = [Float](repeating: 0, count: 70)
    var (seconds, isThere, last) = (0.0, Int32(1), 0.0)
    while true {
      try #require(
        handshake_spectrum_poll(spectrum, &levels, &seconds, &isThere) == HANDSHAKE_OK)
      if isThere == 0 { break }
      #expect(abs(levels[40]) < 1.5)
      #expect(levels.enumerated().allSatisfy { abs($0.offset - 40) < 3 || $0.element < -60 })
      #expect(seconds > last)
      last = seconds
    }
    #expect(last > 0.1)
  }
}

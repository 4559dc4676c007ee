import Testing

@testable import HandShakeSealing

@Suite struct SealingTimeTests {
  private func time(_ seconds: Int64, _ nanoseconds: Int64 = 0) -> SealingTime {
    SealingTime(secondsSince1970: seconds, nanoseconds: nanoseconds)
  }

  @Test func countsEighths() {
    #expect(time(0).eighths == 0)
    #expect(time(0, 124_999_999).eighths == 0 && time(0, 125_000_000).eighths == 1)
    #expect(time(1, 999_999_999).eighths == 15)
    #expect(time(1_767_225_600).bytes == [0x4A, 0xAD, 0xC8, 0])
    #expect(time(-1).eighths == UInt32.max - 7)
  }

  @Test func agesAreRightAcrossTheWrap() {
    let wrap: Int64 = 1 << 29
    // 1987, 2021, 2038, and 2106, where 32 bits of seconds end.
    for multiple: Int64 in [0, 1, 3, 4, 8] {
      let end = wrap * multiple
      #expect(time(end - 5).ageSeconds(at: time(end + 5)) == 10)
      #expect(time(end + 5).ageSeconds(at: time(end - 5)) == -10)
      #expect(time(end - 1, 875_000_000).ageSeconds(at: time(end)) == 0.125)
      #expect(time(end).ageSeconds(at: time(end)) == 0)
    }
    #expect(time(0).ageSeconds(at: time(86_400)) == 86_400)
    #expect(time(86_400).ageSeconds(at: time(0)) == -86_400)
    // 17 years later it looks new: a message of 2026 and a clock of 2043.
    #expect(time(1_767_225_600).ageSeconds(at: time(1_767_225_600 + wrap)) == 0)
    // A clock that was never set is years off a message of 2026.
    #expect(abs(time(1_767_225_600).ageSeconds(at: time(0))) > 365 * 86_400)
    // Whatever a clock shows.
    #expect(abs(time(.max, 999_999_999).ageSeconds(at: time(.min))) <= 8.6 * 365.25 * 86_400)
  }
}

import Testing

@testable import Exchange

/// Whether somebody sounds, by levels alone.
@Suite struct ChannelSenseTests {
  /// Levels of so many decibels, one every tenth of a second up to `seconds`.
  private func hear(
    _ sense: inout ChannelSense, _ decibels: Double, from: Double, to: Double
  ) {
    for tenth in Int(from * 10) + 1...Int(to * 10) {
      sense.take(level(decibels, at: Double(tenth) / 10))
    }
  }

  @Test func whoStandsOutIsBusyUntilHeEnds() {
    var sense = ChannelSense()
    #expect(sense.isFree(for: 0.2, at: 0))
    hear(&sense, -60, from: 0, to: 1)
    #expect(sense.isFree(for: 0.2, at: 1) && !sense.hearsEnds)
    hear(&sense, -40, from: 1, to: 2)
    #expect(!sense.isFree(for: 0.2, at: 2) && sense.hearsEnds)
    hear(&sense, -60, from: 2, to: 2.1)
    #expect(!sense.isFree(for: 0.2, at: 2.1))
    #expect(sense.isFree(for: 0.2, at: 2.25) && !sense.isFree(for: 0.4, at: 2.25))
  }

  @Test func steadyNoiseHoldsUpNobody() {
    var sense = ChannelSense()
    for (decibels, second) in zip([-30.0, -33, -27, -25, -34], 0...) {
      hear(&sense, decibels, from: Double(second), to: Double(second) + 1)
      #expect(sense.isFree(for: 0.2, at: Double(second) + 1), "\(decibels) dB")
    }
    #expect(!sense.hearsEnds)
  }

  /// The reverberation of a sound is far below it.
  @Test func whatIsFarBelowTheLoudestIsItsEcho() {
    var sense = ChannelSense()
    hear(&sense, -70, from: 0, to: 1)
    hear(&sense, -30, from: 1, to: 2)
    hear(&sense, -45, from: 2, to: 2.5)
    #expect(sense.isFree(for: 0.4, at: 2.5))
  }

  @Test func itsOwnSoundIsNobodyElses() {
    var sense = ChannelSense()
    hear(&sense, -60, from: 0, to: 1)
    sense.speak(true, at: 1)
    #expect(!sense.isFree(for: 0, at: 1.5))
    hear(&sense, -10, from: 1, to: 2)
    sense.speak(false, at: 2)
    hear(&sense, -10, from: 2, to: 2.2)
    #expect(sense.isFree(for: 0.2, at: 2.2) && !sense.hearsEnds)
    hear(&sense, -40, from: 2.2, to: 2.4)
    #expect(!sense.isFree(for: 0.2, at: 2.4))
  }

  @Test func aMinuteIsRemembered() {
    var sense = ChannelSense()
    hear(&sense, -80, from: 0, to: 1)
    hear(&sense, -60, from: 1, to: 60)
    #expect(sense.hearsEnds)
    hear(&sense, -60, from: 60, to: 61.2)
    #expect(!sense.hearsEnds && sense.isFree(for: 0.2, at: 61.2))
  }
}

import Testing

@testable import HandShakeExchange

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
    hear(&sense, -60, from: 0, to: 1)
    #expect(sense.isFree(for: 0.2) && !sense.hearsEnds)
    hear(&sense, -40, from: 1, to: 2)
    #expect(!sense.isFree(for: 0.1) && sense.hearsEnds)
    hear(&sense, -60, from: 2, to: 2.1)
    #expect(sense.isFree(for: 0.1) && !sense.isFree(for: 0.2))
    hear(&sense, -60, from: 2.1, to: 2.2)
    #expect(sense.isFree(for: 0.2) && !sense.isFree(for: 0.4))
  }

  @Test func steadyNoiseHoldsUpNobody() {
    var sense = ChannelSense()
    for (decibels, second) in zip([-30.0, -33, -27, -25, -34], 0...) {
      hear(&sense, decibels, from: Double(second), to: Double(second) + 1)
      #expect(sense.isFree(for: 0.2), "\(decibels) dB")
    }
    #expect(!sense.hearsEnds)
  }

  @Test func itsOwnSoundIsNobodyElses() {
    var sense = ChannelSense()
    hear(&sense, -60, from: 0, to: 1)
    sense.speak(true, at: 1)
    #expect(!sense.isFree(for: 0))
    hear(&sense, -10, from: 1, to: 2)
    sense.speak(false, at: 2)
    // It may come late.
    hear(&sense, -10, from: 2, to: 2.7)
    #expect(sense.isFree(for: 0.1) && !sense.hearsEnds)
    hear(&sense, -40, from: 2.7, to: 2.9)
    #expect(!sense.isFree(for: 0.1))
  }

  @Test func aMinuteIsRemembered() {
    var sense = ChannelSense()
    hear(&sense, -80, from: 0, to: 1)
    hear(&sense, -60, from: 1, to: 60)
    #expect(sense.hearsEnds)
    hear(&sense, -60, from: 60, to: 61.2)
    #expect(!sense.hearsEnds && sense.isFree(for: 0.2))
  }
}

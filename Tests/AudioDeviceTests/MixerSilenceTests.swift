import Testing

@testable import HandShakeAudioDevice

/// What of a mixer keeps all sound back, by the mixers of common cards.
@Suite struct MixerSilenceTests {
  private func found(_ controls: MixerControl...) -> String? {
    MixerSilence(of: controls, card: 2).map {
      "\($0.card) \($0.control)\($0.isMuted ? " muted" : "")\($0.isAtZero ? " zero" : "")"
    }
  }
  private func on(_ name: String) -> MixerControl { MixerControl(name: name) }
  private func muted(_ name: String) -> MixerControl { MixerControl(name: name, isOn: false) }
  private func zero(_ name: String) -> MixerControl {
    MixerControl(name: name, isAboveZero: false)
  }

  @Test func whatLetsSoundThrough() {
    #expect(found() == nil)
    #expect(found(on("Master"), on("Speaker"), on("PCM")) == nil)
    // What else a card has is not on the way of what is played.
    #expect(found(on("Master"), muted("IEC958"), zero("Beep"), muted("Mic")) == nil)
  }

  @Test func whatAllSoundGoesThrough() {
    #expect(found(muted("Master"), on("Speaker")) == "2 Master muted")
    #expect(found(on("Master"), zero("PCM")) == "2 PCM zero")
    let both = MixerControl(name: "Master", isOn: false, isAboveZero: false)
    #expect(found(both, zero("PCM")) == "2 Master muted zero")
  }

  /// Headphones that are plugged in mute the loudspeaker, and the other way round.
  @Test func oneWayOutIsEnough() {
    #expect(found(on("Master"), muted("Speaker"), on("Headphone")) == nil)
    #expect(found(on("Master"), on("Speaker"), muted("Headphone")) == nil)
    #expect(found(on("Master"), muted("Speaker"), zero("Headphone")) == "2 Speaker muted")
  }

  @Test func theOnlyControlOfACard() {
    #expect(found(zero("Anker PowerConf")) == "2 Anker PowerConf zero")
    #expect(found(on("Anker PowerConf")) == nil)
  }
}

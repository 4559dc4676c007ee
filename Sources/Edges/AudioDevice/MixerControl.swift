/// A control of a card's mixer, as far as playback depends on it.
struct MixerControl: Equatable, Sendable {
  var name: String
  /// Whether it lets sound through on any channel; true where it has no switch.
  var isOn = true
  /// Whether it stands above its least volume on any channel; true where it has no volume.
  var isAboveZero = true
}

/// A control of a card's mixer that keeps every sound from its loudspeakers.
package struct MixerSilence: Equatable, Sendable {
  /// The card's number.
  package var card: Int
  /// The control's name.
  package var control: String
  /// Whether its switch is off.
  package var isMuted: Bool
  /// Whether its volume is 0 %.
  package var isAtZero: Bool

  /// Controls through which all sound goes.
  private static let common = ["Master", "PCM"]
  /// Controls of one way out each: a laptop mutes its loudspeaker while headphones are plugged in.
  private static let outlets = ["Speaker", "Headphone", "Headphones", "Front", "Line Out"]

  /// The first control that silences all of a card, nil where there is none.
  init?(of controls: [MixerControl], card: Int) {
    func isSilent(_ control: MixerControl) -> Bool { !control.isOn || !control.isAboveZero }
    let outlets = controls.filter { Self.outlets.contains($0.name) }
    var found = controls.first { Self.common.contains($0.name) && isSilent($0) }
    if found == nil, outlets.allSatisfy(isSilent) { found = outlets.first }
    // The one control of a simple card may have any name.
    if found == nil, controls.count == 1 { found = controls.first(where: isSilent) }
    guard let found else { return nil }
    (self.card, control) = (card, found.name)
    (isMuted, isAtZero) = (!found.isOn, !found.isAboveZero)
  }
}

/// A mixer control of a card, reduced to its effect on playback.
struct MixerControl: Equatable, Sendable {
  var name: String
  /// Whether it passes sound on any channel; true if it has no switch.
  var isOn = true
  /// Whether it is above its minimum volume on any channel; true if it has no volume.
  var isAboveZero = true
}

/// A mixer control that silences a card's loudspeakers.
package struct MixerSilence: Equatable, Sendable {
  /// The card's number.
  package var card: Int
  /// The control's name.
  package var control: String
  /// Whether its switch is off.
  package var isMuted: Bool
  /// Whether its volume is 0 %.
  package var isAtZero: Bool

  /// Controls for all sound.
  private static let common = ["Master", "PCM"]
  /// Controls of single outputs: a laptop mutes its loudspeaker while headphones are plugged in.
  private static let outlets = ["Speaker", "Headphone", "Headphones", "Front", "Line Out"]

  /// The first control that silences a whole card; nil if there is no such control.
  init?(of controls: [MixerControl], card: Int) {
    func isSilent(_ control: MixerControl) -> Bool { !control.isOn || !control.isAboveZero }
    let outlets = controls.filter { Self.outlets.contains($0.name) }
    var found = controls.first { Self.common.contains($0.name) && isSilent($0) }
    if found == nil, outlets.allSatisfy(isSilent) { found = outlets.first }
    // The only control of a simple card may have any name.
    if found == nil, controls.count == 1 { found = controls.first(where: isSilent) }
    guard let found else { return nil }
    (self.card, control) = (card, found.name)
    (isMuted, isAtZero) = (!found.isOn, !found.isAboveZero)
  }
}

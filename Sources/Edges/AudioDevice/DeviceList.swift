/// A name that `PlaybackDevice` or `CaptureDevice` can be given.
package struct ListedDevice: Equatable, Sendable {
  /// The PCM's name, such as `default` or `hw:1,0`.
  package var name: String
  /// What it is, on one line; may be empty.
  package var description: String
}

/// The devices that go in `direction`: first those that ALSA's configuration shows, then each
/// device of each card as `hw:C,D` and `plughw:C,D`. Nothing is opened, so a listed device may
/// still be busy. With neither cards nor a sound server the list is empty.
/// C: `snd_device_name_hint`, `snd_card_next`, `snd_ctl_pcm_next_device`.
package func listDevices(_ direction: AudioDirection) -> [ListedDevice] {
  let declared = ALSALibrary.declaredDevices(direction)
    .filter { !namesWithoutDevice.contains($0.name) }
    // Listed below, once and shorter.
    .filter { !$0.name.hasPrefix("hw:") && !$0.name.hasPrefix("plughw:") }
    .map { ListedDevice(name: $0.name, description: oneLine($0.description)) }
  let hardware = ALSALibrary.hardwareDevices(direction).flatMap { address, names in
    [
      ListedDevice(name: "hw:\(address)", description: names),
      ListedDevice(name: "plughw:\(address)", description: "\(names), any format"),
    ]
  }
  return declared + hardware
}

/// What ALSA and its plug-in packages declare on every machine, whether or not there is anything
/// behind it to hear. Where a sound server runs, it is `default` too.
private let namesWithoutDevice: Set = [
  "null", "hw", "plughw", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix",
  "jack", "oss", "pulse", "pipewire",
]

/// ALSA's descriptions are a card's name and a remark, a line each.
private func oneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isNewline).joined(separator: ", ")
}

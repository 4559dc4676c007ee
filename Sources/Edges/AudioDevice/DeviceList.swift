/// A device name for `PlaybackDevice` or `CaptureDevice`.
package struct ListedDevice: Equatable, Sendable {
  /// The PCM's name, such as `default` or `hw:1,0`.
  package var name: String
  /// The description, on one line; may be empty.
  package var description: String
}

/// The devices of `direction`: first the devices that ALSA's configuration lists, then each device
/// of each card as `hw:C,D` and `plughw:C,D`. A card's device is opened briefly to get its number
/// of channels; a busy device is listed without it. Without cards and sound server the list is
/// empty. C: `snd_device_name_hint`, `snd_card_next`, `snd_ctl_pcm_next_device`.
package func listDevices(_ direction: AudioDirection) -> [ListedDevice] {
  let declared = ALSALibrary.declaredDevices(direction)
    .filter { !namesWithoutDevice.contains($0.name) }
    // The code below lists them, once and shorter.
    .filter { !$0.name.hasPrefix("hw:") && !$0.name.hasPrefix("plughw:") }
    .map { ListedDevice(name: $0.name, description: oneLine($0.description)) }
  let hardware = ALSALibrary.hardwareDevices(direction).flatMap { address, names in
    let channels = mostChannels("hw:\(address)", direction)
    let count = channels.map { ", \($0) channel\($0 == 1 ? "" : "s")" } ?? ""
    return [
      ListedDevice(name: "hw:\(address)", description: names + count),
      ListedDevice(name: "plughw:\(address)", description: "\(names), any format"),
    ]
  }
  return declared + hardware
}

/// The most channels of a device; nil if another program uses it.
private func mostChannels(_ name: String, _ direction: AudioDirection) -> Int? {
  guard let pcm = try? PCMHandle(name: name, direction: direction) else { return nil }
  defer { pcm.close() }
  return try? pcm.capabilities().channelCounts.upperBound
}

/// The names that ALSA and its plug-in packages declare on every machine, even without a device. If
/// a sound server runs, `default` is the same device.
private let namesWithoutDevice: Set = [
  "null", "hw", "plughw", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix",
  "jack", "oss", "pulse", "pipewire",
]

/// A description by ALSA is the name of a card and a remark, a line each.
private func oneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isNewline).joined(separator: ", ")
}

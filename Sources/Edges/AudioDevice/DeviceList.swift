/// A name that `PlaybackDevice` or `CaptureDevice` can be given.
package struct ListedDevice: Equatable, Sendable {
  /// The PCM's name, such as `default` or `hw:1,0`.
  package var name: String
  /// What it is, on one line; may be empty.
  package var description: String
}

/// The devices that go in `direction`: first those that ALSA's configuration shows, then each
/// device of each card as `hw:C,D` and `plughw:C,D`. A device of a card is opened for a moment, for
/// its number of channels; a busy one is listed without it. With neither cards nor a sound server
/// the list is empty. C: `snd_device_name_hint`, `snd_card_next`, `snd_ctl_pcm_next_device`.
package func listDevices(_ direction: AudioDirection) -> [ListedDevice] {
  let declared = ALSALibrary.declaredDevices(direction)
    .filter { !namesWithoutDevice.contains($0.name) }
    // Listed below, once and shorter.
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

/// How many channels a device has at most; nil where another program has it.
private func mostChannels(_ name: String, _ direction: AudioDirection) -> Int? {
  guard let pcm = try? PCMHandle(name: name, direction: direction) else { return nil }
  defer { pcm.close() }
  return try? pcm.capabilities().channelCounts.upperBound
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

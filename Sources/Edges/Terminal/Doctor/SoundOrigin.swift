import HandShakeAudioDevice

/// Where the examined sound came from. The origin decides which remedies apply.
enum SoundOrigin {
  /// A file or a pipe.
  case recording
  /// A device, and the sound cards of this machine as `hw:C,D`.
  case device(pcm: String, DeviceCapabilities, hardware: [String])

  /// A command that makes sound in a loop, which a sound server may have.
  var audible: [String] { mixer(card: { _ in [] }, server: ["hsend \"hello\" while this listens"]) }

  /// Command lines that raise a faint input and unmute a muted input.
  var louder: [String] {
    mixer(
      card: { ["amixer -c \($0) sset Capture 80% cap"] },
      server: [
        "pactl set-source-mute @DEFAULT_SOURCE@ 0", "pactl set-source-volume @DEFAULT_SOURCE@ 80%",
      ])
  }

  /// Command lines that turn down a loud input.
  var fainter: [String] {
    mixer(
      card: { ["amixer -c \($0) sset Capture 12dB-"] },
      server: ["pactl set-source-volume @DEFAULT_SOURCE@ -12dB"])
  }

  /// Command lines that remove sound processing ahead of this input.
  var unprocessed: [String] {
    mixer(
      card: { ["amixer -c \($0) sset 'Auto Gain Control' off"] },
      server: ["pactl unload-module module-echo-cancel"]) + direct
  }

  /// Command lines that examine the cards directly, without sound servers and conversions.
  var direct: [String] {
    guard case .device(let pcm, let capabilities, let hardware) = self, capabilities.kind != "HW"
    else { return [] }
    let others = hardware.filter { $0 != pcm }
    if others.isEmpty { return capabilities.card == nil ? ["pactl list short sources"] : [] }
    return others.prefix(3).map { "hrecv --doctor --device \($0)" }
  }

  private func mixer(card: (Int) -> [String], server: [String]) -> [String] {
    guard case .device(_, let capabilities, _) = self else { return [] }
    return capabilities.card.map(card) ?? server
  }
}

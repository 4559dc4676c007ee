import HandShakeAudioDevice

/// Where examined sound came from, which decides what can be tried.
enum SoundOrigin {
  /// A file or a pipe.
  case recording
  /// A device, and the cards there are, as `hw:C,D`.
  case device(pcm: String, DeviceCapabilities, hardware: [String])

  /// What sounds in a loop, which a sound server may have.
  var audible: [String] { mixer(card: { _ in [] }, server: ["hsend \"hello\" while this listens"]) }

  /// Command lines that turn up what is too faint and turn on what is off.
  var louder: [String] {
    mixer(
      card: { ["amixer -c \($0) sset Capture 80% cap"] },
      server: [
        "pactl set-source-mute @DEFAULT_SOURCE@ 0", "pactl set-source-volume @DEFAULT_SOURCE@ 80%",
      ])
  }

  /// Command lines that turn down what is too loud.
  var fainter: [String] {
    mixer(
      card: { ["amixer -c \($0) sset Capture 12dB-"] },
      server: ["pactl set-source-volume @DEFAULT_SOURCE@ -12dB"])
  }

  /// Command lines that take away what works on the sound before it comes here.
  var unprocessed: [String] {
    mixer(
      card: { ["amixer -c \($0) sset 'Auto Gain Control' off"] },
      server: ["pactl unload-module module-echo-cancel"]) + direct
  }

  /// Command lines that examine the cards themselves, past sound servers and conversions.
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

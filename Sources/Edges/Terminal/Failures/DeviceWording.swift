import Glibc
import HandShakeAudioDevice
import HandShakeFiles

/// The fault of an audio device, and the next thing to try.
extension AudioDeviceError {
  /// - Parameters:
  ///   - other: the program that lists such devices, if `command` lists the other direction.
  ///   - mayUseFile: whether a file can replace the device.
  func wording(
    for command: CommandName, listedBy other: CommandName? = nil, mayUseFile: Bool = true
  ) -> String {
    let name = command.rawValue
    let lister = (other ?? command).rawValue
    switch self {
    // The message of a sound server's plug-in if the server does not run.
    case .missing(let device, let text)
    where [ECONNREFUSED, EHOSTDOWN].map(systemText).contains(text.lowercased()):
      return
        "the sound server behind '\(device)' does not answer (\(text.lowercased())): start it with "
        + "systemctl --user start pipewire pipewire-pulse, or pulseaudio --start"
    // The message of ALSA if the plug-in is not installed.
    case .missing(let device, let text)
    where text.lowercased() == systemText(ENXIO) && !device.contains("hw:"):
      return "the audio device '\(device)' cannot be reached (\(text.lowercased())): install what "
        + "connects ALSA with the sound server, pipewire-alsa for PipeWire or libasound2-plugins "
        + "for PulseAudio, or choose another device from \(lister) --list-devices"
    case .missing("default", let text):
      return
        "there is no sound card and no sound server (\(text.lowercased())): plug a card in, join "
        + "the group that may use it with sudo adduser $USER audio, or install pipewire-alsa or "
        + "libasound2-plugins for the server"
        + (mayUseFile ? "; without them use a file with \(command.fileOption)" : "")
    case .missing(let device, let text):
      return "there is no audio device '\(device)' (\(text.lowercased())): choose one from "
        + "\(lister) --list-devices"
        + (mayUseFile ? ", or use a file with \(command.fileOption)" : "")
    case .busy(let device):
      return "the audio device '\(device)' is in use by another program: end that, or choose one "
        + "that can be shared from \(lister) --list-devices"
    case .permission(let device):
      return "the audio device '\(device)' may not be opened: join its group with "
        + "sudo adduser $USER audio, and log in again"
    case .unsupportedFormat(let device, let offered):
      return "the audio device '\(device)' offers no sample format that can be used (it has "
        + "\(offered.joined(separator: ", "))): try --device \(converted(device))"
    case .unsupportedRate(let device, let lowest, let highest):
      let rates = lowest == highest ? "\(highest)" : "\(lowest) to \(highest)"
      return "the audio device '\(device)' runs at \(rates) Hz, too low for near-ultrasound: "
        + "choose another from \(lister) --list-devices"
    case .vanished(let device, let text):
      return "the audio device '\(device)' is gone (\(text.lowercased())): plug it in or start its "
        + "sound server, then run \(name) again"
    case .stalled(let device, let seconds):
      return
        "the audio device '\(device)' has not moved for \(decimals(seconds, 1)) s: restart its "
        + "sound server, then run \(name) again"
    case .cancelled:
      return "interrupted"
    case .other(let device, let call, let text):
      return "the audio device '\(device)' failed (\(call): \(text.lowercased())): choose another "
        + "from \(lister) --list-devices"
    }
  }

  /// The name of the device with ALSA's conversions.
  private func converted(_ device: String) -> String {
    device.hasPrefix("hw:") ? "plug" + device : "plug:" + device
  }
}

extension CommandName {
  /// The option that replaces the device by a file.
  fileprivate var fileOption: String { makesSound ? "--output FILE" : "--input FILE" }
}

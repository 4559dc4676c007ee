import HandShakeAudioDevice

/// `--list-devices`: the names that `--device` takes.
package enum DeviceList {
  /// Prints a line for each device of `direction`: its name and its description.
  package static func print(_ direction: AudioDirection) throws(CommandFailure) {
    let devices = listDevices(direction)
    guard !devices.isEmpty else { throw .noDevices }
    try Program.print(text(of: devices))
  }

  static func text(of devices: [ListedDevice]) -> String {
    let width = min(devices.map(\.name.count).max() ?? 0, 32)
    return devices.map { device in
      guard !device.description.isEmpty else { return VisibleText.escaping(device.name) + "\n" }
      let padding = String(repeating: " ", count: max(0, width - device.name.count) + 2)
      return VisibleText.escaping(device.name + padding + device.description) + "\n"
    }.joined()
  }
}

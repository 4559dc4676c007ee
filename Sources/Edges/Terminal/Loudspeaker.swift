import AudioDevice

/// A playback device in use by a program: its failures are the program's, and what happened to it
/// meanwhile is told once.
struct Loudspeaker {
  /// Samples a second.
  let rateHertz: Double

  /// Seconds of sound that the device holds.
  var bufferSeconds: Double { device.bufferSeconds }

  private let name: String
  private let device: PlaybackDevice
  private var reported = Interruptions()

  /// Sound servers fade the tail of a stream: this much silence takes the sound's place there.
  static let tailSeconds = 0.3

  /// Opens the device of that ALSA name; where `isCancelled` gives true, any call throws
  /// `interrupted`.
  init(_ name: Setting<String>, isCancelled: @escaping () -> Bool) throws(CommandFailure) {
    self.name = name.value
    do throws(CommandFailure) {
      device = try CommandFailure.ofDevice { () throws(AudioDeviceError) in
        try PlaybackDevice(pcm: name.value, isCancelled: isCancelled)
      }
    } catch {
      throw name.blamed(for: error)
    }
    rateHertz = Double(device.sampleRateHertz)
  }

  /// Returns when the device has taken all of `samples`.
  func play(_ samples: UnsafeBufferPointer<Float>) throws(CommandFailure) {
    try CommandFailure.ofDevice { () throws(AudioDeviceError) in try device.write(samples) }
  }

  /// Sentences on what happened to the stream since the last call; `lost` says what that means.
  mutating func notes(lost: String) -> [String] {
    let now = device.interruptions
    defer { reported = now }
    return now.notes(since: reported, name: "the device '\(name)'", lost: lost)
  }

  /// Returns when all that was played is heard.
  func finish() throws(CommandFailure) {
    try CommandFailure.ofDevice { () throws(AudioDeviceError) in
      try device.write([Float](repeating: 0, count: Int(Self.tailSeconds * rateHertz)))
      try device.drain()
    }
  }

  /// Stops the sound and closes the device.
  func drop() { device.drop() }
}

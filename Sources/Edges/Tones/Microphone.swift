import HandShakeAudioDevice
import HandShakeTerminal

/// A capture device and its whole recording, by channel.
struct Microphone {
  /// Samples a second.
  let rateHertz: Double
  /// The recording of each channel.
  private(set) var channels: [[Float]]
  /// Whether a sample reached full scale.
  private(set) var isClipped = false

  private let device: CaptureDevice
  private var frames: [Float]

  /// Opens the device with that ALSA name. An overdue interrupt ends every call.
  init(_ name: String) throws(CommandFailure) {
    device = try CommandFailure.ofDevice { () throws(AudioDeviceError) in
      try CaptureDevice(pcm: name) { Interruption.isOverdue }
    }
    rateHertz = Double(device.sampleRateHertz)
    channels = [[Float]](repeating: [], count: device.channelCount)
    frames = [Float](repeating: 0, count: device.channelCount * device.sampleRateHertz / 20)
  }

  /// Records until the recording has `seconds` of sound.
  mutating func listen(untilSeconds seconds: Double) throws(CommandFailure) {
    while Double(channels[0].count) < seconds * rateHertz {
      let count = try CommandFailure.ofDevice { () throws(AudioDeviceError) in
        try device.read(into: &frames)
      }
      for channel in channels.indices {
        for frame in 0..<count {
          let sample = frames[frame * channels.count + channel]
          channels[channel].append(sample)
          isClipped = isClipped || sample.magnitude > 0.99
        }
      }
    }
  }

  /// Stops recording and closes the device.
  func drop() { device.drop() }
}

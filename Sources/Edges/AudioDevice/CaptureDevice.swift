/// A microphone: sound in, interleaved samples out, at the device's own rate.
///
/// One thread uses it. Recording starts with the first `read`.
package final class CaptureDevice {
  private let stream: DeviceStream

  /// Opens the PCM called `pcm` and chooses a format, without ALSA's resampling.
  ///
  /// This and every other waiting call asks `isCancelled` every 20 ms. If it is true, the call
  /// throws `.cancelled` and the device is unusable. Throws `AudioDeviceError`. C: `snd_pcm_open`,
  /// `snd_pcm_hw_params`.
  package init(
    pcm: String, isCancelled: @escaping () -> Bool = { false }
  ) throws(AudioDeviceError) {
    stream = try DeviceStream(device: pcm, direction: .capture, isCancelled: isCancelled)
  }

  /// The sampling rate.
  package var sampleRateHertz: Int { stream.geometry.sampleRateHertz }
  /// The channels of the device; all of them are read.
  package var channelCount: Int { stream.geometry.channelCount }
  /// ALSA's name of the device's sample format.
  package var formatName: String { stream.geometry.format.name }
  /// The other capabilities of the device.
  package var capabilities: DeviceCapabilities? { stream.capabilities }
  /// Overruns and suspends so far; the stream recovered from all.
  package var interruptions: Interruptions { stream.interruptions }

  /// Fills the start of `samples` with frames of `channelCount` samples, full scale 1.0. Gives the
  /// number of frames: the available ones, at least one, at most 50 ms. If `samples` has no room
  /// for a frame, it reads no frame and gives 0. Throws `.vanished`, `.stalled`, `.cancelled` or
  /// `.other`. C: `snd_pcm_readi`.
  package func read(
    into samples: UnsafeMutableBufferPointer<Float>
  ) throws(AudioDeviceError) -> Int {
    let room = min(stream.transferFrames, samples.count / channelCount)
    guard room > 0 else { return 0 }
    let frames = try stream.move(from: 0, to: room)
    stream.geometry.format.decode(
      stream.transferBytes,
      to: UnsafeMutableBufferPointer(rebasing: samples[..<(frames * channelCount)]))
    return frames
  }

  /// As `read(into:)` with the array's elements.
  package func read(into samples: inout [Float]) throws(AudioDeviceError) -> Int {
    try samples.withUnsafeMutableBufferPointer { (samples) throws(AudioDeviceError) in
      try read(into: samples)
    }
  }

  /// Stops recording and closes the device, within 0.1 s in any state.
  package func drop() { stream.close() }
}

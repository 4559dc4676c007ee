/// A microphone: sound in, interleaved samples out, at the device's own rate.
///
/// Used by one thread. Recording starts with the first `read`.
package final class CaptureDevice {
  private let stream: DeviceStream

  /// Opens the PCM called `pcm` and agrees on a format, without ALSA's resampling.
  ///
  /// `isCancelled` is asked every 20 ms by this and every other call that waits; where it gives
  /// true the call throws `.cancelled`, and the device is of no further use. Throws
  /// `AudioDeviceError`. C: `snd_pcm_open`, `snd_pcm_hw_params`.
  package init(
    pcm: String, isCancelled: @escaping () -> Bool = { false }
  ) throws(AudioDeviceError) {
    stream = try DeviceStream(device: pcm, direction: .capture, isCancelled: isCancelled)
  }

  /// Rate at which samples are given.
  package var sampleRateHertz: Int { stream.geometry.sampleRateHertz }
  /// Channels of the device, all of which are given.
  package var channelCount: Int { stream.geometry.channelCount }
  /// ALSA's name of the device's sample format.
  package var formatName: String { stream.geometry.format.name }
  /// What the device offers besides.
  package var capabilities: DeviceCapabilities? { stream.capabilities }
  /// Overruns and suspends until now, all recovered from.
  package var interruptions: Interruptions { stream.interruptions }

  /// Fills `samples` from its beginning with frames of `channelCount` samples each, full scale 1.0.
  /// Gives the number of frames: as many as there are and fit, at least one, at most 50 ms.
  /// `samples` must hold a frame; with less room nothing is read and 0 given.
  /// Throws `.vanished`, `.stalled`, `.cancelled` or `.other`. C: `snd_pcm_readi`.
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

  /// Stops recording and closes the device, within 0.1 s whatever state it is in.
  package func drop() { stream.close() }
}

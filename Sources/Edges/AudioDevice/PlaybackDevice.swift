/// A loudspeaker: mono samples in, sound out, at the device's own rate.
///
/// One thread uses it. Its release stops the sound at once; call `drain` first to hear the end.
package final class PlaybackDevice {
  private let stream: DeviceStream
  /// Frames since the device was last empty.
  private var writtenFrames = 0

  /// Opens the PCM called `pcm` and chooses a format, without ALSA's resampling.
  ///
  /// This and every other waiting call asks `isCancelled` every 20 ms. If it is true, the call
  /// throws `.cancelled` and the device is unusable. Throws `AudioDeviceError`. C: `snd_pcm_open`,
  /// `snd_pcm_hw_params`.
  package init(
    pcm: String, isCancelled: @escaping () -> Bool = { false }
  ) throws(AudioDeviceError) {
    stream = try DeviceStream(device: pcm, direction: .playback, isCancelled: isCancelled)
  }

  /// The sampling rate.
  package var sampleRateHertz: Int { stream.geometry.sampleRateHertz }
  /// The channels of the device; all play the same signal.
  package var channelCount: Int { stream.geometry.channelCount }
  /// ALSA's name of the device's sample format.
  package var formatName: String { stream.geometry.format.name }
  /// The longest delay from writing a sample to its sound, in the device's buffer, in seconds.
  package var bufferSeconds: Double { stream.geometry.bufferSeconds }
  /// The mixer control of the card that silenced the device when it was opened; nil if sound
  /// passed, or if there is no mixer.
  package var mixerSilence: MixerSilence? { stream.mixerSilence }
  /// Underruns and suspends so far; the stream recovered from all.
  package var interruptions: Interruptions { stream.interruptions }

  /// Plays `samples` (mono, full scale 1.0, clipped). Returns when the device has taken the last
  /// sample. Sound starts when half the buffer is filled, or with `drain`. Throws `.vanished`,
  /// `.stalled`, `.cancelled` or `.other`. C: `snd_pcm_writei`.
  package func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioDeviceError) {
    var start = 0
    while start < samples.count {
      let count = min(stream.transferFrames, samples.count - start)
      stream.geometry.format.encode(
        UnsafeBufferPointer(rebasing: samples[start..<start + count]),
        channelCount: channelCount, to: stream.transferBytes)
      var written = 0
      while written < count { written += try stream.move(from: written, to: count) }
      start += count
      writtenFrames += count
    }
  }

  /// Plays the array, as the other `write`.
  package func write(_ samples: [Float]) throws(AudioDeviceError) {
    try samples.withUnsafeBufferPointer { (samples) throws(AudioDeviceError) in
      try write(samples)
    }
  }

  /// Returns when all written samples are heard. More samples can follow. Throws as `write` does.
  package func drain() throws(AudioDeviceError) {
    // Hardware plays whole periods, so fill the last period with silence.
    let period = stream.geometry.periodFrames
    let excess = writtenFrames % period
    if excess > 0 { try write([Float](repeating: 0, count: period - excess)) }
    try stream.drain()
    writtenFrames = 0
  }

  /// Stops the sound and closes the device, within 0.1 s in any state.
  package func drop() { stream.close() }
}

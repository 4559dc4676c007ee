/// A loudspeaker: mono samples in, sound out, at the device's own rate.
///
/// Used by one thread. Releasing it stops the sound at once; call `drain` first to hear the end.
package final class PlaybackDevice {
  private let stream: DeviceStream
  /// Frames since the device was last empty.
  private var writtenFrames = 0

  /// Opens the PCM called `pcm` and agrees on a format, without ALSA's resampling.
  ///
  /// `isCancelled` is asked every 20 ms by this and every other call that waits; where it gives
  /// true the call throws `.cancelled`, and the device is of no further use. Throws
  /// `AudioDeviceError`. C: `snd_pcm_open`, `snd_pcm_hw_params`.
  package init(
    pcm: String, isCancelled: @escaping () -> Bool = { false }
  ) throws(AudioDeviceError) {
    stream = try DeviceStream(device: pcm, direction: .playback, isCancelled: isCancelled)
  }

  /// Rate at which samples are taken.
  package var sampleRateHertz: Int { stream.geometry.sampleRateHertz }
  /// Channels of the device; each plays the same.
  package var channelCount: Int { stream.geometry.channelCount }
  /// ALSA's name of the device's sample format.
  package var formatName: String { stream.geometry.format.name }
  /// Seconds that may lie between a sample's writing and its sound, in the device's buffer.
  package var bufferSeconds: Double { stream.geometry.bufferSeconds }
  /// What of the mixer of the card behind the device kept all of its sound back when it was opened;
  /// nil where nothing did, or there is no mixer.
  package var mixerSilence: MixerSilence? { stream.mixerSilence }
  /// Underruns and suspends until now, all recovered from.
  package var interruptions: Interruptions { stream.interruptions }

  /// Plays `samples` (mono, full scale 1.0, clipped there): returns when the device has taken the
  /// last of them. Sound starts when half the buffer is filled, or with `drain`.
  /// Throws `.vanished`, `.stalled`, `.cancelled` or `.other`. C: `snd_pcm_writei`.
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

  /// As `write` of the array's elements.
  package func write(_ samples: [Float]) throws(AudioDeviceError) {
    try samples.withUnsafeBufferPointer { (samples) throws(AudioDeviceError) in
      try write(samples)
    }
  }

  /// Returns when all that was written is heard.
  /// More can be written afterwards. Throws as `write` does.
  package func drain() throws(AudioDeviceError) {
    // Hardware plays whole periods: what follows the last sample in its period is to be silence.
    let period = stream.geometry.periodFrames
    let excess = writtenFrames % period
    if excess > 0 { try write([Float](repeating: 0, count: period - excess)) }
    try stream.drain()
    writtenFrames = 0
  }

  /// Stops the sound and closes the device, within 0.1 s whatever state it is in.
  package func drop() { stream.close() }
}

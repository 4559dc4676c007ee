/// The direction of the samples.
package enum AudioDirection: Sendable {
  /// To a loudspeaker.
  case playback
  /// From a microphone.
  case capture
}

/// The parameters of an open device.
struct StreamGeometry: Equatable, Sendable {
  var sampleRateHertz: Int
  var channelCount: Int
  var format: SampleFormat
  /// Frames in the device's buffer.
  var bufferFrames: Int
  /// Frames between two wake-ups.
  var periodFrames: Int

  var bytesPerFrame: Int { format.byteCount * channelCount }
  var bufferSeconds: Double { Double(bufferFrames) / Double(sampleRateHertz) }

  /// A lower rate has no room for a band up to 20 kHz.
  static let lowestUsableRateHertz = 44_100

  /// The preferred rates, best first. Without a preferred rate, the nearest to the first is used.
  ///
  /// Multiples of 48 kHz are first, because most converters run at 48 kHz. They reach 44.1 kHz, if
  /// at all, by a resampler, whose image filter is weakest at 18-20 kHz.
  static let preferredRatesHertz = [48_000, 96_000, 192_000, 44_100, 88_200, 176_400]

  /// The preferred channel counts, best first. If a device supports no preferred count, its lowest.
  ///
  /// Playback is mono: every loudspeaker plays the same signal. Capture uses all microphones, at
  /// most eight. A device of more channels is a plug-in or a mixing desk, and gets two. If a
  /// plug-in offers one or two, its one channel is the average. At 18 kHz (wavelength 19 mm) the
  /// average of microphones centimetres apart often cancels the signal.
  ///
  /// - Parameter most: channels that the device can have.
  static func preferredChannelCounts(_ direction: AudioDirection, most: Int) -> [Int] {
    if direction == .playback { return [1, 2] }
    return most > 8 ? [2, 1] : [most, 2, 1]
  }

  /// The preferred buffer. Playback's length delays every change; capture's has no cost.
  static func bufferMicroseconds(_ direction: AudioDirection) -> UInt32 {
    direction == .playback ? 200_000 : 500_000
  }

  /// The preferred period.
  static let periodMicroseconds: UInt32 = 20_000
}

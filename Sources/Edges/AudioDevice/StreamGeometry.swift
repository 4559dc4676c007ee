/// Which way the samples go.
package enum AudioDirection: Sendable {
  /// To a loudspeaker.
  case playback
  /// From a microphone.
  case capture
}

/// What was agreed with a device.
struct StreamGeometry: Equatable, Sendable {
  var sampleRateHertz: Int
  var channelCount: Int
  var format: SampleFormat
  /// Frames the device holds.
  var bufferFrames: Int
  /// Frames after which it wakes us.
  var periodFrames: Int

  var bytesPerFrame: Int { format.byteCount * channelCount }
  var bufferSeconds: Double { Double(bufferFrames) / Double(sampleRateHertz) }

  /// Below this a band up to 20 kHz has no room.
  static let lowestUsableRateHertz = 44_100

  /// Rates to ask for, best first; where a device has none of them, the nearest to the first.
  ///
  /// Multiples of 48 kHz come before 44.1: the converters of most machines run at 48 kHz and
  /// reach 44.1 kHz, if at all, through a resampler whose image filter is weakest at 18-20 kHz.
  static let preferredRatesHertz = [48_000, 96_000, 192_000, 44_100, 88_200, 176_400]

  /// Channel counts to ask for, best first; where a device has none of them, its least.
  ///
  /// Playback is mono: one signal, copied to every loudspeaker. Of microphones all are heard, eight
  /// at most. What can give more is a plug-in that makes any number, or a mixing desk, and is asked
  /// for two: where a plug-in can give one or two, its one is the average of the two, and at 18 kHz
  /// (wavelength 19 mm) microphones centimetres apart cancel as often as they add.
  ///
  /// - Parameter most: channels that the device can have.
  static func preferredChannelCounts(_ direction: AudioDirection, most: Int) -> [Int] {
    if direction == .playback { return [1, 2] }
    return most > 8 ? [2, 1] : [most, 2, 1]
  }

  /// Buffer to ask for. Playback's is how late a change is heard; capture's costs nothing.
  static func bufferMicroseconds(_ direction: AudioDirection) -> UInt32 {
    direction == .playback ? 200_000 : 500_000
  }

  /// Period to ask for.
  static let periodMicroseconds: UInt32 = 20_000
}

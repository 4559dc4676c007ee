/// The encoding of one sample, little endian.
package enum SampleEncoding: String, CaseIterable, Sendable {
  /// Signed 8 bit.
  case s8
  /// Unsigned 8 bit, 128 is zero.
  case u8
  /// Signed 16 bit.
  case s16
  /// Signed 24 bit in three bytes.
  case s24
  /// Signed 32 bit.
  case s32
  /// IEEE 754 single precision.
  case f32
  /// IEEE 754 double precision.
  case f64

  /// Bytes of one sample of one channel.
  package var byteCount: Int {
    switch self {
    case .s8, .u8: 1
    case .s16: 2
    case .s24: 3
    case .s32, .f32: 4
    case .f64: 8
    }
  }
}

/// The format of a headerless recording: `s16,48000,1`.
package struct RawFormat: Equatable, Sendable {
  /// Encoding of each sample.
  package var encoding: SampleEncoding
  /// Frames per second, 1 to 768,000.
  package var sampleRateHertz: Int
  /// Interleaved channels, 1 to 64.
  package var channelCount: Int

  /// A format with these values, unchecked.
  package init(encoding: SampleEncoding, sampleRateHertz: Int, channelCount: Int) {
    self.encoding = encoding
    self.sampleRateHertz = sampleRateHertz
    self.channelCount = channelCount
  }

  /// Parses `ENCODING,RATE,CHANNELS`, such as `s16,48000,1`. Without the channels it is mono.
  package init(parsing text: String) throws(RawFormatError) {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3 else { throw .fieldCount(fields.count) }
    guard let encoding = SampleEncoding(rawValue: String(fields[0])) else {
      throw .encoding(String(fields[0]))
    }
    guard let rate = Int(fields[1]), RecordingLimits.sampleRateHertz.contains(rate) else {
      throw .sampleRate(String(fields[1]))
    }
    let channelField = fields.count == 3 ? fields[2] : "1"
    guard let channels = Int(channelField), RecordingLimits.channelCount.contains(channels) else {
      throw .channelCount(String(channelField))
    }
    self.init(encoding: encoding, sampleRateHertz: rate, channelCount: channels)
  }
}

/// The invalid field of a raw format.
package enum RawFormatError: Error, Equatable, Sendable {
  /// Not two or three fields separated by commas.
  case fieldCount(Int)
  /// Not a name of a `SampleEncoding`.
  case encoding(String)
  /// Not a whole number from 1 to 768,000.
  case sampleRate(String)
  /// Not a whole number from 1 to 64.
  case channelCount(String)
}

/// The limits of a recording; a header beyond them counts as damaged.
package enum RecordingLimits {
  /// Frames per second.
  package static let sampleRateHertz = 1...768_000
  /// Interleaved channels.
  package static let channelCount = 1...64
}

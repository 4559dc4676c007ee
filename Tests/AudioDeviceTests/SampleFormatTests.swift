import HandShakeAudioDevice
import Testing

/// Conversions where ALSA isn't the referee: bytes by hand, clipping, what isn't a number.
struct SampleFormatTests {
  private func format(_ name: String) throws -> SampleFormat {
    try #require(SampleFormat.preferred.first { $0.name == name })
  }

  private func encoded(_ samples: [Float], _ format: SampleFormat, channels: Int = 1) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: samples.count * channels * format.byteCount)
    bytes.withUnsafeMutableBytes { bytes in
      samples.withUnsafeBufferPointer { samples in
        guard let start = bytes.baseAddress else { return }
        format.encode(samples, channelCount: channels, to: start)
      }
    }
    return bytes
  }

  private func decoded(_ bytes: [UInt8], _ format: SampleFormat) -> [Float] {
    var samples = [Float](repeating: 0, count: bytes.count / format.byteCount)
    bytes.withUnsafeBytes { bytes in
      samples.withUnsafeMutableBufferPointer { samples in
        guard let start = bytes.baseAddress else { return }
        format.decode(start, to: samples)
      }
    }
    return samples
  }

  @Test(
    arguments: [
      ("S16_LE", [0x00, 0xC0]), ("S16_BE", [0xC0, 0x00]), ("U16_LE", [0x00, 0x40]),
      ("S24_3LE", [0x00, 0x00, 0xC0]), ("S24_3BE", [0xC0, 0x00, 0x00]),
      ("S24_LE", [0x00, 0x00, 0xC0, 0xFF]), ("S20_3LE", [0x00, 0x00, 0xFC]),
      ("S32_BE", [0xC0, 0x00, 0x00, 0x00]), ("U8", [0x40]), ("S8", [0xC0]),
      ("FLOAT_BE", [0xBF, 0x00, 0x00, 0x00]),
      ("FLOAT64_LE", [0, 0, 0, 0, 0, 0, 0xE0, 0xBF]),
    ] as [(String, [UInt8])])
  func minusOneHalf(name: String, bytes: [UInt8]) throws {
    #expect(encoded([-0.5], try format(name)) == bytes)
    #expect(decoded(bytes, try format(name)) == [-0.5])
  }

  @Test func copiesToEachChannel() throws {
    #expect(
      encoded([0.5, -0.5], try format("S16_BE"), channels: 3)
        == [0x40, 0, 0x40, 0, 0x40, 0, 0xC0, 0, 0xC0, 0, 0xC0, 0])
  }

  @Test(arguments: SampleFormat.preferred.filter { $0.kind != .float }.map(\.name))
  func clipsAndSilences(name: String) throws {
    let format = try format(name)
    let samples: [Float] = [1, 3, .infinity, -1, -3, -.infinity, .nan]
    let values = decoded(encoded(samples, format), format)
    // In 32 bits the highest value is nearer to 1 than any other Float.
    let highest = Float(1 - Double(sign: .plus, exponent: 1 - format.bitCount, significand: 1))
    #expect(values == [highest, highest, highest, -1, -1, -1, 0])
  }

  /// ALSA leaves the unused byte of 24 bits in 32 undefined.
  @Test func ignoresUnusedBits() throws {
    #expect(decoded([0x00, 0x00, 0xC0, 0x12], try format("S24_LE")) == [-0.5])
    #expect(decoded([0x00, 0x00, 0x40, 0x80], try format("S24_LE")) == [0.5])
    #expect(decoded([0x00, 0x00, 0x40, 0xFF], try format("U24_LE")) == [-0.5])
  }
}

/// A device's format of a sample, and the conversion from and to Float with full scale 1.0.
package struct SampleFormat: Equatable, Sendable {
  /// ALSA's name of the format.
  package let name: String
  /// Bytes from one sample to the next.
  package let byteCount: Int
  /// Bits of the value, the lowest bits of those bytes.
  package let bitCount: Int
  package let kind: Kind
  package let isBigEndian: Bool

  package enum Kind { case float, signed, unsigned }

  private init(_ name: String, bytes: Int, bits: Int, _ kind: Kind, bigEndian: Bool = false) {
    self.name = name
    self.byteCount = bytes
    self.bitCount = bits
    self.kind = kind
    self.isBigEndian = bigEndian
  }

  /// Every format that we convert, best first: Float, then the most precise, then the native byte
  /// order.
  package static let preferred: [SampleFormat] = [
    SampleFormat("FLOAT_LE", bytes: 4, bits: 32, .float),
    SampleFormat("S32_LE", bytes: 4, bits: 32, .signed),
    SampleFormat("S24_LE", bytes: 4, bits: 24, .signed),
    SampleFormat("S24_3LE", bytes: 3, bits: 24, .signed),
    SampleFormat("S20_3LE", bytes: 3, bits: 20, .signed),
    SampleFormat("S18_3LE", bytes: 3, bits: 18, .signed),
    SampleFormat("S16_LE", bytes: 2, bits: 16, .signed),
    SampleFormat("FLOAT_BE", bytes: 4, bits: 32, .float, bigEndian: true),
    SampleFormat("FLOAT64_LE", bytes: 8, bits: 64, .float),
    SampleFormat("FLOAT64_BE", bytes: 8, bits: 64, .float, bigEndian: true),
    SampleFormat("S32_BE", bytes: 4, bits: 32, .signed, bigEndian: true),
    SampleFormat("S24_BE", bytes: 4, bits: 24, .signed, bigEndian: true),
    SampleFormat("S24_3BE", bytes: 3, bits: 24, .signed, bigEndian: true),
    SampleFormat("S20_3BE", bytes: 3, bits: 20, .signed, bigEndian: true),
    SampleFormat("S18_3BE", bytes: 3, bits: 18, .signed, bigEndian: true),
    SampleFormat("S16_BE", bytes: 2, bits: 16, .signed, bigEndian: true),
    SampleFormat("U32_LE", bytes: 4, bits: 32, .unsigned),
    SampleFormat("U32_BE", bytes: 4, bits: 32, .unsigned, bigEndian: true),
    SampleFormat("U24_LE", bytes: 4, bits: 24, .unsigned),
    SampleFormat("U24_BE", bytes: 4, bits: 24, .unsigned, bigEndian: true),
    SampleFormat("U24_3LE", bytes: 3, bits: 24, .unsigned),
    SampleFormat("U24_3BE", bytes: 3, bits: 24, .unsigned, bigEndian: true),
    SampleFormat("U16_LE", bytes: 2, bits: 16, .unsigned),
    SampleFormat("U16_BE", bytes: 2, bits: 16, .unsigned, bigEndian: true),
    SampleFormat("U8", bytes: 1, bits: 8, .unsigned),
    SampleFormat("S8", bytes: 1, bits: 8, .signed),
  ]

  /// Writes `samples` to `bytes`, each to all of `channelCount` channels. Integers are rounded to
  /// the nearest and clipped at full scale; NaN becomes 0.
  package func encode(
    _ samples: UnsafeBufferPointer<Float>, channelCount: Int, to bytes: UnsafeMutableRawPointer
  ) {
    let frameBytes = byteCount * channelCount
    for (index, sample) in samples.enumerated() {
      let frame = bytes + index * frameBytes
      store(pattern(of: sample), to: frame)
      for channel in 1..<max(channelCount, 1) {
        (frame + channel * byteCount).copyMemory(from: frame, byteCount: byteCount)
      }
    }
  }

  /// Reads `samples.count` samples from `bytes`, in order.
  package func decode(_ bytes: UnsafeRawPointer, to samples: UnsafeMutableBufferPointer<Float>) {
    for index in samples.indices {
      samples[index] = value(of: load(from: bytes + index * byteCount))
    }
  }

  private func pattern(of sample: Float) -> UInt64 {
    if kind == .float {
      return byteCount == 8 ? Double(sample).bitPattern : UInt64(sample.bitPattern)
    }
    let fullScale = Double(1 << (bitCount - 1))
    let scaled = sample.isNaN ? 0 : (Double(sample) * fullScale).rounded(.toNearestOrEven)
    let integer = Int64(min(max(scaled, -fullScale), fullScale - 1))
    return UInt64(bitPattern: kind == .unsigned ? integer + Int64(fullScale) : integer)
  }

  private func value(of pattern: UInt64) -> Float {
    if kind == .float {
      return byteCount == 8
        ? Float(Double(bitPattern: pattern))
        : Float(bitPattern: UInt32(truncatingIfNeeded: pattern))
    }
    // The bits above the value are undefined. Shifting them out also extends the sign.
    let unused = 64 - bitCount
    let flipped = kind == .unsigned ? pattern ^ (1 << (bitCount - 1)) : pattern
    let integer = Int64(bitPattern: flipped << unused) >> unused
    return Float(Double(integer) / Double(1 << (bitCount - 1)))
  }

  private func store(_ pattern: UInt64, to bytes: UnsafeMutableRawPointer) {
    for index in 0..<byteCount {
      let shift = 8 * (isBigEndian ? byteCount - 1 - index : index)
      bytes.storeBytes(
        of: UInt8(truncatingIfNeeded: pattern >> shift), toByteOffset: index, as: UInt8.self)
    }
  }

  private func load(from bytes: UnsafeRawPointer) -> UInt64 {
    var pattern: UInt64 = 0
    for index in 0..<byteCount {
      let shift = 8 * (isBigEndian ? byteCount - 1 - index : index)
      pattern |= UInt64(bytes.load(fromByteOffset: index, as: UInt8.self)) << shift
    }
    return pattern
  }
}

extension SampleEncoding {
  /// Converts `output.count` little-endian samples to floats, integers scaled to [-1, 1).
  ///
  /// `bytes` has at least `output.count * byteCount` bytes, in any alignment.
  func decode(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<Float>) {
    precondition(bytes.count >= output.count * byteCount)
    guard let start = output.baseAddress else { return }
    @inline(__always)
    func fill(_ sample: (_ index: Int) -> Float) {
      for index in 0..<output.count { start[index] = sample(index) }
    }
    switch self {
    case .s8: fill { Float(bytes.load(fromByteOffset: $0, as: Int8.self)) * 0x1p-7 }
    case .u8: fill { Float(Int(bytes[$0]) - 128) * 0x1p-7 }
    case .s16: fill { Float(bytes.littleEndian(2 * $0, as: Int16.self)) * 0x1p-15 }
    case .s24:
      fill {
        let low = bytes.littleEndian(3 * $0, as: UInt16.self)
        let high = bytes.load(fromByteOffset: 3 * $0 + 2, as: Int8.self)
        return Float(Int32(high) << 16 | Int32(low)) * 0x1p-23
      }
    case .s32:
      // Through Double, so that the largest integers round down instead of up to 1.0.
      fill {
        min(Float(Double(bytes.littleEndian(4 * $0, as: Int32.self)) * 0x1p-31), 1 - 0x1p-24)
      }
    case .f32: fill { Float(bitPattern: bytes.littleEndian(4 * $0, as: UInt32.self)) }
    case .f64: fill { Float(Double(bitPattern: bytes.littleEndian(8 * $0, as: UInt64.self))) }
    }
  }
}

/// Sets invalid samples to zero: NaN, infinite values, and values beyond 10^10, whose fourth power
/// overflows a float. Files of floats in integer steps reach 2^31, which is valid.
///
/// - Returns: the number of replaced samples.
func replaceNonSamples(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
  // The unsigned bit patterns of invalid samples are the largest integers.
  var largest: Int32 = 0
  for sample in samples { largest = max(largest, Int32(bitPattern: sample.bitPattern) & .max) }
  guard largest > Int32(bitPattern: Float(1e10).bitPattern) else { return 0 }
  var replaced = 0
  for i in 0..<samples.count where !(samples[i].magnitude <= 1e10) {
    samples[i] = 0
    replaced += 1
  }
  return replaced
}

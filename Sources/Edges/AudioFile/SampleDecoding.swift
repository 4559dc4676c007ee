extension SampleEncoding {
  /// Turns `output.count` samples of little-endian bytes into floats, integers scaled to [-1, 1).
  ///
  /// `bytes` holds at least `output.count * byteCount` bytes; it need not be aligned.
  func decode(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<Float>) {
    let count = output.count
    precondition(bytes.count >= count * byteCount)
    guard count > 0, let source = bytes.baseAddress, let target = output.baseAddress else { return }
    switch self {
    case .s8:
      for i in 0..<count {
        target[i] = Float(source.load(fromByteOffset: i, as: Int8.self)) * 0x1p-7
      }
    case .u8:
      for i in 0..<count {
        target[i] = Float(Int(source.load(fromByteOffset: i, as: UInt8.self)) - 128) * 0x1p-7
      }
    case .s16:
      for i in 0..<count {
        let sample = source.loadUnaligned(fromByteOffset: 2 * i, as: Int16.self)
        target[i] = Float(Int16(littleEndian: sample)) * 0x1p-15
      }
    case .s24:
      for i in 0..<count {
        let low = source.loadUnaligned(fromByteOffset: 3 * i, as: UInt16.self)
        let high = source.load(fromByteOffset: 3 * i + 2, as: Int8.self)
        let sample = Int32(high) << 16 | Int32(UInt16(littleEndian: low))
        target[i] = Float(sample) * 0x1p-23
      }
    case .s32:
      for i in 0..<count {
        let sample = source.loadUnaligned(fromByteOffset: 4 * i, as: Int32.self)
        // Through Double, so that the largest integers round down instead of up to 1.0.
        target[i] = min(Float(Double(Int32(littleEndian: sample)) * 0x1p-31), 1 - 0x1p-24)
      }
    case .f32:
      for i in 0..<count {
        let pattern = source.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)
        target[i] = Float(bitPattern: UInt32(littleEndian: pattern))
      }
    case .f64:
      for i in 0..<count {
        let pattern = source.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self)
        target[i] = Float(Double(bitPattern: UInt64(littleEndian: pattern)))
      }
    }
  }
}

/// Sets invalid samples to zero: those that are not a number, infinite, or beyond 10^10, whose fourth power
/// overflows a float. Files of floats in integer steps reach 2^31, which is valid.
///
/// - Returns: how many were replaced.
func replaceNonSamples(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
  var replaced = 0
  for i in 0..<samples.count where !(samples[i].magnitude <= 1e10) {
    samples[i] = 0
    replaced += 1
  }
  return replaced
}

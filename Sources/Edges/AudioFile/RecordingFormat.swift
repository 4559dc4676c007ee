/// The sample format of a written recording.
package enum RecordingFormat: String, CaseIterable, Sendable {
  /// Signed 16 bit: rounding noise and harmonics, 98 dB below a full-scale sine.
  case s16
  /// Signed 24 bit: as precise as the samples.
  case s24
  /// IEEE 754 single precision: the samples themselves.
  case float

  /// Bytes of one sample.
  package var byteCount: Int {
    switch self {
    case .s16: 2
    case .s24: 3
    case .float: 4
    }
  }

  /// Writes `samples` to `bytes`, which has room for them, little endian. Integers are rounded to
  /// the nearest and clipped at full scale 1.0; NaN becomes 0.
  func encode(_ samples: UnsafeBufferPointer<Float>, into bytes: UnsafeMutableRawBufferPointer) {
    precondition(bytes.count >= samples.count * byteCount)
    switch self {
    case .s16:
      for i in 0..<samples.count {
        let sample = Int16(truncatingIfNeeded: rounded(samples[i], bits: 16))
        bytes.storeBytes(of: sample.littleEndian, toByteOffset: 2 * i, as: Int16.self)
      }
    case .s24:
      for i in 0..<samples.count {
        let sample = rounded(samples[i], bits: 24)
        bytes.storeBytes(
          of: UInt16(truncatingIfNeeded: sample).littleEndian, toByteOffset: 3 * i,
          as: UInt16.self)
        bytes.storeBytes(
          of: UInt8(truncatingIfNeeded: sample >> 16), toByteOffset: 3 * i + 2, as: UInt8.self)
      }
    case .float:
      for i in 0..<samples.count {
        bytes.storeBytes(
          of: samples[i].bitPattern.littleEndian, toByteOffset: 4 * i, as: UInt32.self)
      }
    }
  }
}

/// A sample as an integer of so many bits, rounded and clipped; NaN becomes 0.
@inline(__always)
func rounded(_ sample: Float, bits: Int32) -> Int32 {
  let fullScale = Float(sign: .plus, exponent: Int(bits) - 1, significand: 1)
  let scaled = (sample * fullScale).rounded(.toNearestOrEven)
  return scaled.isNaN ? 0 : Int32(max(-fullScale, min(fullScale - 1, scaled)))
}

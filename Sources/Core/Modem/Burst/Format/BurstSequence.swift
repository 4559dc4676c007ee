import HandShakeCoding
import HandShakeSignal

/// The fixed pseudo-random sequences of a burst frame.
enum BurstSequence {
  /// Seeds of the scramblers and of the pilots.
  static let headerSeed: UInt32 = 1
  static let partSeed: UInt32 = 2
  static let payloadSeed: UInt32 = 3
  static let pilotSeed: UInt32 = 4

  /// `bits` XOR the highest bits of the numbers that follow `seed`; its own inverse.
  static func scrambled(_ bits: [UInt8], seed: UInt32) -> [UInt8] {
    var sequence = CongruentialSequence(seed: seed)
    return bits.map { $0 ^ UInt8(sequence.next(bits: 1)) }
  }

  /// The next pilot of a frame: a QPSK point by the two highest bits of the next number.
  static func pilot(_ sequence: inout CongruentialSequence) -> Complex {
    let bits = sequence.next(bits: 2)
    let amplitude = Float(0.5).squareRoot()
    return Complex(bits & 2 == 0 ? amplitude : -amplitude, bits & 1 == 0 ? amplitude : -amplitude)
  }
}

/// A cyclic redundancy check of 1 to 32 bits, without reflection: the first bit of the message is
/// the highest coefficient.
///
/// Peterson and Brown, "Cyclic codes for error detection", Proc. IRE 49 (1961). The parameters
/// follow the catalogue of parametrised CRC algorithms (reveng.sourceforge.io/crc-catalogue). Check
/// values are the checksums of the ASCII digits 123456789.
public struct CRC: Sendable, Equatable {
  /// The number of bits of the checksum, 1...32.
  public let width: Int

  /// The generator polynomial without its highest term.
  public let polynomial: UInt32

  /// The register before the first bit.
  public let initial: UInt32

  /// The value that is exclusive-ored with the register after the last bit.
  public let finalXor: UInt32

  /// A check of `width` bits. A width outside 1...32 becomes the nearer end; bits of the other
  /// parameters above the width are ignored.
  public init(width: Int, polynomial: UInt32, initial: UInt32, finalXor: UInt32 = 0) {
    let width = min(max(width, 1), 32)
    let mask = UInt32.max >> UInt32(32 - width)
    self.width = width
    self.polynomial = polynomial & mask
    self.initial = initial & mask
    self.finalXor = finalXor & mask
  }

  /// CRC-16/IBM-3740, also known as CCITT-FALSE; check value 0x29B1.
  public static let ibm3740 = CRC(width: 16, polynomial: 0x1021, initial: 0xFFFF)

  /// CRC-24/OPENPGP (RFC 9580, section 6.1); check value 0x21CF02.
  public static let openPGP = CRC(width: 24, polynomial: 0x86_4CFB, initial: 0xB7_04CE)

  /// CRC-32/BZIP2; check value 0xFC891918.
  public static let bzip2 = CRC(width: 32, polynomial: 0x04C1_1DB7, initial: .max, finalXor: .max)

  /// The checksum of `bits`, each 0 or 1, in the lowest `width` bits.
  @inlinable
  public func checksum(bits: some Sequence<UInt8>) -> UInt32 {
    var register = aligned(initial)
    for bit in bits { register = shift(register ^ UInt32(bit) << 31) }
    return finish(register)
  }

  /// The checksum of `bytes`, the highest bit of each first, in the lowest `width` bits.
  @inlinable
  public func checksum(bytes: some Sequence<UInt8>) -> UInt32 {
    var register = aligned(initial)
    for byte in bytes {
      register ^= UInt32(byte) << 24
      for _ in 0..<8 { register = shift(register) }
    }
    return finish(register)
  }

  /// Aligns a value with the high end of 32 bits, so that the same shift serves every width.
  @inlinable
  func aligned(_ value: UInt32) -> UInt32 { value << UInt32(32 - width) }

  @inlinable
  func shift(_ register: UInt32) -> UInt32 {
    register & 1 << 31 == 0 ? register << 1 : register << 1 ^ aligned(polynomial)
  }

  @inlinable
  func finish(_ register: UInt32) -> UInt32 { register >> UInt32(32 - width) ^ finalXor }
}

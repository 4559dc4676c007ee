import Testing

@testable import HandShakeCoding

struct CRCTests {
  /// The check values of the catalogue of parametrised CRC algorithms.
  @Test(
    arguments: [
      (CRC.ibm3740, 0x29B1),
      (CRC.openPGP, 0x21_CF02),
      (CRC.bzip2, 0xFC89_1918),
      (CRC(width: 32, polynomial: 0x04C1_1DB7, initial: .max), 0x0376_E6E7),
      (CRC(width: 16, polynomial: 0x1021, initial: 0), 0x31C3),
      (CRC(width: 16, polynomial: 0x1021, initial: .max, finalXor: .max), 0xD64E),
      (CRC(width: 24, polynomial: 0x86_4CFB, initial: 0), 0xCDE703),
      (CRC(width: 8, polynomial: 0x07, initial: 0), 0xF4),
      (CRC(width: 6, polynomial: 0x27, initial: 0x3F), 0x0D),
      (CRC(width: 3, polynomial: 0x3, initial: 0, finalXor: 0x7), 0x4),
    ] as [(CRC, UInt32)])
  func catalogueCheckValues(crc: CRC, check: UInt32) {
    let digits = [UInt8]("123456789".utf8)
    #expect(crc.checksum(bytes: digits) == check)
    #expect(crc.checksum(bits: Bits.unpack(digits)) == check)
  }

  @Test func anyBitMattersAndAnyLengthWorks() {
    let bits = Bits.unpack([0x12, 0x34, 0x56]).dropLast(3)
    let checksum = CRC.openPGP.checksum(bits: bits)
    for index in bits.indices {
      var changed = bits
      changed[index] ^= 1
      #expect(CRC.openPGP.checksum(bits: changed) != checksum)
    }
    #expect(CRC.ibm3740.checksum(bytes: []) == 0xFFFF)
  }

  @Test func absurdParametersAreTamed() {
    #expect(CRC(width: 40, polynomial: 7, initial: 0).width == 32)
    #expect(CRC(width: 0, polynomial: 7, initial: 9) == CRC(width: 1, polynomial: 1, initial: 1))
  }
}

import Testing

@testable import HandShakeCoding

struct BitsTests {
  @Test func mostSignificantBitFirst() {
    #expect(Bits.unpack([0b1010_0001, 3]) == [1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1])
    #expect(Bits.unpack(0x86_4CFB, count: 24) == Bits.unpack([0x86, 0x4C, 0xFB]))
    #expect(Bits.unpack(UInt32.max, count: 32) == [UInt8](repeating: 1, count: 32))
    #expect(Bits.unpack(5, count: 0).isEmpty)
  }

  @Test func packingUndoesUnpacking() {
    let bytes = (UInt8(0)...255).map { $0 &* 37 }
    #expect(Bits.pack(Bits.unpack(bytes)) == bytes)
    #expect(Bits.pack([1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1]) == [0xFF, 0b1010_0000])
    #expect(Bits.pack([]).isEmpty)
  }
}

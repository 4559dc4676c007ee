import Foundation
import HandShakeCatalog
import HandShakeCoding
import Testing

@testable import HandShakeModem

@Suite struct HopFramingTests {
  /// A frame as it was once made: what is on the air must never change.
  private struct Vector: Codable {
    var `protocol`: String
    var text: [UInt8]
    var part: [Int]?
    var sizeClass: Int
    var bits: String
    var symbols: [Int]
    var tones: [Int]
  }

  private static func vectors() throws -> [Vector] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Vectors/hop.json")
    return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
  }

  @Test func framesAreAsFrozen() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count >= 10)
    for vector in vectors {
      let framing = try hopFraming(vector.protocol)
      var text = HopText(bytes: vector.text)
      if let part = vector.part {
        text.part = HopText.Part(
          identity: UInt16(part[0]), number: UInt8(part[1]), last: UInt8(part[2]),
          check: UInt32(part[3]))
      }
      let (bits, sizeClass) = framing.information(text)
      #expect(sizeClass == vector.sizeClass)
      #expect(bits.map(String.init).joined() == vector.bits)
      #expect(try framing.code(sizeClass: sizeClass).encode(bits).map { Int($0) } == vector.symbols)
      #expect(framing.tones(text) == vector.tones)
      #expect(framing.text(bits, sizeClass: sizeClass) == text)
    }
  }

  @Test(arguments: ["hop", "hop-quick", "hop-deep"]) func aWrongBitIsRefused(name: String) throws {
    let framing = try hopFraming(name)
    let (bits, sizeClass) = framing.information(HopText(bytes: Array("gate 7, 18:40".utf8)))
    for index in bits.indices {
      var wrong = bits
      wrong[index] ^= 1
      #expect(framing.text(wrong, sizeClass: sizeClass) == nil)
    }
    #expect(framing.text(bits, sizeClass: sizeClass) != nil)
    // The check covers the header as well.
    #expect(framing.text(bits, sizeClass: sizeClass + 1) == nil)
  }

  @Test func theCheckTellsVariantsApart() throws {
    let hop = try hopFraming("hop")
    let quick = try hopFraming("hop-quick")
    let (bits, sizeClass) = hop.information(HopText(bytes: Array("ok".utf8)))
    #expect(quick.text(bits, sizeClass: sizeClass) == nil)
  }

  @Test func headersDifferInThreeSymbols() {
    let words = HopHeader.words
    for first in words.indices {
      for second in words.indices where second > first {
        #expect(zip(words[first], words[second]).count { $0 != $1 } >= 3)
      }
    }
  }

  @Test(arguments: ["hop", "hop-quick", "hop-deep"]) func everySizeHasACode(name: String) throws {
    let framing = try hopFraming(name)
    for sizeClass in 0...framing.largestSizeClass {
      let code = framing.code(sizeClass: sizeClass)
      #expect(code.symbolCount == HopSize.symbolCounts[sizeClass])
    }
  }
}

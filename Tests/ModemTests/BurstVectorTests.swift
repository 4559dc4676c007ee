import Foundation
import HandShakeCoding
import HandShakeSignal
import Testing

@testable import HandShakeModem

/// Burst frames against vectors that were made from the text of Protocols/README.md alone.
@Suite struct BurstVectorTests {
  struct Vector: Decodable, Sendable {
    var text: String
    var rung: Int
    var sounder: String
    var identity: UInt16?
    /// Repair blocks in hundredths.
    var repair: Int
    var file: File?
    var frames: [Frame]
  }

  struct File: Decodable, Sendable {
    var name: String
    var bytes: String
    var sha256: String
  }

  struct Frame: Decodable, Sendable {
    var header: String
    var part: String?
    var blocks: [String]
    var coded: [String]
    var symbolCount: Int
    /// The first 24 and the last 24.
    var symbols: [[Float]]
  }

  private func vectors() throws -> [Vector] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/burst.json")
    return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: path))
  }

  private func hexadecimal(_ bits: [UInt8]) -> String {
    stride(from: 0, to: bits.count, by: 4).map { start in
      var digit = 0
      for index in start..<start + 4 {
        digit = 2 * digit + (index < bits.count ? Int(bits[index]) : 0)
      }
      return String(digit, radix: 16)
    }.joined()
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { (index: Int) -> UInt8 in
      UInt8(16 * digits[index] + digits[index + 1])
    }
  }

  @Test func bitsAndSymbols() throws {
    let vectors = try vectors()
    #expect(vectors.count == 14)
    for vector in vectors {
      let sounder = try #require(BurstSounder(rawValue: vector.sounder))
      let modem = burstProtocol(rung: vector.rung, sounder: sounder)
      let parameters = try #require(modem.family as? BurstParameters)
      var content = TransmittedContent.text(Array(vector.text.utf8))
      if let file = vector.file {
        content = .file(
          try #require(
            CarriedFile(
              name: Array(file.name.utf8), digest: bytes(file.sha256), bytes: bytes(file.bytes))))
      }
      let frames = try parameters.frames(
        content,
        TransmissionOptions(
          identity: vector.identity ?? 0, isRepeated: vector.identity != nil,
          repairPercent: vector.repair))
      try #require(frames.frameCount == vector.frames.count)
      for (index, expected) in vector.frames.enumerated() {
        let frame = try frames.symbols(index)
        let header = frame.layout.header
        let bits = BurstSequence.scrambled(header.scrambledBits, seed: BurstSequence.headerSeed)
        #expect(bits.map { String($0) }.joined() == expected.header)
        var part = frames.part
        part?.number = index
        let partBits = part.map {
          BurstSequence.scrambled($0.scrambledBits(after: header), seed: BurstSequence.partSeed)
        }
        #expect(partBits.map(hexadecimal) == expected.part)
        #expect(frame.blockBits.map(hexadecimal) == expected.blocks)
        #expect(frame.codedBits.map(hexadecimal) == expected.coded)
        #expect(frame.symbols.count == expected.symbolCount)
        #expect(frame.layout.symbolCount == expected.symbolCount)
        for (symbol, value) in zip(
          frame.symbols.prefix(24) + frame.symbols.suffix(24), expected.symbols)
        {
          #expect(abs(symbol.real - value[0]) < 2e-4 && abs(symbol.imaginary - value[1]) < 2e-4)
        }
      }
    }
  }

  /// What was sent is read back, and nothing else is.
  @Test func headersAndPartsRoundTrip() throws {
    let header = BurstHeader(rung: 6, byteCount: 4096, isPart: true)
    #expect(BurstHeader(scrambledBits: header.scrambledBits) == header)
    let part = BurstPart(
      content: .file, identity: 0xFFFF, streamBytes: 1 << 20, pieceBytes: 4096, number: 70)
    let bits = part.scrambledBits(after: header)
    #expect(BurstPart(scrambledBits: bits, header: header) == part)
    var other = header
    other.byteCount = 256
    #expect(BurstPart(scrambledBits: bits, header: other) == nil)
    // The number of a sending lies in three, three and four bits before content, length and length
    // of a frame, and is there only where an answer is wanted.
    var asking = part
    asking.content = ContentNumber(.file, wantsAnswer: true)
    let plain = asking.bits
    asking.run = 0b101_110_1001
    let numbered = plain.indices.filter { plain[$0] != asking.bits[$0] }
    #expect(numbered == [0, 2, 24, 25, 48, 51])
    #expect(BurstPart(scrambledBits: asking.scrambledBits(after: header), header: header) == asking)
    var silent = part
    silent.run = 1
    #expect(BurstPart(scrambledBits: silent.scrambledBits(after: header), header: header) == nil)
    for index in header.scrambledBits.indices {
      var damaged = header.scrambledBits
      damaged[index] ^= 1
      #expect(BurstHeader(scrambledBits: damaged) == nil)
    }
    // A rung that there is not, and a frame longer than its rung allows.
    for wrong in [(13, 5), (15, 5), (0, 769), (2, 2689)] {
      let sent = BurstHeader(rung: wrong.0, byteCount: wrong.1)
      #expect(BurstHeader(scrambledBits: sent.scrambledBits) == nil)
    }
    #expect(BurstHeader(scrambledBits: []) == nil)
  }

  /// Every length of every rung has a layout and its code.
  @Test(arguments: BurstSounder.allCases, BurstRung.ladder.indices)
  func everyLengthHasALayout(sounder: BurstSounder, rung: Int) throws {
    for isPart in [false, true] {
      let largest = BurstRung.ladder[rung].largestFrameBytes
      for byteCount in [1, 2, 16, 47, 48, 49, 100, 256, 257, 767, largest - 1, largest] {
        guard byteCount <= largest else { continue }
        let layout = BurstFrameLayout(
          sounder: sounder,
          header: BurstHeader(rung: rung, byteCount: byteCount, isPart: isPart))
        _ = try layout.blockCode()
        #expect(layout.blockSymbolCount % 3 == 0)
        #expect(layout.blockBytes <= BurstRung.ladder[rung].largestBlockBytes)
        #expect(layout.blockCount * layout.blockBytes >= layout.payloadBytes)
        #expect(layout.isPilot.count { !$0 } == layout.dataSymbolCount)
        let spacing = rung < 3 ? 8 : 16
        #expect(
          (layout.blockSymbolCount - layout.dataSymbolCount) * (spacing - 1) >= layout
            .dataSymbolCount - spacing + 1)
      }
    }
  }
}

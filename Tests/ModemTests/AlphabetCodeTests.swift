import HandShakeChannelModel
import Testing

@testable import HandShakeModem

@Suite struct AlphabetCodeTests {
  private let code = AlphabetCode(classicParameters)

  /// Metrics of a symbol sequence that was heard without doubt.
  private func certain(_ symbols: [UInt8]) -> [Float] {
    symbols.flatMap { sent in (0..<97).map { $0 == Int(sent) ? Float(10) : -1 } }
  }

  @Test func charactersAndSymbolsAreOneToOne() {
    var symbols = Set<UInt8>()
    for byte in 0...255 as ClosedRange<UInt8> {
      guard let symbol = AlphabetCode.symbol(of: byte) else {
        #expect(!(0x20...0x7E).contains(byte) && byte != 0x0A)
        continue
      }
      #expect(AlphabetCode.byte(of: symbol) == byte)
      #expect(symbol != AlphabetCode.controlSymbol && symbol < 97)
      symbols.insert(symbol)
    }
    #expect(symbols.count == 96)
    #expect(AlphabetCode.byte(of: AlphabetCode.controlSymbol) == nil)
  }

  @Test func trailersCountInBase97() {
    #expect(AlphabetCode.trailer(length: 1) == [0, 0, 0, 1])
    #expect(AlphabetCode.trailer(length: 96) == [0, 0, 0, 96])
    #expect(AlphabetCode.trailer(length: 97) == [0, 0, 1, 0])
    #expect(AlphabetCode.trailer(length: 10_000) == [0, 1, 6, 9])
  }

  /// Symbols in the frame of texts around every border: `classic` has 12 parity symbols, so that
  /// 84 characters fit in a block, 80 with the trailer.
  @Test(arguments: [
    (1, [17]), (16, [32]), (79, [95]), (80, [96]), (81, [96, 16]), (83, [96, 16]),
    (84, [96, 16]), (85, [96, 17]), (164, [96, 96]), (165, [96, 96, 16]), (168, [96, 96, 16]),
    (169, [96, 96, 17]), (252, [96, 96, 96, 16]),
  ])
  func blocksAreCutWhereTheyAreFull(length: Int, blocks: [Int]) throws {
    var random = SeededRandom(seed: UInt64(length))
    let text = (0..<length).map { _ in UInt8.random(in: 1...96, using: &random) }
    let symbols = code.encode(text)
    #expect(symbols.count == blocks.reduce(0, +))
    var message: [UInt8] = []
    var start = 0
    for count in blocks {
      let block = Array(symbols[start..<start + count])
      let decoded = try #require(code.decode(block: certain(block)))
      #expect(decoded.correctedSymbols == 0)
      #expect(decoded.message == Array(block.prefix(count - 12)))
      message += decoded.message
      start += count
    }
    #expect(Array(message.prefix(length)) == text)
    #expect(Array(message.suffix(4)) == AlphabetCode.trailer(length: length))
    let filling = message.dropFirst(length).dropLast(4)
    #expect(filling.count < 4 && filling.allSatisfy { $0 == AlphabetCode.controlSymbol })
  }

  @Test func steadyTonesAndShiftedBlocksAreNoCodewords() {
    for symbol in 0..<97 as Range<UInt8> {
      for count in [17, 50, 96] {
        let steady = [UInt8](repeating: symbol, count: count)
        #expect(code.decode(block: certain(steady)) == nil, "\(count) of \(symbol)")
      }
    }
    let symbols = code.encode((0..<80).map { UInt8($0 % 96 + 1) })
    for shift in [1, 2, 48, 95] {
      let turned = Array(symbols[shift...] + symbols[..<shift])
      #expect(code.decode(block: certain(turned)) == nil, "by \(shift)")
    }
  }

  @Test func halfTheRepairSymbolsErrAndAllMayBeErased() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let text = (0..<40).map { _ in UInt8.random(in: 1...96, using: &random) }
      let symbols = code.encode(text)
      let places = symbols.indices.shuffled(using: &random)
      var metrics = certain(symbols)
      for place in places.prefix(classicParameters.repairSymbols / 2) {
        let wrong = (Int(symbols[place]) + Int.random(in: 1...96, using: &random)) % 97
        metrics[place * 97 + wrong] = 20
      }
      let repaired = try #require(code.decode(block: metrics), "seed \(seed)")
      #expect(Array(repaired.message.prefix(40)) == text, "seed \(seed)")
      #expect(repaired.correctedSymbols == 4, "seed \(seed)")

      metrics = certain(symbols)
      for place in places.prefix(classicParameters.repairSymbols) {
        for symbol in 0..<97 { metrics[place * 97 + symbol] = 0 }
      }
      let filled = try #require(code.decode(block: metrics), "seed \(seed)")
      #expect(Array(filled.message.prefix(40)) == text, "seed \(seed)")
    }
  }

  @Test func mapNamesEverySymbolOnItsTone() throws {
    let map = try #require(classicParameters.toneMap(in: classic.placements[1]))
    #expect(map.count == 97)
    #expect(map[0].symbol == "end" && map[0].hertz == 15536)
    #expect(map[1].symbol == "newline" && map[1].hertz == 15566.5)
    #expect(map[2].symbol == "space")
    #expect(map[3].symbol == "!")
    #expect(map[96].symbol == "~" && map[96].hertz == 18464)
  }
}

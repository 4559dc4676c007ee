import HandShakeCoding
import HandShakeSignal

/// The bits and symbols of one burst frame, as sent.
struct BurstFrameSymbols: Sendable {
  let layout: BurstFrameLayout
  /// The symbols of header, part descriptor and blocks, at the level of their modulation.
  let symbols: [Complex]
  /// The information bits of every block, check included, before scrambling.
  let blockBits: [[UInt8]]
  /// The coded bits of every block, in the order of transmission.
  let codedBits: [[UInt8]]

  /// The frame of `bytes`, whose count is `layout.header.byteCount`.
  init(
    _ bytes: [UInt8], layout: BurstFrameLayout, part: BurstPart?
  ) throws(PolarCodeError) {
    self.layout = layout
    let header = layout.header
    let level = BurstRung.level(bitsPerSymbol: 2)
    let headerBits = try BurstFrameLayout.headerCode(layout.sounder).encode(header.scrambledBits)
    var symbols = BurstConstellation.qpsk.points(headerBits).map { $0.scaled(by: level) }
    symbols.reserveCapacity(layout.symbolCount)
    if let part {
      let bits = try BurstFrameLayout.partCode(layout.sounder)
        .encode(part.scrambledBits(after: header))
      symbols += BurstConstellation.qpsk.points(bits).map { $0.scaled(by: level) }
    }
    let code = try layout.blockCode()
    let constellation = BurstConstellation(bitsPerSymbol: layout.rung.bitsPerSymbol)
    let isPilot = layout.isPilot
    let payload = Self.payload(bytes, layout: layout)
    var pilots = CongruentialSequence(seed: BurstSequence.pilotSeed)
    var scrambler = CongruentialSequence(seed: BurstSequence.payloadSeed)
    var blockBits: [[UInt8]] = []
    var codedBits: [[UInt8]] = []
    for block in 0..<layout.blockCount {
      let bits = layout.checkedBits(
        Array(payload[block * layout.blockBytes..<(block + 1) * layout.blockBytes]), block: block)
      let coded = try code.encode(bits.map { $0 ^ UInt8(scrambler.next(bits: 1)) })
      let data = constellation.points(coded)
      var next = 0
      for place in 0..<layout.blockSymbolCount {
        let symbol = isPilot[place] ? BurstSequence.pilot(&pilots) : data[next]
        symbols.append(symbol.scaled(by: layout.rung.level))
        if !isPilot[place] { next += 1 }
      }
      blockBits.append(bits)
      codedBits.append(coded)
    }
    self.symbols = symbols
    self.blockBits = blockBits
    self.codedBits = codedBits
  }

  /// The payload of the blocks: the bytes, their check if the layout has a check, and zeros.
  private static func payload(_ bytes: [UInt8], layout: BurstFrameLayout) -> [UInt8] {
    let isChecked = layout.payloadBytes > bytes.count
    var payload = isChecked ? BurstStreamLayout.checked(bytes) : bytes
    payload += [UInt8](repeating: 0, count: layout.blockCount * layout.blockBytes - payload.count)
    return payload
  }
}

extension BurstFrameLayout {
  /// The bits of a block with their check, which also covers header and block number. So a header
  /// with errors does not yield another message, and a block cannot replace another block.
  func checkedBits(_ bytes: [UInt8], block: Int) -> [UInt8] {
    let bits = Bits.unpack(bytes)
    let check = blockCheck.checksum(bits: header.bits + Bits.unpack(UInt32(block), count: 8) + bits)
    return bits + Bits.unpack(check, count: blockCheck.width)
  }
}

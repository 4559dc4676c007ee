import HandShakeCoding

/// The place of every section in a burst frame, computed from its sounder and header.
///
///     | sounder | header | part descriptor, if any | block 0 | block 1 | ...
///
/// Symbol k of the frame, counted over header, descriptor and blocks, is centred at sample
/// `sounder.sampleCount + 4 k / 3` of the baseband. Sample 0 of the baseband is the sounder's
/// first. Each section has a multiple of three symbols, so each starts on a sample.
struct BurstFrameLayout: Sendable, Equatable {
  let sounder: BurstSounder
  let header: BurstHeader
  let rung: BurstRung

  /// Bytes that the blocks carry: the message, and its check if several blocks carry all of it.
  let payloadBytes: Int
  /// The number of blocks.
  let blockCount: Int
  /// Payload bytes of a block; zeros may fill the last block.
  let blockBytes: Int
  /// The check of each block.
  let blockCheck: CRC
  /// Coded bits of a block.
  let codedBitCount: Int
  /// Symbols of a block, pilots included.
  let blockSymbolCount: Int

  init(sounder: BurstSounder, header: BurstHeader) {
    self.sounder = sounder
    self.header = header
    rung = BurstRung.ladder[header.rung]
    let fitsOne = header.byteCount <= rung.largestBlockBytes
    payloadBytes = header.byteCount + (fitsOne || header.isPart ? 0 : 4)
    blockCount = (payloadBytes + rung.largestBlockBytes - 1) / rung.largestBlockBytes
    blockBytes = (payloadBytes + blockCount - 1) / blockCount
    // The check of a single block is also the check of the message. Blocks of a part are kept even
    // if other blocks are lost. Each lost block offers hundreds of candidates to its check: a check
    // of 16 bits would let a false block into every second large file.
    blockCheck = blockCount == 1 || header.isPart ? .bzip2 : .ibm3740
    codedBitCount = rung.codedBitCount(informationBitCount: 8 * blockBytes + blockCheck.width)
    var count = codedBitCount / rung.bitsPerSymbol
    let dataCount = count
    count += (3 - count % 3) % 3
    while count - Self.pilotCount(count, spacing: rung.pilotSpacing) < dataCount { count += 3 }
    blockSymbolCount = count
  }

  /// Information bits of a block: payload and check.
  var informationBitCount: Int { 8 * blockBytes + blockCheck.width }
  /// Symbols of a block that carry coded bits.
  var dataSymbolCount: Int { codedBitCount / rung.bitsPerSymbol }
  /// Symbols of the part descriptor.
  var partSymbolCount: Int { header.isPart ? sounder.partSymbolCount : 0 }
  /// The number of the first symbol of a block.
  func firstSymbol(ofBlock block: Int) -> Int {
    sounder.headerSymbolCount + partSymbolCount + block * blockSymbolCount
  }
  /// Symbols of the frame.
  var symbolCount: Int { firstSymbol(ofBlock: blockCount) }
  /// Samples of the baseband from the sounder's first to the place of the symbol after the last.
  var sampleCount: Int { sounder.sampleCount + symbolCount / 3 * 4 }

  /// Whether each symbol of a block is a pilot. Symbol spacing/2 of every `rung.pilotSpacing` is a
  /// pilot, and so are the spare symbols at the end.
  var isPilot: [Bool] {
    let spacing = rung.pilotSpacing
    var result = (0..<blockSymbolCount).map { $0 % spacing == spacing / 2 }
    var excess = blockSymbolCount - dataSymbolCount - result.count { $0 }
    var place = blockSymbolCount - 1
    while excess > 0 {
      if !result[place] {
        result[place] = true
        excess -= 1
      }
      place -= 1
    }
    return result
  }

  /// Regular pilots among the first `count` symbols of a block.
  private static func pilotCount(_ count: Int, spacing: Int) -> Int {
    (count + spacing - 1 - spacing / 2) / spacing
  }
}

/// The codes of a burst frame.
extension BurstFrameLayout {
  /// The code of the header.
  static func headerCode(_ sounder: BurstSounder) throws(PolarCodeError) -> PolarCode {
    try PolarCode(
      informationBitCount: BurstHeader.codedInformationCount,
      codedBitCount: 2 * sounder.headerSymbolCount)
  }

  /// The code of the part descriptor.
  static func partCode(_ sounder: BurstSounder) throws(PolarCodeError) -> PolarCode {
    try PolarCode(
      informationBitCount: BurstPart.codedInformationCount,
      codedBitCount: 2 * sounder.partSymbolCount)
  }

  /// The code of every block.
  func blockCode() throws(PolarCodeError) -> PolarCode {
    try PolarCode(informationBitCount: informationBitCount, codedBitCount: codedBitCount)
  }
}

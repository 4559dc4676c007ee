/// One block of a frame while it arrives: the likelihoods of its symbols and their decoding.
struct AlphabetBlock {
  let code: AlphabetCode
  /// The likeliest symbols.
  private(set) var likeliest: [UInt8] = []
  /// Log-likelihood ratios (LLRs) of all tones, 97 for each symbol.
  private var llrs: [Float] = []
  /// Energies of all tones, 97 for each symbol.
  private var energies: [Float] = []

  init(_ code: AlphabetCode) { self.code = code }

  /// Appends a symbol; returns its likeliest tone with its LLR and noise.
  mutating func append(
    _ symbol: ToneSymbol, _ metrics: inout ToneMetrics
  ) -> (tone: Int, llr: Float, noise: Float) {
    let best = metrics.append(symbol, to: &llrs)
    likeliest.append(UInt8(best.tone))
    energies += symbol.energies
    return best
  }

  mutating func removeAll() {
    llrs.removeAll(keepingCapacity: true)
    energies.removeAll(keepingCapacity: true)
    likeliest.removeAll(keepingCapacity: true)
  }

  /// Decodes the symbols so far as a whole block; nil if no codeword is near enough.
  func decode() -> (message: [UInt8], tones: [UInt8], correctedSymbols: Int)? {
    code.decode(block: llrs)
  }

  /// The likeliest trailer if the block ended here, and the least LLR of its symbols; nil if no
  /// trailer is likely. The earlier blocks have `symbolsBefore` symbols of text.
  func trailer(symbolsBefore: Int) -> (symbols: [UInt8], leastLLR: Float)? {
    let textCount = likeliest.count - code.parityCount - AlphabetCode.trailerCount
    guard textCount >= 0 else { return nil }
    // Only a trailer that is alone in its block may follow a block with room left.
    let fill = textCount == 0 && symbolsBefore > 0 ? AlphabetCode.trailerCount - 1 : 0
    var best: (score: Float, symbols: [UInt8], leastLLR: Float)?
    for missing in 0...fill {
      let trailer = AlphabetCode.trailer(length: symbolsBefore + textCount - missing)
      let own = trailer.enumerated().map { index, symbol in
        llrs[(textCount + index) * AlphabetCode.symbolCount + Int(symbol)]
      }
      let score = own.reduce(0, +)
      if score > best?.score ?? 0 { best = (score, trailer, own.min()!) }
    }
    return best.map { ($0.symbols, $0.leastLLR) }
  }

  /// Adds the symbols to `evidence`: these `tones` were sent over this `noise`.
  func add(to evidence: inout ToneEvidence, tones: [UInt8], noise: [Float]) {
    let count = AlphabetCode.symbolCount
    energies.withUnsafeBufferPointer { energies in
      for (index, tone) in tones.enumerated() {
        evidence.add(
          UnsafeBufferPointer(rebasing: energies[index * count..<(index + 1) * count]),
          noise: noise, sent: Int(tone))
      }
    }
  }
}

/// The text that the decoded blocks of a frame hold.
struct AlphabetText {
  private(set) var bytes: [UInt8] = []
  private(set) var correctedSymbols = 0
  /// Symbols of the blocks, without parity.
  private(set) var symbolCount = 0

  /// Takes the message of a block before the last; false if the message is invalid there.
  mutating func take(_ message: [UInt8], correctedSymbols corrected: Int) -> Bool {
    // Control symbols may only fill the end of the block, if a trailer did not fit.
    let filled = message.reversed().prefix { $0 == AlphabetCode.controlSymbol }.count
    guard filled < AlphabetCode.trailerCount,
      let characters = Self.characters(message.dropLast(filled)),
      symbolCount + message.count <= AlphabetCode.longestText + AlphabetCode.longestBlock
    else { return false }
    bytes += characters
    correctedSymbols += corrected
    symbolCount += message.count
    return true
  }

  /// Takes the message of the last block, trailer included; false if it does not end this text.
  mutating func take(last message: [UInt8], correctedSymbols corrected: Int) -> Bool {
    let length = message.suffix(3).reduce(0) { $0 * 97 + Int($1) }
    guard let characters = Self.characters(message.dropLast(AlphabetCode.trailerCount)),
      bytes.count + characters.count == length, length > 0
    else { return false }
    bytes += characters
    correctedSymbols += corrected
    return true
  }

  /// The characters of `symbols`; nil if a symbol is not a character.
  private static func characters(_ symbols: ArraySlice<UInt8>) -> [UInt8]? {
    let characters = symbols.compactMap(AlphabetCode.byte(of:))
    return characters.count == symbols.count ? characters : nil
  }
}

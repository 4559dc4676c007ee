import HandShakeCoding

/// The characters of an alphabet protocol as symbols of GF(97), and the frame that carries them.
///
/// Symbol 0 is the control symbol, 1 a newline, and 2 to 96 are the characters from space to `~`. A
/// frame is the start marker, then Reed-Solomon blocks of at most 96 symbols. Every block except
/// the last holds as much text as fits. The last block ends with a trailer before its parity: the
/// control symbol and the length of the whole text, as three digits of base 97.
struct AlphabetCode {
  static let symbolCount = 97
  static let controlSymbol: UInt8 = 0
  /// The control symbol and the digits of the length.
  static let trailerCount = 4
  static let longestBlock = 96
  /// Energy of a tone over its spectral leakage: the fades of a tone are soft.
  static let skirtRatio = 3000.0
  /// Longest text in characters.
  static let longestText = 10_000

  private let code: ReedSolomon<GF97>
  private let decoder: SoftReedSolomonDecoder<GF97>

  /// The code of a protocol; `Catalog` has checked that its parity symbols fit in a block.
  init(_ parameters: AlphabetParameters) {
    let parity = parameters.repairSymbols + parameters.checkSymbols
    do throws(ReedSolomonError) {
      code = try ReedSolomon(field: GF97(), parityCount: parity, firstRootExponent: 1)
      decoder = try SoftReedSolomonDecoder(
        code: code, checkSymbols: parameters.checkSymbols, trialLimit: 64)
    } catch {
      preconditionFailure("the parity symbols do not fit in a block")
    }
  }

  /// Ratio of a tone's energy to the noise density at which nine of ten blocks are read in white
  /// noise. It is linear in the rate of `symbolCount` symbols, measured from 1 to 300 characters.
  func neededRatio(symbolCount: Int) -> Double {
    let count = max(symbolCount, parityCount + 1)
    return 1 + 14.5 * Double(count - parityCount) / Double(count)
  }

  /// Parity symbols of every block.
  var parityCount: Int { code.parityCount }

  /// Symbols of a full block that are not parity.
  var longestMessage: Int { Self.longestBlock - parityCount }

  /// Offset of parity symbol `index`. Reed-Solomon codes are cyclic and contain zero: without
  /// offsets, a steady tone or a codeword shifted by a symbol would be a codeword.
  static func parityOffset(_ index: Int) -> UInt8 { UInt8((11 + 37 * index) % symbolCount) }

  /// The symbol of a byte of text; nil if the alphabet does not contain the byte.
  static func symbol(of byte: UInt8) -> UInt8? {
    switch byte {
    case 0x0A: 1
    case 0x20...0x7E: byte - 0x1E
    default: nil
    }
  }

  /// The byte of a symbol; nil for the control symbol.
  static func byte(of symbol: UInt8) -> UInt8? {
    switch symbol {
    case 1: 0x0A
    case 2...96: symbol + 0x1E
    default: nil
    }
  }

  /// The control symbol and the digits of `length`, most significant first.
  static func trailer(length: Int) -> [UInt8] {
    [controlSymbol, UInt8(length / 97 / 97 % 97), UInt8(length / 97 % 97), UInt8(length % 97)]
  }

  /// The symbols of the blocks that carry `text`, given as symbols.
  ///
  /// Text is cut if a block is full. If the rest leaves no room for the trailer, control symbols
  /// fill the block and the trailer gets the next block alone.
  func encode(_ text: [UInt8]) -> [UInt8] {
    var symbols: [UInt8] = []
    var start = 0
    while true {
      let remaining = text.count - start
      let isLast = remaining + Self.trailerCount <= longestMessage
      var message = Array(text[start..<min(text.count, start + longestMessage)])
      start += message.count
      if isLast {
        message += Self.trailer(length: text.count)
      } else {
        while message.count < longestMessage { message.append(Self.controlSymbol) }
      }
      symbols += addParity(message)
      if isLast { return symbols }
    }
  }

  private func addParity(_ message: [UInt8]) -> [UInt8] {
    do throws(ReedSolomonError) {
      return tones(of: try code.encode(message))
    } catch {
      preconditionFailure("symbols and lengths are in range")
    }
  }

  /// The tones that are sent for a codeword.
  private func tones(of word: [UInt8]) -> [UInt8] {
    var tones = word
    let messageCount = word.count - parityCount
    for index in 0..<parityCount {
      tones[messageCount + index] = code.field.sum(
        word[messageCount + index], Self.parityOffset(index))
    }
    return tones
  }

  /// Decodes a block from the log-likelihoods of its symbols, `97 * count` values.
  ///
  /// - Returns: the message and the tones of the block as sent; nil if no codeword is near enough.
  func decode(
    block metrics: [Float]
  ) -> (message: [UInt8], tones: [UInt8], correctedSymbols: Int)? {
    let count = metrics.count / Self.symbolCount
    let messageCount = count - parityCount
    var straight = metrics
    for index in 0..<parityCount {
      let row = (messageCount + index) * Self.symbolCount
      let offset = Int(Self.parityOffset(index))
      for symbol in 0..<Self.symbolCount {
        straight[row + symbol] = metrics[row + (symbol + offset) % Self.symbolCount]
      }
    }
    do throws(ReedSolomonError) {
      let decision = try decoder.decode(straight.span)
      return (
        Array(decision.word.prefix(messageCount)), tones(of: decision.word),
        decision.changedSymbols
      )
    } catch {
      return nil
    }
  }
}

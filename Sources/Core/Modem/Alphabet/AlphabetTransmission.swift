import Signal

/// Text to the tones of an alphabet protocol.
enum AlphabetTransmission {
  /// The tones of the frame that carries `text`.
  static func tones(
    text: [UInt8], parameters: AlphabetParameters, placement: Placement, sampleRateHertz: Double
  ) throws(TransmitterError) -> ToneSequence {
    let symbols = try symbols(of: text)
    let frame =
      parameters.startMarker.map { UInt8($0) } + AlphabetCode(parameters).encode(symbols)
    return ToneSequence(
      hertz: frame.map { parameters.hertz(of: $0, in: placement) },
      shape: parameters.toneShape, sampleRateHertz: sampleRateHertz)
  }

  private static func symbols(of text: [UInt8]) throws(TransmitterError) -> [UInt8] {
    guard !text.isEmpty else { throw .emptyText }
    var symbols: [UInt8] = []
    var bytes = text.makeIterator()
    var decoder = UTF8()
    var position = 0
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar):
        position += 1
        guard scalar.isASCII, let symbol = AlphabetCode.symbol(of: UInt8(scalar.value)) else {
          throw .unsupportedCharacter(scalar, position: position)
        }
        symbols.append(symbol)
      case .error:
        throw .notText(position: symbols.count)
      case .emptyInput:
        guard symbols.count <= AlphabetCode.longestText else {
          throw .textTooLong(count: symbols.count, limit: AlphabetCode.longestText)
        }
        return symbols
      }
    }
  }
}

extension AlphabetParameters {
  /// Frequency of a symbol.
  func hertz(of symbol: UInt8, in placement: Placement) -> Double {
    placement.lowestToneHertz + toneSpacingHertz * Double(symbol)
  }

  /// Envelope of a tone.
  var toneShape: ToneShape {
    ToneShape(
      seconds: symbolSeconds, fadeSeconds: fadeSeconds,
      timingFunction: fade)
  }

  /// The frequency of every character in `placement`, lowest first: name and hertz.
  ///
  /// The control symbol is called `end`, the others `newline`, `space` or the character itself.
  public func toneMap(in placement: Placement) -> [(symbol: String, hertz: Double)] {
    (0..<UInt8(AlphabetCode.symbolCount)).map { symbol in
      let name: String
      switch AlphabetCode.byte(of: symbol) {
      case nil: name = "end"
      case 0x0A: name = "newline"
      case 0x20: name = "space"
      case .some(let byte): name = String(Unicode.Scalar(byte))
      }
      return (name, hertz(of: symbol, in: placement))
    }
  }
}

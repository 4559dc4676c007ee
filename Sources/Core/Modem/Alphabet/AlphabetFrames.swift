/// A text as the single frame of an alphabet protocol.
final class AlphabetFrames: FrameSource {
  private let symbols: [UInt8]
  private let parameters: AlphabetParameters

  init(_ text: [UInt8], _ parameters: AlphabetParameters) throws(TransmitterError) {
    self.parameters = parameters
    symbols =
      parameters.startMarker.map { UInt8($0) }
      + AlphabetCode(parameters).encode(try Self.symbols(of: text))
  }

  var frameCount: Int { 1 }

  func sampleCount(ofFrame index: Int, sampleRateHertz: Double) -> Int {
    wholeSamples(
      seconds: Double(symbols.count) * parameters.symbolSeconds, rateHertz: sampleRateHertz)
  }

  func wave(ofFrame index: Int, in placement: Placement, sampleRateHertz: Double) -> any Wave {
    ToneSequence(
      hertz: symbols.map { parameters.hertz(of: $0, in: placement) },
      shape: parameters.toneShape, sampleRateHertz: sampleRateHertz)
  }

  private static func symbols(of text: [UInt8]) throws(TransmitterError) -> [UInt8] {
    guard !text.isEmpty else { throw .emptyText }
    var symbols: [UInt8] = []
    // Invalid UTF-8 reads as U+FFFD, which no alphabet contains.
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      guard scalar.isASCII, let symbol = AlphabetCode.symbol(of: UInt8(scalar.value)) else {
        let position = symbols.count
        throw firstFault(in: text) == position
          ? .notText(position: position) : .unsupportedCharacter(scalar, position: position + 1)
      }
      symbols.append(symbol)
    }
    guard symbols.count <= AlphabetCode.longestText else {
      throw .textTooLong(count: symbols.count, limit: AlphabetCode.longestText)
    }
    return symbols
  }
}

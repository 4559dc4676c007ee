@testable import HandShakeCoding
@testable import HandShakeModem

extension FuzzTarget {
  /// Blocks of `classic`, one byte per symbol. Bytes from 97 on have a low likelihood.
  static let classicBits = bytes("classic-bits", longest: 96, seeds: classicSeeds) { input in
    let code = classicCode
    let count = AlphabetCode.symbolCount
    guard input.count > code.parityCount, input.count <= AlphabetCode.longestBlock else { return }
    var metrics = [Float](repeating: 0, count: count * input.count)
    for (place, byte) in input.enumerated() {
      metrics[place * count + Int(byte) % count] = byte < count ? 8 : 1
    }
    guard let read = code.decode(block: metrics) else { return }
    precondition(read.message.count == input.count - code.parityCount)
    precondition(read.tones.count == input.count && read.tones.allSatisfy { $0 < count })
    for symbol in read.message {
      if let byte = AlphabetCode.byte(of: symbol) {
        precondition(AlphabetCode.symbol(of: byte) == symbol)
      }
    }
  }

  private static let classicCode = AlphabetCode(
    parameters(of: "classic"))

  private static let classicSeeds: @Sendable () -> [[UInt8]] = {
    ["a", "hello, world", String(repeating: "x", count: 60)].map { text in
      classicCode.encode(text.utf8.compactMap(AlphabetCode.symbol(of:)))
    }
  }

  /// Frames of `hop`: the bits of a code with and without a valid check, and texts that are cut
  /// into frames.
  static let hopBits = bytes("hop-bits", longest: 400, seeds: hopSeeds) { input in
    let framing = hopFraming
    var bytes = FuzzBytes(input)
    let sizeClass = Int(bytes.byte()) % (framing.largestSizeClass + 1)
    let isChecked = bytes.byte() & 1 != 0
    let identity = UInt16(bytes.number(2))
    let rest = bytes.rest()
    let frameBits = HopSize.symbolCounts[sizeClass] * framing.parameters.bitsPerSymbol
    var bits = Array(Bits.unpack(rest).prefix(frameBits))
    if isChecked, bits.count > 24 {
      let header = HopHeader.value(variant: framing.parameters.variant, sizeClass: sizeClass)
      bits.removeLast(24)
      let sum = HopFraming.check.checksum(bits: bits + Bits.unpack(UInt32(header), count: 8))
      bits += Bits.unpack(sum, count: 24)
    }
    let text = framing.text(bits, sizeClass: sizeClass)
    if let text { precondition(HopText(bits: text.bits) == text) }
    // Cutting costs more than the checks above.
    let sent = Array(String(decoding: rest, as: UTF8.self).utf8)
    guard identity & 3 == 0,
      let texts = try? framing.texts(sent, identity: identity, isRepeated: isChecked)
    else { return }
    precondition(texts.flatMap(\.bytes) == sent)
    for text in texts {
      let (information, sizeClass) = framing.information(text)
      precondition(framing.text(information, sizeClass: sizeClass) == text)
    }
  }

  private static let hopFraming = HopFraming(parameters(of: "hop"))

  private static let hopSeeds: @Sendable () -> [[UInt8]] = {
    ["a", "Hello, World 42", "grüße", String(repeating: "long ", count: 70)].flatMap { text in
      [false, true].flatMap { isRepeated in
        let texts = try? hopFraming.texts(
          Array(text.utf8), identity: 260, isRepeated: isRepeated)
        return (texts ?? []).map { part in
          let (bits, sizeClass) = hopFraming.information(part)
          return [UInt8(sizeClass), 0, 1, 4] + Bits.pack(bits)
        }
      }
    }
  }

  /// The header and the part descriptor of a burst, with and without valid checks.
  static let burstBits = bytes("burst-bits", longest: 64, seeds: burstSeeds) { input in
    var bytes = FuzzBytes(input)
    let isChecked = bytes.byte() & 1 != 0
    var bits = Array(Bits.unpack(bytes.bytes(5)).prefix(BurstHeader.codedInformationCount))
    if isChecked, bits.count == BurstHeader.codedInformationCount {
      let content = BurstSequence.scrambled(bits, seed: BurstSequence.headerSeed)
        .prefix(BurstHeader.bitCount)
      let sum = BurstHeader.check.checksum(bits: Array(content))
      bits = BurstSequence.scrambled(
        content + Bits.unpack(sum, count: BurstHeader.check.width), seed: BurstSequence.headerSeed)
    }
    guard let header = BurstHeader(scrambledBits: bits) else { return }
    precondition(header.scrambledBits == bits)
    let layout = BurstFrameLayout(sounder: .long, header: header)
    precondition(layout.blockCount > 0 && layout.informationBitCount < layout.codedBitCount)
    precondition(layout.blockBytes * layout.blockCount >= header.byteCount)
    bits = Array(Bits.unpack(bytes.bytes(20)).prefix(BurstPart.codedInformationCount))
    if isChecked, bits.count == BurstPart.codedInformationCount {
      let content = BurstSequence.scrambled(bits, seed: BurstSequence.partSeed)
        .prefix(BurstPart.bitCount)
      let sum = BurstPart.check.checksum(bits: header.bits + content)
      bits = BurstSequence.scrambled(
        content + Bits.unpack(sum, count: BurstPart.check.width), seed: BurstSequence.partSeed)
    }
    guard let part = BurstPart(scrambledBits: bits, header: header) else { return }
    precondition(part.scrambledBits(after: header) == bits)
    guard let stream = BurstStreamLayout(header, part) else { return }
    precondition(stream.blockCount * stream.blockBytes >= stream.streamBytes)
    precondition(stream.blockCount <= 1 << 16)
  }

  private static let burstSeeds: @Sendable () -> [[UInt8]] = {
    let file = [UInt8](repeating: 1, count: 9000)
    return BurstRung.ladder.indices.compactMap { rung in
      let layout = BurstStreamLayout(streamBytes: file.count, rung: BurstRung.ladder[rung])
      let header = BurstHeader(rung: rung, byteCount: layout.pieceBytes, isPart: true)
      let part = BurstPart(
        content: .file, identity: 3, streamBytes: file.count, pieceBytes: layout.pieceBytes,
        number: 0)
      return [0] + Bits.pack(header.scrambledBits) + Bits.pack(part.scrambledBits(after: header))
    }
  }

  /// Messages of ggwave: the energies of the tones, with 4 bits of input each.
  static let ggwaveBits = bytes("ggwave-bits", longest: 64, seeds: ggwaveSeeds) { input in
    var bytes = FuzzBytes(input)
    let tonesAtOnce = [6, 2, 4, 12][Int(bytes.byte()) & 3]
    // Long messages take a hundred times as long to decode. The target `sounds` has long messages.
    let length = Int(bytes.byte()) % 24 + 1
    let fixed = bytes.byte()
    let parameters = GGWaveParameters(
      symbolSeconds: 0.064, tonesAtOnce: tonesAtOnce,
      fixedLength: fixed & 1 != 0 ? Int(fixed) % 24 + 1 : nil)
    let code = GGWaveCode(parameters)
    let loudness = Float(bytes.byte()) + 1
    let stream = bytes.rest()
    guard !stream.isEmpty else { return }
    var energies: [Float] = []
    for tones in code.tones(stream) {
      var symbol = [Float](repeating: 1, count: 16 * tonesAtOnce)
      for tone in tones { symbol[tone] = loudness }
      energies += symbol
    }
    let likelihoods = GGWaveLikelihoods(
      energies: energies, groupCount: tonesAtOnce, blocksPerSymbol: 1, microphoneCount: 1)
    precondition(likelihoods.logarithms.allSatisfy { $0 <= 1e-3 && $0 > -40 })
    let wanted = parameters.fixedLength ?? length
    guard let read = GGWaveDecision(length: wanted, code: code, likelihoods: likelihoods) else {
      return
    }
    precondition(read.message.count == wanted)
    precondition(read.evidenceBits.isFinite && read.messageBits.isFinite)
  }

  private static let ggwaveSeeds: @Sendable () -> [[UInt8]] = {
    let code = GGWaveCode(GGWaveParameters(symbolSeconds: 0.064, tonesAtOnce: 6))
    return [1, 3, 4, 16, 24].map { length in
      [0, UInt8(length - 1), 0, 200] + code.stream([UInt8](repeating: 97, count: length))
    }
  }
}

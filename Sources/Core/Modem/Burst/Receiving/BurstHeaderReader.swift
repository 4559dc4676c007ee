import HandShakeCoding
import HandShakeSignal

/// Reads a frame's header and part descriptor, both coded QPSK, and trains the channel with them.
struct BurstHeaderReader {
  let channel: BurstChannel
  /// Score of the frame's sounder.
  let score: Float

  /// Accelerations for the tries to read a header, in m/s^2.
  private static let bends = [0.0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1]

  /// The noise on QPSK symbols, over their power, above which a header cannot be read. It is the
  /// capacity limit with a margin of 1 dB.
  private var largestNoise: Float { channel.sounder.choose(short: 2, medium: 4.5, long: 10) }

  /// The header; nil if no header that a sender could have sent is found.
  func header(_ history: borrowing BasebandHistory) -> BurstHeader? {
    read(headerRun, BurstHeader.codedInformationCount, history) {
      BurstHeader(scrambledBits: $0)
    }
  }

  /// The descriptor after `header`; nil if no descriptor that a sender could have sent is found.
  func part(_ history: borrowing BasebandHistory, after header: BurstHeader) -> BurstPart? {
    let sounder = channel.sounder
    return read(
      run(first: sounder.headerSymbolCount, count: sounder.partSymbolCount),
      BurstPart.codedInformationCount, history
    ) { BurstPart(scrambledBits: $0, header: header) }
  }

  /// Whether a valid header is present; does not train the channel.
  func hasHeader(_ history: borrowing BasebandHistory) -> Bool {
    decode(headerRun, BurstHeader.codedInformationCount, history) {
      BurstHeader(scrambledBits: $0)
    } != nil
  }

  private var headerRun: BurstRun { run(first: 0, count: channel.sounder.headerSymbolCount) }

  private func run(first: Int, count: Int) -> BurstRun {
    BurstRun(first: first, count: count, bitsPerSymbol: 2, changedVariance: 2e-4)
  }

  /// Reads `run` and trains the channel with it.
  private func read<Value>(
    _ run: BurstRun, _ informationBitCount: Int, _ history: borrowing BasebandHistory,
    parse: ([UInt8]) -> Value?
  ) -> Value? {
    guard let information = decode(run, informationBitCount, history, parse: parse),
      let coded = try? code(run, informationBitCount)?.encode(information)
    else { return nil }
    let symbols = channel.bench.symbols
    for (index, point) in BurstConstellation.qpsk.points(coded).enumerated() {
      symbols.known.start[index] = point
    }
    channel.learn(run, block: nil)
    return parse(information)
  }

  private func code(_ run: BurstRun, _ informationBitCount: Int) -> PolarCode? {
    channel.bench.code(
      informationBitCount: informationBitCount, codedBitCount: run.bitsPerSymbol * run.count)
  }

  /// The information bits of `run` that `parse` accepts.
  private func decode<Value>(
    _ run: BurstRun, _ informationBitCount: Int, _ history: borrowing BasebandHistory,
    parse: ([UInt8]) -> Value?
  ) -> [UInt8]? {
    let (bench, symbols) = (channel.bench, channel.bench.symbols)
    let rate = bench.parameters.symbolRateHertz
    guard let code = code(run, informationBitCount) else { return nil }
    symbols.makeRoom(for: run)
    channel.hear(run, history)
    // No code works at this noise: a check would only hold by chance.
    guard symbols.equaliser.variance < largestNoise else { return nil }
    for acceleration in Self.bends
    where acceleration == 0 || score > 0.2 && channel.relativeError < 0.1 {
      // Phase and frequency are exact in the middle of the sounder.
      symbols.demapQPSK(
        run,
        bend: 2 * Double.pi * bench.carrierHertz * acceleration / soundMetresPerSecond
          / (rate * rate),
        origin: 0.375 * Double(channel.sounder.sampleCount) + Double(run.first),
        advanceVariance: channel.advanceVariance)
      let llrs = UnsafeBufferPointer(
        start: symbols.llrs.start, count: run.bitsPerSymbol * run.count)
      if let information = bench.decode(llrs, code, .some, accept: { parse($0) != nil }) {
        return information
      }
    }
    return nil
  }
}

import Coding
import Signal

/// Reads a frame's header and part descriptor, runs of coded QPSK, and lets the channel learn from them.
struct BurstHeaderReader {
  let channel: BurstChannel
  /// Score of the frame's sounder.
  let score: Float

  /// Accelerations that a header is tried with, in m/s^2.
  private static let bends = [0.0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1]

  /// The noise on QPSK symbols, over their power, at which no header can be read, with a margin of
  /// 1 dB from the capacity.
  private var largestNoise: Float { channel.sounder.choose(short: 2, medium: 4.5, long: 10) }

  /// The header; nil where there is none that a sender could have sent.
  func header(_ history: borrowing BasebandHistory) -> BurstHeader? {
    read(
      history, first: 0, count: channel.sounder.headerSymbolCount,
      informationBitCount: BurstHeader.codedInformationCount
    ) { BurstHeader(scrambledBits: $0) }
  }

  /// The descriptor after `header`; nil where there is none that a sender could have sent.
  func part(_ history: borrowing BasebandHistory, after header: BurstHeader) -> BurstPart? {
    read(
      history, first: channel.sounder.headerSymbolCount, count: channel.sounder.partSymbolCount,
      informationBitCount: BurstPart.codedInformationCount
    ) { BurstPart(scrambledBits: $0, header: header) }
  }

  private func read<Value>(
    _ history: borrowing BasebandHistory, first: Int, count: Int, informationBitCount: Int,
    parse: ([UInt8]) -> Value?
  ) -> Value? {
    let (bench, symbols) = (channel.bench, channel.bench.symbols)
    let rate = bench.parameters.symbolRateHertz
    let run = BurstRun(first: first, count: count, bitsPerSymbol: 2, changedVariance: 2e-4)
    guard let code = bench.code(informationBitCount: informationBitCount, codedBitCount: 2 * count)
    else { return nil }
    symbols.makeRoom(for: run)
    channel.hear(run, history)
    // No code reaches that far: a check would hold by chance.
    guard symbols.equaliser.variance < largestNoise else { return nil }
    var information = [UInt8](repeating: 0, count: informationBitCount)
    guard
      Self.bends.contains(where: { acceleration in
        guard acceleration == 0 || score > 0.2 && channel.relativeError < 0.1 else { return false }
        // Phase and frequency hold in the middle of the sounder.
        symbols.demapQPSK(
          run,
          bend: 2 * Double.pi * bench.carrierHertz * acceleration / soundMetresPerSecond
            / (rate * rate),
          origin: 0.375 * Double(channel.sounder.sampleCount) + Double(first),
          advanceVariance: channel.advanceVariance)
        return information.withUnsafeMutableBufferPointer {
          bench.decode(
            UnsafeBufferPointer(start: symbols.llrs.start, count: 2 * count), code, .some, into: $0,
            accept: { parse([UInt8]($0)) != nil })
        }
      }), let coded = try? code.encode(information)
    else { return nil }
    for (index, point) in BurstConstellation.qpsk.points(coded).enumerated() {
      symbols.known.start[index] = point
    }
    channel.learn(run, block: nil)
    return parse(information)
  }
}

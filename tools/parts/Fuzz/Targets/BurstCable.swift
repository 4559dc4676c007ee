@testable import HandShakeModem
@testable import HandShakeSignal

extension FuzzTarget {
  /// Headers of `burst-cable`, and the phase of the frames behind them. For any claimed motion, the
  /// samples are in order and near their expected positions.
  static let burstCable = bytes(
    "burst-cable", longest: 300,
    seeds: {
      (0..<12).map { [$0, 4, 200, 20, 128, 30 * UInt8($0 % 8), 1, 140, 120, 0, 2, 90, 30] }
    }
  ) { input in
    var bytes = FuzzBytes(input)
    let rung = Int(bytes.byte()) % BurstRung.ladder.count
    let count = bytes.number(2) % BurstRung.ladder[rung].largestFrameBytes + 1
    let kind = bytes.byte()
    let header = BurstHeader(rung: rung, byteCount: count, isPart: kind & 1 != 0)
    guard let parsed = BurstHeader(scrambledBits: header.scrambledBits) else {
      preconditionFailure("a sender could send it")
    }
    let sounder = BurstSounder.allCases[Int(kind >> 1) % 3]
    let layout = BurstFrameLayout(sounder: sounder, header: parsed)
    let nominal = cableScale.sourceRateHertz / cableScale.rateHertz
    var warp = BurstWarp(anchor: 0, position: 10_000, step: nominal * (1 + bytes.turn() / 300))
    warp.bend(
      advance: bytes.turn(),
      inSymbols: 0.375 * Double(sounder.sampleCount) + 0.5 * Double(sounder.headerSymbolCount),
      cableScale)
    var earlier: BurstWarp?
    for block in 0..<min(layout.blockCount, 16) {
      let first = sounder.sampleCount + layout.firstSymbol(ofBlock: block) / 3 * 4
      let last = sounder.sampleCount + layout.firstSymbol(ofBlock: block + 1) / 3 * 4
      let isLost = bytes.byte() & 1 != 0
      check(warp, first, last + BurstWindow.lookAhead, nominal)
      check(warp, 0, layout.sampleCount, nominal)
      if isLost {
        warp = earlier ?? warp
        earlier = nil
      } else {
        earlier = warp
        warp = warp.anchored(at: Double(last))
        warp.follow(radians: 2 * bytes.turn(), advance: bytes.turn(), cableScale)
      }
    }
    // A read costs more than all of the checks above.
    guard kind >= 240 else { return }
    let history = BasebandHistory(
      span: 4096, originSeconds: 0, rateHertz: cableScale.sourceRateHertz)
    var samples = [Complex](repeating: Complex(0, 0), count: 512)
    let start = Int(bytes.byte()) % max(1, layout.blockCount) * 1000
    samples.withUnsafeMutableBufferPointer {
      cableResampler.read(history, 0, warp, first: start, count: 512, into: $0.baseAddress!)
    }
  }

  private static func check(_ warp: BurstWarp, _ first: Int, _ last: Int, _ nominal: Double) {
    var former = warp.position(of: Double(first))
    let step = max(1, (last - first) / 8)
    for index in stride(from: first + step, through: last, by: step) {
      let position = warp.position(of: Double(index))
      precondition(position > former && position - former < 2 * nominal * Double(step))
      former = position
    }
  }

  private static let cableScale = BurstWarp.Scale(
    sourceRateHertz: 48_000, rateHertz: 24_000, symbolRateHertz: 18_000, carrierHertz: 10_400)
  nonisolated(unsafe) private static let cableResampler = BurstResampler(
    rateHertz: 24_000, centreHertz: 10_400, sourceRateHertz: 48_000, sourceCentreHertz: 10_400)
}

extension FuzzBytes {
  /// An angle from -pi to pi, most often near 0.
  fileprivate mutating func turn() -> Double {
    let part = Double(Int8(bitPattern: byte())) / 128
    return Double.pi * part * part * part
  }
}

import HandShakeSignal

/// One side of a frame.
enum BurstSide {
  case before
  case after
}

/// Reads one frame as it arrives: sounder, header, then blocks. Each decoded block improves the
/// channel estimate for the next block.
final class BurstFrameReader {
  /// The next section to read.
  enum Stage: Equatable {
    case sounder
    case header
    case part
    case block(Int)
    case done
  }

  /// The reason for an early end.
  enum Cause: Equatable {
    /// Tones from another source.
    case tones
    /// The sounder explains too little of the received samples.
    case notASounder
    case header
    case part
    case block
  }

  let bench: BurstBench
  let candidate: BurstCandidate
  /// The noise that was learnt before the previous frame.
  let formerNoise: BurstNoise.Former?
  private(set) var stage = Stage.sounder
  private(set) var cause: Cause?
  /// The channel, once the sounder is found.
  private(set) var channel: BurstChannel?
  /// The frame's alignment, until the header is read.
  private var acquisition: BurstAcquisition?
  private(set) var part: BurstPart?
  private var blockReader: BurstBlockReader?
  /// Whether the last block was tried before its whole echo arrived.
  private var hasTriedEarly = false

  /// Whether the frame's head was heard.
  let hasHead: Bool

  /// The work for each sample of the sounder, to find it, look for a header and refine the channel.
  /// In thousands of instructions, as Callgrind counts them on x86-64.
  private static let (sounderWork, lookWork, channelWork) = (37.0, 6.0, 45.0)
  /// The work to read a block, in thousands of instructions.
  private static let blockWork = 3400.0

  /// Samples after the last block before its first try; by then most rooms are silent.
  private static let earlyLookAhead = 160

  init(_ candidate: BurstCandidate, _ bench: BurstBench, formerNoise: BurstNoise.Former?) {
    self.formerNoise = formerNoise
    self.candidate = candidate
    self.bench = bench
    hasHead = true
  }

  /// The frame of the same stream directly before or after the frame of `neighbour`, whose head was
  /// not heard. Its header and descriptor are known from `neighbour`; nil if it cannot exist.
  init?(_ side: BurstSide, of neighbour: BurstFrameReader) {
    guard let near = neighbour.layout, var part = neighbour.part, let channel = neighbour.channel,
      let stream = BurstStreamLayout(near.header, part)
    else { return nil }
    part.number += side == .before ? -1 : 1
    guard
      let counts = stream.blockCounts(ofFrame: part.number, mayBeLast: side == .after)
    else { return nil }
    var header = near.header
    header.byteCount = counts.upperBound * stream.blockBytes
    let layout = BurstFrameLayout(sounder: near.sounder, header: header)
    bench = neighbour.bench
    let start: Double
    switch side {
    case .before: start = -bench.parameters.sampleCount(toFrameAfter: layout)
    case .after: start = bench.parameters.sampleCount(toFrameAfter: near)
    }
    let own = BurstChannel(of: channel, start: start, layout)
    blockReader = BurstBlockReader(
      layout, own, hasHead: false, otherBlockCounts: counts.lowerBound..<counts.upperBound)
    guard blockReader != nil else { return nil }
    candidate = BurstCandidate(
      bandIndex: neighbour.candidate.bandIndex, sounderIndex: neighbour.candidate.sounderIndex,
      position: own.warp.position, dilation: own.dilation, score: 0)
    formerNoise = neighbour.formerNoise
    hasHead = false
    self.part = part
    self.channel = own
    stage = .block(0)
  }

  var layout: BurstFrameLayout? { blockReader?.layout }
  /// The fastest rung at which the frame could have been sent; nil while that is unknown.
  var fastestRung: Int? { blockReader?.fastestRung }
  var header: BurstHeader? { layout?.header }
  /// Every block; nil for a block that was not read.
  var blocks: [BurstBlockReader.Block?] { blockReader?.blocks ?? [] }
  /// The number of blocks that were read.
  var readCount: Int { blockReader?.readCount ?? 0 }
  /// Whether no block was read for so long that the sender seems to have stopped.
  var seemsOver: Bool {
    guard let blockReader, case .block(let number) = stage else { return false }
    return blockReader.seemsOver(before: number)
  }

  /// Baseband position of the frame's first sample.
  var startPosition: Double {
    header == nil ? candidate.position : channel?.warp.position(of: 0) ?? candidate.position
  }

  /// Baseband position of the frame's end, by its header.
  var endPosition: Double? {
    layout.flatMap { channel?.warp.position(of: Double($0.sampleCount)) }
  }

  /// Baseband position at which the next frame of its stream would start.
  var nextPosition: Double? {
    layout.flatMap {
      channel?.warp.position(of: bench.parameters.sampleCount(toFrameAfter: $0))
    }
  }

  /// Index of the last baseband sample that the next step needs.
  var needed: Int { needed(lookAhead: isEarlyTryDue ? Self.earlyLookAhead : BurstWindow.lookAhead) }

  /// Largest index of a baseband sample that the next step may need.
  var neededAtMost: Int { needed(lookAhead: BurstWindow.lookAhead) }

  /// Whether the next step may run before the whole echo arrives; a failed step runs again.
  private var isEarlyTryDue: Bool {
    guard case .block(let number) = stage, let layout else { return false }
    return number + 1 == layout.blockCount && !hasTriedEarly
  }

  private func needed(lookAhead: Int) -> Int {
    let sounder = candidate.sounder
    guard stage != .done else { return 0 }
    guard let channel else {
      // Before its alignment, a frame may start later than its candidate.
      return bench.resampler.lastNeeded(
        sounder.sampleCount + BurstAcquisition.span, bench.seemingWarp(candidate))
    }
    var end = sounder.headerSymbolCount
    if stage == .part { end += sounder.partSymbolCount }
    if let layout, case .block(let number) = stage { end = layout.firstSymbol(ofBlock: number + 1) }
    return channel.lastNeeded(beforeSymbol: end, lookAhead: lookAhead)
  }

  /// Work of the next step before the header is read, in thousands of instructions.
  var work: Double {
    let isSure = candidate.score > BurstArrival.sureScore
    return work(
      stage == .sounder ? Self.sounderWork : Self.lookWork + (isSure ? Self.channelWork : 0))
  }

  private func work(_ perSample: Double) -> Double {
    perSample * Double(candidate.sounder.sampleCount)
  }

  /// Takes the next step. `needed` samples must be present, or the input must be over.
  func proceed(_ history: borrowing BasebandHistory, _ budget: inout WorkBudget) {
    guard let channel else {
      findSounder(history, &budget)
      return
    }
    switch stage {
    case .header: readHeader(history, channel, &budget)
    case .part:
      part = header.flatMap { headerReader(channel).part(history, after: $0) }
      guard part != nil else { return end(.part) }
      stage = .block(0)
    case .block(let number):
      guard let blockReader else { return }
      budget.spend(Self.blockWork)
      let mayWait = isEarlyTryDue && neededAtMost >= history.endIndex
      hasTriedEarly = hasTriedEarly || isEarlyTryDue
      if mayWait {
        guard blockReader.readEarly(number, history) else { return }
      } else if !blockReader.read(number, history) {
        return end(.block)
      }
      stage = number + 1 < blockReader.layout.blockCount ? .block(number + 1) : .done
    case .sounder, .done: break
    }
  }

  private func findSounder(_ history: borrowing BasebandHistory, _ budget: inout WorkBudget) {
    guard
      let channel = BurstAcquisition.loudestChannel(history, candidate, bench, formerNoise)
    else { return end(.tones) }
    budget.spend(work(Self.sounderWork))
    guard var acquisition = BurstAcquisition(history, channel, candidate, bench, formerNoise),
      acquisition.align(history, candidate, formerNoise)
    else { return end(.notASounder) }
    self.channel = acquisition.roughChannel()
    self.acquisition = consume acquisition
    stage = .header
  }

  /// Reads the header. The rough channel first rejects sounds that are not frames, because refining
  /// the channel is most of the work. A sure sounder skips that test.
  private func readHeader(
    _ history: borrowing BasebandHistory, _ rough: BurstChannel, _ budget: inout WorkBudget
  ) {
    budget.spend(work(Self.lookWork))
    guard let acquisition = acquisition.take(),
      candidate.score > BurstArrival.sureScore || headerReader(rough).hasHeader(history)
    else { return end(.header) }
    budget.spend(work(Self.channelWork))
    let channel = acquisition.channel(history)
    self.channel = channel
    guard let header = headerReader(channel).header(history) else { return end(.header) }
    blockReader = BurstBlockReader(
      BurstFrameLayout(sounder: candidate.sounder, header: header), channel)
    guard blockReader != nil else { return end(.header) }
    stage = header.isPart ? .part : .block(0)
  }

  private func headerReader(_ channel: BurstChannel) -> BurstHeaderReader {
    BurstHeaderReader(channel: channel, score: candidate.score)
  }

  private func end(_ cause: Cause) {
    self.cause = cause
    stage = .done
  }
}

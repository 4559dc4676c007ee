import Coding
import Signal

/// Reads one frame as it arrives: sounder, header, then block by block, each decoded block telling
/// more of the room for the next.
final class BurstFrameReader {
  /// What is to be read next.
  enum Stage: Equatable {
    case sounder
    case header
    case part
    case block(Int)
    case done
  }

  /// Why reading ended early.
  enum Cause: Equatable {
    /// Tones of something else.
    case tones
    /// The sounder explains too little of what came.
    case notASounder
    case header
    case part
    case block(Int)
  }

  let bench: BurstBench
  let candidate: BurstCandidate
  let sounder: BurstSounder
  var stage = Stage.sounder
  var cause: Cause?

  var warp: BurstWarp
  /// `warp` as it was before the last block was followed.
  var earlierWarp: BurstWarp?
  var timeline = BurstTimeline(whitener: BurstWhitener())
  let estimator: BurstChannelEstimator
  /// Expected squared error of the room's response.
  var expectedError: Float = 0
  /// What the sounder leaves unexplained of the samples, in variances of noise: about 1 where there is
  /// one.
  var misfit: Float = .infinity
  /// Power of the samples of the sounder, over that of the noise.
  var loudness: Float = 0
  /// What its error turned out to be, over its energy.
  var mismatch: Float = 0
  /// Variance of the advance of phase a symbol, after what was heard so far.
  var advanceVariance = 1e-5
  var header: BurstHeader?
  var part: BurstPart?
  var layout: BurstFrameLayout?
  /// Payload of every block, nil where it was lost.
  var blocks: [[UInt8]?] = []
  /// Whether the last block was tried before all of its echo had come.
  var hasTriedEarly = false
  /// Symbols of every block that arrived as others than were sent.
  var correctedSymbols: [Int] = []
  /// The coded bits of the block at hand as they arrived.
  var heardBits: [UInt8] = []
  /// Power of the response and of the noise, for the frame's report.
  var noisePower: Float = 0

  // Room to work in, grown when needed.
  var raw = ComplexMemory(count: 0)
  var fresh = ComplexMemory(count: 0)
  var straight = ComplexMemory(count: 0)
  var turns = ComplexMemory(count: 0)
  var means = ComplexMemory(count: 0)
  var points = ComplexMemory(count: 0)
  var whitenerResponse = ComplexMemory(count: 0)
  var whitenerResponseSize = 0
  var variances = RealMemory(count: 0)
  var ratios = RealMemory(count: 0)
  var priors = RealMemory(count: 0)
  var spreads = RealMemory(count: 0)
  var weights = RealMemory(count: 0)
  var echo = ComplexMemory(count: 0)
  /// What is suspected of the symbols in a window, apart from what the equaliser says, and the
  /// variance of that.
  var suspected = ComplexMemory(count: 0)
  var suspectedSpread: Float = 1
  var guesses = ComplexMemory(count: 0)
  var data = ComplexMemory(count: 0)
  var noises = RealMemory(count: 0)
  var hasPriors = false
  /// `changedVariance` at the start of the block at hand.
  var changed = 0.0
  var isPilot: [Bool] = []
  var information: [UInt8] = []
  var descrambled: [UInt8] = []
  var probabilities: [Float] = []
  var pilotSequence = CongruentialSequence(seed: BurstSequence.pilotSeed)
  var scrambler = CongruentialSequence(seed: BurstSequence.payloadSeed)

  /// The noise as it was learnt before, and whether between that frame and this is no room for that.
  let formerNoise: (whitener: BurstWhitener, isAdjacent: Bool)?

  init(
    _ candidate: BurstCandidate, _ sounder: BurstSounder, _ bench: BurstBench,
    formerNoise: (whitener: BurstWhitener, isAdjacent: Bool)? = nil
  ) {
    self.formerNoise = formerNoise
    self.candidate = candidate
    self.sounder = sounder
    self.bench = bench
    estimator = BurstChannelEstimator(
      tapCount: BurstBench.tapCount(sounder), lead: BurstBench.lead, bench.transforms)
    warp = BurstWarp(
      anchor: 0, position: candidate.position,
      pace: bench.resampler.pace / (1 + candidate.dilation))
  }

  var dilation: Double { bench.resampler.pace / warp.pace - 1 }

  /// Frame sample at which symbol `index` lies, a multiple of three.
  func sample(ofSymbol index: Int) -> Int { sounder.sampleCount + index / 3 * 4 }

  /// Number of the last baseband sample that the next step needs.
  var needed: Int { needed(lookAhead: isEarlyTryDue ? Self.earlyLookAhead : BurstBench.lookAhead) }

  /// Number of the last baseband sample that the next step needs at most.
  var neededAtMost: Int { needed(lookAhead: BurstBench.lookAhead) }

  /// Samples after the last block after which it is tried for the first time: most rooms have fallen
  /// silent by then.
  private static let earlyLookAhead = 160

  /// Whether the next step may be done without all of the echo, and be tried again if that fails.
  private var isEarlyTryDue: Bool {
    guard case .block(let number) = stage, let layout else { return false }
    return number + 1 == layout.blockCount && !hasTriedEarly
  }

  private func needed(lookAhead: Int) -> Int {
    let end: Int
    switch stage {
    // Until it is aligned, the frame may start later than it seems.
    case .sounder:
      return bench.resampler.lastNeeded(sounder.sampleCount + Self.alignmentSpan, warp)
    case .header: end = sounder.headerSymbolCount
    case .part: end = sounder.headerSymbolCount + sounder.partSymbolCount
    case .block(let number): end = layout!.firstSymbol(ofBlock: number + 1)
    case .done: return 0
    }
    return bench.resampler.lastNeeded(sample(ofSymbol: end) + lookAhead, warp)
  }

  /// Takes the next step; `needed` samples must have come, or no more will.
  func proceed(_ history: borrowing BasebandHistory) {
    switch stage {
    case .sounder:
      guard fillsItsBand(history) else {
        end(.tones)
        return
      }
      guard acquire(history) else {
        end(.notASounder)
        return
      }
      stage = .header
    case .header:
      guard readHeader(history) else {
        end(.header)
        return
      }
      stage = header!.isPart ? .part : .block(0)
    case .part:
      guard readPart(history) else {
        end(.part)
        return
      }
      stage = .block(0)
    case .block(let number):
      if isEarlyTryDue {
        hasTriedEarly = true
        guard neededAtMost < history.endIndex || readEarly(number, history) else { return }
      }
      if blocks[number] == nil { readBlock(number, history) }
      if cause == nil { stage = number + 1 < layout!.blockCount ? .block(number + 1) : .done }
    case .done: break
    }
  }

  func end(_ cause: Cause) {
    self.cause = cause
    stage = .done
  }

  /// Reads samples `first..<first + count` of the frame, whitened, into `fresh`.
  func read(_ history: borrowing BasebandHistory, first: Int, count: Int) {
    let order = BurstWhitener.order
    if fresh.count < count + order {
      raw = ComplexMemory(count: count + order)
      fresh = ComplexMemory(count: count + order)
    }
    bench.resampler.read(history, warp, first: first - order, count: count + order, into: raw.start)
    timeline.whitener.filter(raw.start + order, count: count, into: fresh.start)
  }
}

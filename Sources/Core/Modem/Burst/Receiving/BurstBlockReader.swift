import HandShakeCoding
import HandShakeSignal

/// Reads the blocks of a frame in sequence, and trains the channel with each block.
final class BurstBlockReader {
  /// A block whose check holds.
  struct Block {
    let payload: [UInt8]
    /// Symbols that were received with errors.
    let correctedSymbols: Int
  }

  private(set) var layout: BurstFrameLayout
  /// Every block; nil for a block that was not read.
  private(set) var blocks: [Block?]
  private let channel: BurstChannel
  private let code: PolarCode
  private let isPilot: [Bool]
  /// The sequence that scrambles each block.
  private var scramblers: [CongruentialSequence] = []
  /// The known or estimated symbols of each block: at first pilots, and zeros between them.
  private var sent: [[Complex]] = []
  /// Lost blocks that may still be read together with the blocks after them.
  private var lost: [Int] = []
  /// The hard decisions of the current block's coded bits.
  private var heardBits: [UInt8] = []
  /// Bits of the block that was decoded last, scrambled and not.
  private var information: [UInt8]
  private var descrambled: [UInt8] = []
  private let joint: BurstJointEqualiser
  /// Other possible headers of the frame, and the difference of each in a block's check.
  private var otherHeaders: [(header: BurstHeader, checkDifference: UInt32)] = []
  /// The other header with which the last check held.
  private var otherHeader: BurstHeader?
  /// Whether the frame's head was heard.
  private let hasHead: Bool
  /// The signal-to-noise ratio of the symbols of each block that was read at once, in dB.
  private var symbolRatiosDecibels: [Double] = []
  /// Blocks in which a signal was heard since the last block that was read.
  private var heardCount = 0

  /// The largest number of passes with the decoder's help.
  private static let mostPasses = 8
  /// The least information in a block's LLRs for a decoding try, as a share of its bits. Echoes
  /// that are cancelled later still count as noise. The least of 3,440 decoded blocks, in rooms and
  /// at all rungs, was 0.48. Noise instead of a block has less than 0.3.
  private static let leastShare: Float = 0.4
  /// Lost blocks in sequence after which the sender seems to have stopped or cannot be read.
  private static let mostLostBlocks = 12

  /// Nil if blocks of that layout have no code.
  ///
  /// - Parameter otherBlockCounts: other possible numbers of blocks, if the head was not heard.
  init?(
    _ layout: BurstFrameLayout, _ channel: BurstChannel, hasHead: Bool = true,
    otherBlockCounts: Range<Int> = 0..<0
  ) {
    guard
      let code = channel.bench.code(
        informationBitCount: layout.informationBitCount, codedBitCount: layout.codedBitCount)
    else { return nil }
    self.layout = layout
    self.channel = channel
    self.code = code
    self.hasHead = hasHead
    isPilot = layout.isPilot
    joint = BurstJointEqualiser(channel, layout, code)
    blocks = [Block?](repeating: nil, count: layout.blockCount)
    information = [UInt8](repeating: 0, count: layout.informationBitCount)
    // Checks are linear: the difference between two headers' checks is the same for any payload.
    let rest = [UInt8](repeating: 0, count: 8 + 8 * layout.blockBytes)
    let check = layout.blockCheck.checksum(bits: layout.header.bits + rest)
    otherHeaders = otherBlockCounts.map { count in
      var header = layout.header
      header.byteCount = count * layout.blockBytes
      return (header, check ^ layout.blockCheck.checksum(bits: header.bits + rest))
    }
    var scrambler = CongruentialSequence(seed: BurstSequence.payloadSeed)
    var pilots = CongruentialSequence(seed: BurstSequence.pilotSeed)
    for _ in 0..<layout.blockCount {
      scramblers.append(scrambler)
      for _ in 0..<layout.informationBitCount { _ = scrambler.next(bits: 1) }
      sent.append(isPilot.map { $0 ? BurstSequence.pilot(&pilots) : Complex(0, 0) })
    }
  }

  /// The number of blocks that were read.
  var readCount: Int { blocks.count { $0 != nil } }

  /// Reads block `number`.
  ///
  /// - Returns: false if the frame should be given up.
  func read(_ number: Int, _ history: borrowing BasebandHistory) -> Bool {
    let run = run(number..<number + 1)
    let gain = channel.bench.symbols.gainTracker.gain
    equalise(run, number..<number + 1, history)
    // If no block or head was heard shortly before, require that the pilots are heard.
    let isHeard =
      lostBlocks(before: number) < 2 && (hasHead || readCount > 0) || arePilotsHeard(run)
    if isHeard { demap(run) }
    let tellsEnough = isHeard && tellsEnough
    var isRead = tellsEnough && (decode(number, .quick) || decode(number, .most))
    if isHeard && !isRead && heardCount < 2 { isRead = readAlone(number, run, gain) }
    if isRead {
      accept(number)
      measure(run, sent[number])
      learn(run, number..<number + 1)
    } else {
      channel.keepReceived(run, isDerotated: false)
      channel.suppose(sent[number], run, doubt: BurstChannel.unknown)
      if tellsEnough { lost.append(number) }
    }
    if !lost.isEmpty { hearAgain(through: number, history) }
    guard number < blocks.count else { return true }
    heardCount = blocks[number] != nil ? 0 : heardCount + (isHeard ? 1 : 0)
    if blocks[number] == nil { channel.doubtClock() }
    return layout.header.isPart
      ? heardCount <= Self.mostLostBlocks
      : readCount + lost.count > number && (number + 1 < layout.blockCount || lost.isEmpty)
  }

  /// Trains the channel with `run`, the blocks of `window`, which were read.
  private func learn(_ run: BurstRun, _ window: Range<Int>) {
    guard window.upperBound < layout.blockCount || !lost.isEmpty else { return }
    load(window)
    channel.learn(run, block: window.upperBound - 1)
  }

  /// Equalises lost blocks again, together with the blocks after them up to block `number`.
  private func hearAgain(through number: Int, _ history: borrowing BasebandHistory) {
    let reach = max(BurstJointEqualiser.mostSymbols / layout.blockSymbolCount, 1)
    lost.removeAll { $0 + reach <= number }
    guard let first = lost.first else { return }
    let window = first..<number + 1
    for block in window { channel.suppose(sent[block], run(block..<block + 1), isTakenBack: true) }
    let (run, estimate) = (run(window), channel.estimate)
    equalise(run, window, history)
    channel.keepReceived(run, isDerotated: false)
    joint.start(run, isRead: window.map { blocks[$0] != nil })
    for pass in 0...Self.mostPasses {
      let (short, long) = (BurstMicrophone.trainingSpan, BurstMicrophone.longSpan)
      if pass > 0 { joint.learn(run, span: pass > Self.mostPasses / 2 ? long : short) }
      joint.cancelEchoes(run)
      for block in lost where decode(block, .most, joint.llrs(block - first)) {
        accept(block)
        joint.know(block - first, sent[block])
      }
      lost.removeAll { $0 >= blocks.count || blocks[$0] != nil }
      if lost.isEmpty { break }
    }
    if lost.isEmpty {
      channel.equalise()
      return learn(run, window)
    }
    channel.estimate = estimate
    channel.keepReceived(run, isDerotated: true)
    // The estimate of a lost block cancels its echoes, but does not train the response.
    let (symbols, count) = (joint.symbols, layout.blockSymbolCount)
    for (place, block) in window.enumerated() where block < blocks.count {
      sent[block] = Array(symbols[place * count..<(place + 1) * count])
      channel.suppose(
        sent[block], self.run(block..<block + 1),
        doubt: blocks[block] == nil ? BurstChannel.unknown : run.peakLoss)
    }
  }

  /// Tries to read a block with each microphone alone. A microphone behind a noise suppressor may
  /// change within the block and spoil the sum; once the block is read, its noise is known again.
  ///
  /// - Parameter gain: the gain before the block.
  /// - Returns: whether the block was decoded; if not, all microphones equalise it again.
  private func readAlone(_ number: Int, _ run: BurstRun, _ gain: BurstGain) -> Bool {
    guard channel.microphones.count > 1 else { return false }
    for microphone in channel.microphones {
      channel.bench.symbols.gainTracker.gain = gain
      channel.equalise(by: microphone)
      demap(run)
      if tellsEnough, decode(number, .quick) || decode(number, .most) { return true }
    }
    channel.bench.symbols.gainTracker.gain = gain
    channel.equalise()
    demap(run)
    return false
  }

  /// Tries to read the last block, number `number`, before its whole echo arrives. A failure
  /// changes nothing.
  ///
  /// - Returns: whether the block is in `blocks`.
  func readEarly(_ number: Int, _ history: borrowing BasebandHistory) -> Bool {
    let gain = channel.bench.symbols.gainTracker.gain
    let run = run(number..<number + 1)
    equalise(run, number..<number + 1, history)
    demap(run)
    guard lost.isEmpty, tellsEnough, decode(number, .quick) || decode(number, .some) else {
      channel.bench.symbols.gainTracker.gain = gain
      return false
    }
    accept(number)
    measure(run, sent[number])
    return true
  }

  /// Whether no block was read before `number` for so long that the sender seems to have stopped.
  func seemsOver(before number: Int) -> Bool {
    lostBlocks(before: number) >= Self.mostLostBlocks || !hasHead && readCount == 0
  }

  /// Lost blocks in sequence before block `number`.
  private func lostBlocks(before number: Int) -> Int {
    number - 1 - (blocks[..<number].lastIndex { $0 != nil } ?? -1)
  }

  /// The symbols of the blocks of `window`.
  private func run(_ window: Range<Int>) -> BurstRun {
    BurstRun(
      first: layout.firstSymbol(ofBlock: window.lowerBound),
      count: window.count * layout.blockSymbolCount,
      bitsPerSymbol: layout.rung.bitsPerSymbol, changedVariance: channel.changedVariance)
  }

  /// Equalises the blocks of `window`.
  private func equalise(
    _ run: BurstRun, _ window: Range<Int>, _ history: borrowing BasebandHistory
  ) {
    channel.bench.symbols.makeRoom(for: run)
    load(window)
    channel.hear(run, history)
  }

  /// Loads the symbols of the blocks of `window` as known.
  private func load(_ window: Range<Int>) {
    let symbols = window.flatMap { sent[$0] }
    channel.bench.symbols.known.start.update(from: symbols, count: symbols.count)
  }

  /// Whether the pilots of an equalised block match each other as sent. Noise matches in one block
  /// of fifty.
  private func arePilotsHeard(_ run: BurstRun) -> Bool {
    let symbols = channel.bench.symbols
    var sum = Complex(0, 0)
    var energy: Float = 0
    var count: Float = 0
    var last = Complex(0, 0)
    for index in 0..<run.count where isPilot[index] {
      let value = symbols.equalised[index].timesConjugate(of: symbols.known.start[index])
      sum = sum + value.timesConjugate(of: last)
      energy += value.power
      last = value
      count += 1
    }
    return sum.power * count > 4 * energy * energy
  }

  /// Tracks the gain of an equalised block, and computes the LLRs of its bits.
  private func demap(_ run: BurstRun) {
    let symbols = channel.bench.symbols
    symbols.followGain(run, isKnown: isPilot, advanceVariance: channel.advanceVariance)
    symbols.demap(run, isPilot: isPilot)
  }

  /// Whether the LLRs of a block carry enough information for its code (C. E. Shannon, Bell Syst.
  /// Tech. J. 27, 1948).
  private var tellsEnough: Bool {
    let llrs = channel.bench.symbols.llrs.start
    var lostNats: Float = 0
    for index in 0..<layout.codedBitCount {
      let magnitude = abs(llrs[index])
      let odds = fastExponential(-magnitude)
      lostNats += fastLogarithm(1 + odds) + magnitude * odds / (1 + odds)
    }
    let bits = Float(layout.codedBitCount) - lostNats / fastLogarithm(2)
    return bits >= Self.leastShare * Float(layout.informationBitCount)
  }

  /// - Parameter llrs: of the block's coded bits; nil for the bits of the demapped run.
  private func decode(
    _ number: Int, _ effort: BurstBench.Effort, _ llrs: UnsafeBufferPointer<Float>? = nil
  ) -> Bool {
    let llrs = llrs ?? joint.llrs(0)
    heardBits = llrs.map { $0 < 0 ? 1 : 0 }
    guard let decoded = channel.bench.decode(llrs, code, effort, accept: { holds($0, number) })
    else { return false }
    information = decoded
    return true
  }

  /// Whether the check of a block holds.
  private func holds(_ scrambled: [UInt8], _ number: Int) -> Bool {
    var sequence = scramblers[number]
    descrambled.removeAll(keepingCapacity: true)
    descrambled.append(contentsOf: layout.header.bits)
    for bit in 0..<8 { descrambled.append(UInt8(number >> (7 - bit) & 1)) }
    let payload = 8 * layout.blockBytes
    var sent: UInt32 = 0
    for index in 0..<scrambled.count {
      let bit = scrambled[index] ^ UInt8(sequence.next(bits: 1))
      if index < payload { descrambled.append(bit) } else { sent = sent << 1 | UInt32(bit) }
    }
    let difference =
      sent ^ descrambled.withUnsafeBufferPointer { layout.blockCheck.checksum(bits: $0) }
    guard difference != 0 else { return true }
    otherHeader =
      otherHeaders.first {
        $0.checkDifference == difference && $0.header.byteCount > number * layout.blockBytes
      }?.header
    return otherHeader != nil
  }

  /// Measures the errors of a block's symbols, which are now known.
  private func measure(_ run: BurstRun, _ sent: [Complex]) {
    let heard = channel.bench.symbols.derotated.start
    var errors: Float = 0
    var power: Float = 0
    for index in 0..<run.count where !isPilot[index] {
      errors += (heard[index] - sent[index]).power
      power += sent[index].power
    }
    symbolRatiosDecibels.append(decibels(powerRatio: Double(max(power, 1e-9) / max(errors, 1e-9))))
  }

  /// The fastest rung at which the frame could have been sent; nil if too little of it was read.
  ///
  /// A quarter of the blocks may have been worse than the ratio that is used.
  var fastestRung: Int? {
    guard !symbolRatiosDecibels.isEmpty else { return nil }
    return BurstRung.fastest(
      symbolRatioDecibels: symbolRatiosDecibels.quantile(0.25), at: layout.rung)
  }

  /// Stores payload and symbols of the decoded block.
  private func accept(_ number: Int) {
    var scrambler = scramblers[number]
    var bytes = [UInt8](repeating: 0, count: layout.blockBytes)
    for index in 0..<layout.informationBitCount {
      let bit = information[index] ^ UInt8(scrambler.next(bits: 1))
      if index < 8 * layout.blockBytes { bytes[index / 8] |= bit << UInt8(7 - index % 8) }
    }
    // Encoding cannot fail: the information has the length that its code requires.
    let coded = (try? code.encode(information)) ?? heardBits
    let width = layout.rung.bitsPerSymbol
    let differing = (0..<layout.dataSymbolCount).count { symbol in
      (symbol * width..<(symbol + 1) * width).contains { coded[$0] != heardBits[$0] }
    }
    blocks[number] = Block(payload: bytes, correctedSymbols: differing)
    let points = BurstConstellation.square[width / 2 - 1].points(coded)
    let places = isPilot.indices.filter { !isPilot[$0] }
    for (index, point) in zip(places, points) { sent[number][index] = point }
    otherHeaders = []
    if let header = otherHeader {
      otherHeader = nil
      layout = BurstFrameLayout(sounder: layout.sounder, header: header)
      blocks.removeSubrange(layout.blockCount...)
    }
  }
}

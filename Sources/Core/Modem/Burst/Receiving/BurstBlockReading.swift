import Coding
import Signal

/// The blocks of a frame.
extension BurstFrameReader {
  /// Symbols after which all that the room is learnt from is blocks.
  private static let settlingSymbols = 1500

  /// Reads block `number`; leaves its payload in `blocks`, or ends the frame.
  func readBlock(_ number: Int, _ history: borrowing BasebandHistory) {
    guard let layout, let code = code(layout) else {
      end(.block(number))
      return
    }
    hear(layout, number, history)
    var isRead = decode(layout, code, number, .quick) || decode(layout, code, number, .most)
    let first = layout.firstSymbol(ofBlock: number)
    let lost = lostBlocks(before: number)
    // Where block after block is lost there may be nothing to hear.
    let isRefined = !isRead && lost < 2
    let room = isRefined ? knownRoom : nil
    if isRefined {
      isRead = refine(layout, code, number, first)
    }
    guard isRead else {
      if layout.header.isPart && lost < Self.mostLostBlocks {
        skip(layout, first: first, room: room)
      } else {
        end(.block(number))
      }
      return
    }
    accept(layout, code, number)
    guard number + 1 < layout.blockCount else { return }
    earlierWarp = warp
    remember(layout, code, number, first: first)
  }

  /// Tries to read the last block, number `number`, while some of its echo still is to come; where that
  /// fails nothing has changed.
  ///
  /// - Returns: whether its payload is in `blocks`.
  func readEarly(_ number: Int, _ history: borrowing BasebandHistory) -> Bool {
    guard let layout, let code = code(layout) else { return false }
    let (sequence, gain) = (pilotSequence, bench.gainTracker.gain)
    hear(layout, number, history)
    guard decode(layout, code, number, .quick) || decode(layout, code, number, .some) else {
      (pilotSequence, bench.gainTracker.gain) = (sequence, gain)
      return false
    }
    accept(layout, code, number)
    return true
  }

  private func code(_ layout: BurstFrameLayout) -> PolarCode? {
    bench.code(
      informationBitCount: layout.informationBitCount, codedBitCount: layout.codedBitCount)
  }

  /// Takes the room out of block `number`, and leaves what its bits seem to be in `ratios`.
  private func hear(
    _ layout: BurstFrameLayout, _ number: Int, _ history: borrowing BasebandHistory
  ) {
    if number == 0 { prepare(layout) }
    changed = changedVariance
    let count = layout.blockSymbolCount
    let first = layout.firstSymbol(ofBlock: number)
    let bitsPerSymbol = layout.rung.bitsPerSymbol
    placePilots(layout)
    readWindow(history, first: first, count: count)
    let tables = tables(symbols: count)
    observe(first: first, count: count)
    bench.equaliser.assume(
      estimator.taps, lead: BurstBench.lead, whitenerResponse(tables), level: layout.rung.level,
      tables)
    equalise(
      count: count, bitsPerSymbol: bitsPerSymbol, suspected: nil, spread: 1,
      errorPower: errorPower)
    isPilot.withUnsafeBufferPointer {
      followGain(
        count: count, bitsPerSymbol: bitsPerSymbol, isKnown: $0.baseAddress!,
        changedVariance: changed)
    }
    demap(layout)
    heardBits.removeAll(keepingCapacity: true)
    for index in 0..<layout.codedBitCount { heardBits.append(ratios.start[index] < 0 ? 1 : 0) }
  }

  /// Makes ready for the blocks of a frame.
  private func prepare(_ layout: BurstFrameLayout) {
    makeRoom(symbols: layout.blockSymbolCount)
    isPilot = layout.isPilot
    information = [UInt8](repeating: 0, count: layout.informationBitCount)
    probabilities = [Float](repeating: 0, count: layout.codedBitCount)
  }

  /// Puts the next block's pilots into `points`.
  private func placePilots(_ layout: BurstFrameLayout) {
    for index in 0..<layout.blockSymbolCount where isPilot[index] {
      points.start[index] = BurstSequence.pilot(&pilotSequence)
    }
  }

  /// Log-likelihood ratios of the coded bits, from the straightened symbols.
  func demap(_ layout: BurstFrameLayout) {
    gather(layout)
    let constellation = bench.constellation(bitsPerSymbol: layout.rung.bitsPerSymbol)
    constellation.demap(
      UnsafeBufferPointer(start: means.start, count: layout.dataSymbolCount),
      variances: spreads.start, priors: nil, ratios: ratios.start)
  }

  /// Moves the data symbols and their variances together, into `means` and `spreads`.
  func gather(_ layout: BurstFrameLayout) {
    var next = 0
    for index in 0..<layout.blockSymbolCount where !isPilot[index] {
      means.start[next] = straight.start[index]
      spreads.start[next] = variances.start[index]
      next += 1
    }
  }

  func decode(
    _ layout: BurstFrameLayout, _ code: PolarCode, _ number: Int, _ effort: BurstBench.Effort
  ) -> Bool {
    let sequence = scrambler
    let isRead = information.withUnsafeMutableBufferPointer { information in
      bench.decode(
        UnsafeBufferPointer(start: ratios.start, count: layout.codedBitCount), code, effort,
        into: information,
        accept: { check($0, layout, number, sequence) })
    }
    return isRead
  }

  /// Whether the check of a block holds; all zeros but for the scrambler are no exception.
  private func check(
    _ scrambled: UnsafeBufferPointer<UInt8>, _ layout: BurstFrameLayout, _ number: Int,
    _ sequence: CongruentialSequence
  ) -> Bool {
    var sequence = sequence
    descrambled.removeAll(keepingCapacity: true)
    descrambled.append(contentsOf: layout.header.bits)
    for bit in 0..<8 { descrambled.append(UInt8(number >> (7 - bit) & 1)) }
    let payload = 8 * layout.blockBytes
    var sent: UInt32 = 0
    for index in 0..<scrambled.count {
      let bit = scrambled[index] ^ UInt8(sequence.next(bits: 1))
      if index < payload { descrambled.append(bit) } else { sent = sent << 1 | UInt32(bit) }
    }
    return descrambled.withUnsafeBufferPointer { layout.blockCheck.checksum(bits: $0) } == sent
  }

  /// Stores the payload of the block that was decoded, and moves the scrambler on.
  private func accept(_ layout: BurstFrameLayout, _ code: PolarCode, _ number: Int) {
    var bytes = [UInt8](repeating: 0, count: layout.blockBytes)
    for index in 0..<layout.informationBitCount {
      let bit = information[index] ^ UInt8(scrambler.next(bits: 1))
      if index < 8 * layout.blockBytes { bytes[index / 8] |= bit << UInt8(7 - index % 8) }
    }
    blocks[number] = bytes
    correctedSymbols[number] = differingSymbols(layout, code)
  }

  /// How many symbols of the block that was decoded arrived as others.
  private func differingSymbols(_ layout: BurstFrameLayout, _ code: PolarCode) -> Int {
    guard let coded = try? code.encode(information) else { return 0 }
    let width = layout.rung.bitsPerSymbol
    var differing = 0
    for symbol in 0..<layout.dataSymbolCount {
      for bit in symbol * width..<(symbol + 1) * width where coded[bit] != heardBits[bit] {
        differing += 1
        break
      }
    }
    return differing
  }

  /// Makes the block part of what the room is learnt from.
  private func remember(
    _ layout: BurstFrameLayout, _ code: PolarCode, _ number: Int, first: Int
  ) {
    guard let coded = try? code.encode(information) else { return }
    let count = layout.blockSymbolCount
    let bitsPerSymbol = layout.rung.bitsPerSymbol
    let constellation = bench.constellation(bitsPerSymbol: bitsPerSymbol)
    let data = constellation.points(coded)
    var next = 0
    for index in 0..<count where !isPilot[index] {
      points.start[index] = data[next]
      next += 1
    }
    // Known symbols tell the gain better than suspected ones.
    followGain(
      count: count, bitsPerSymbol: bitsPerSymbol, isKnown: nil, changedVariance: changed)
    calibrate(count: count, bitsPerSymbol: bitsPerSymbol, isTurned: true)
    keepReceived(
      first: first, count: count, bitsPerSymbol: bitsPerSymbol, isTurned: true)
    addKnown(points.start, first: first, count: count, level: layout.rung.level)
    follow(to: first + count, count: count)
    let before = expectedError / energyOfTaps
    // Once some blocks are known the room changes little from one to the next.
    let isSettled = first > Self.settlingSymbols
    learnRoom(
      before: first + count, rounds: isSettled ? 1 : 2, iterations: isSettled ? 4 : 10,
      estimatesError: !isSettled || number % 4 == 0)
    mismatch *= min(max(expectedError / energyOfTaps / before, 0.3), 1)
  }
}

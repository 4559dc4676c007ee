import Signal

/// Frames that go on behind a block which could not be read: other blocks of a stream are of use
/// without it.
extension BurstFrameReader {
  /// Blocks lost in a row after which a frame is given up: nobody sends any more.
  static let mostLostBlocks = 6

  /// Blocks lost in a row before block `number`.
  func lostBlocks(before number: Int) -> Int {
    var count = 0
    while count < number, blocks[number - 1 - count] == nil { count += 1 }
    return count
  }

  /// Goes on to what follows a block that was not read, whose first symbol is `first`.
  ///
  /// What is suspected of its symbols takes the place of what is known of others, with all doubt, or
  /// their echoes would stay in the next block.
  ///
  /// - Parameter isSuspected: whether there is a suspicion, from `refine`.
  func skip(_ layout: BurstFrameLayout, first: Int, isSuspected: Bool) {
    for _ in 0..<layout.informationBitCount { _ = scrambler.next(bits: 1) }
    let count = layout.blockSymbolCount
    guard isSuspected else {
      keepReceived(
        first: first, count: count, bitsPerSymbol: layout.rung.bitsPerSymbol, isTurned: false)
      timeline.doubt(1, first: sample(ofSymbol: first), count: count / 3 * 4)
      return
    }
    addKnown(guesses.start, first: first, count: count, level: layout.rung.level)
    timeline.doubt(
      min(max(suspectedSpread, 0.05), 1), first: sample(ofSymbol: first), count: count / 3 * 4)
    follow(to: first + count, count: count)
    learnRoom(before: first + count, rounds: 2, iterations: 10)
  }
}

import Coding
import Signal

/// Frames that go on behind a block which could not be read: other blocks of a stream are of use
/// without it.
extension BurstFrameReader {
  /// Blocks lost in a row after which a frame is given up: nobody sends any more.
  static let mostLostBlocks = 12

  /// Variance of suspected symbols from which on their echoes are better left alone.
  private static let vaguest: Float = 0.5

  /// Variance of the advance of phase a symbol after a lost block: whatever spoilt the block may have
  /// bent the clock as it was followed just before.
  private static let lostAdvanceVariance = 4e-5

  /// What is known of the room.
  struct KnownRoom {
    fileprivate let response: BurstChannelEstimator.Response
    fileprivate let expectedError: Float
    fileprivate let mismatch: Float
  }

  /// What is known of the room now.
  var knownRoom: KnownRoom {
    KnownRoom(
      response: estimator.response, expectedError: expectedError, mismatch: mismatch)
  }

  /// Blocks lost in a row before block `number`.
  func lostBlocks(before number: Int) -> Int {
    var count = 0
    while count < number, blocks[number - 1 - count] == nil { count += 1 }
    return count
  }

  /// Goes on to what follows a block that was not read, whose first symbol is `first`.
  ///
  /// The room is taken for what it was before the block, and clock and phase for what they were before
  /// the one before it, which may have been read though its end was spoilt already. Suspected symbols, unless they are too vague, take the place of known ones, with all
  /// doubt, or their echoes would stay in the next block.
  ///
  /// - Parameter room: what was known before `refine` tried; nil where it did not.
  func skip(_ layout: BurstFrameLayout, first: Int, room: KnownRoom?) {
    for _ in 0..<layout.informationBitCount { _ = scrambler.next(bits: 1) }
    if let earlierWarp { warp = earlierWarp }
    earlierWarp = nil
    advanceVariance = max(advanceVariance, Self.lostAdvanceVariance)
    let count = layout.blockSymbolCount
    if let room {
      estimator.response = room.response
      expectedError = room.expectedError
      mismatch = room.mismatch
    } else {
      keepReceived(
        first: first, count: count, bitsPerSymbol: layout.rung.bitsPerSymbol, isTurned: false)
    }
    let isUseful = room != nil && suspectedSpread < Self.vaguest
    if isUseful {
      addKnown(guesses.start, first: first, count: count, level: layout.rung.level)
    }
    timeline.doubt(
      isUseful ? max(suspectedSpread, 0.05) : 10, first: sample(ofSymbol: first),
      count: count / 3 * 4)
  }
}

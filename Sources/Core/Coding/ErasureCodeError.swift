/// Why an erasure code refused.
public enum ErasureCodeError: Error, Equatable {
  /// There is no code for that many blocks, or for blocks of that many bytes.
  case geometry(blockCount: Int, blockBytes: Int)
  /// The data has not the bytes of all blocks, or a repair block not those of one.
  case length(Int, expected: Int)
  /// There are no repair blocks of these numbers.
  case repairBlock(Int, allowed: Range<Int>)
  /// `received` blocks came and `needed` are needed.
  case tooFewBlocks(received: Int, needed: Int)
}

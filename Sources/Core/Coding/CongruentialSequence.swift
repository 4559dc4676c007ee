/// The pseudo-random numbers of a wire format: r = (1664525 r + 1013904223) mod 2^32 (Knuth and
/// Lewis; Press et al., "Numerical Recipes", 1992, section 7.1). Use only the high bits.
public struct CongruentialSequence: Sendable {
  private var state: UInt32

  /// The sequence that follows `seed`.
  public init(seed: UInt32) { state = seed }

  /// The `count` highest bits, 1...32, of the next number.
  public mutating func next(bits count: Int) -> UInt32 {
    state = 1_664_525 &* state &+ 1_013_904_223
    return state >> UInt32(32 - count)
  }

  /// The next number scaled to 0..<`bound`, a positive number: floor(r `bound` / 2^32).
  public mutating func next(below bound: Int) -> Int {
    Int((UInt64(next(bits: 32)) &* UInt64(bound)) >> 32)
  }

  /// A permutation of 0..<`count` by Fisher and Yates: for i = count - 1 down to 1, entry i is
  /// exchanged with entry number `next(below: i + 1)`.
  public mutating func permutation(count: Int) -> [Int32] {
    var entries = (0..<Int32(count)).map { $0 }
    var last = count - 1
    while last > 0 {
      entries.swapAt(last, next(below: last + 1))
      last -= 1
    }
    return entries
  }
}

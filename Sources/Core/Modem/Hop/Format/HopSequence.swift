/// The hop map: which tone stands for which symbol value, different at every place of the frame.
///
/// `tone = (a x + b) mod 64` with odd a, both from a linear congruential generator (Numerical Recipes'
/// constants): a value that falls in a notch of the room, or on the echo of the tone before, does so
/// once and not always.
struct HopSequence {
  private(set) var factors: [Int] = []
  private(set) var offsets: [Int] = []
  private var state: UInt32 = 12345

  /// The map for the first `count` symbols after the preamble.
  init(count: Int) {
    extend(to: count)
  }

  /// Makes the map reach to `count` symbols.
  mutating func extend(to count: Int) {
    while factors.count < count {
      factors.append(draw() | 1)
      offsets.append(draw())
    }
  }

  private mutating func draw() -> Int {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int(state >> 26)
  }

  /// The tone of `value` at place `index` after the preamble.
  func tone(_ value: Int, at index: Int) -> Int {
    (factors[index] * value + offsets[index]) & 63
  }
}

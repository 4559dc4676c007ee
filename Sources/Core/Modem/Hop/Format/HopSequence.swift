import Coding

/// The hop map: which tone stands for which symbol value, different at every place of the frame.
///
/// `tone = (a x + b) mod 64` with odd a, both from a `CongruentialSequence`: a value that falls in a notch
/// of the room, or on the echo of the tone before, does so once and not always.
struct HopSequence {
  private var factors: [Int] = []
  private var offsets: [Int] = []

  /// The map for the first `count` symbols after the preamble.
  init(count: Int) {
    var random = CongruentialSequence(seed: 12345)
    for _ in 0..<count {
      factors.append(Int(random.next(bits: 6)) | 1)
      offsets.append(Int(random.next(bits: 6)))
    }
  }

  /// The tone of `value` at place `index` after the preamble.
  func tone(_ value: Int, at index: Int) -> Int {
    (factors[index] * value + offsets[index]) & 63
  }
}

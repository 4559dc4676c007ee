import HandShakeSignal

/// The samples of a frame received so far and the samples known to have been sent, both whitened.
/// It keeps the span from which the receiver learns the channel's response.
final class BurstTimeline {
  /// The whitened samples, from frame sample `base` on.
  private let received: ComplexMemory
  private let known: ComplexMemory
  /// Error power of the known samples, over their power.
  private let doubt: RealMemory
  private let scratch: ComplexMemory
  private(set) var base = 0
  /// Frame sample after the last received sample.
  private var end = 0
  private let whitener: BurstWhitener

  private static let capacity = 12288
  /// Samples before `end` that are kept.
  private static let memory = 4600

  init(whitener: BurstWhitener) {
    self.whitener = whitener
    received = ComplexMemory(count: Self.capacity)
    known = ComplexMemory(count: Self.capacity)
    scratch = ComplexMemory(count: 8192)
    doubt = RealMemory(count: Self.capacity)
  }

  func received(_ sample: Int) -> UnsafeMutablePointer<Complex> { received.start + (sample - base) }
  func known(_ sample: Int) -> UnsafePointer<Complex> {
    UnsafePointer(known.start + (sample - base))
  }

  /// Share of the power at each sample that the sender may have changed.
  func doubt(_ sample: Int) -> UnsafePointer<Float> { UnsafePointer(doubt.start + (sample - base)) }

  /// Sets the share of doubt for `count` samples from `first` on.
  func doubt(_ share: Float, first: Int, count: Int) {
    (doubt.start + (first - base)).update(repeating: share, count: count)
  }

  /// Takes whitened samples as received, from frame sample `first` on.
  func receive(_ samples: UnsafePointer<Complex>, first: Int, count: Int) {
    if first + count + 1024 - base > Self.capacity { forget() }
    (received.start + (first - base)).update(from: samples, count: count)
    end = max(end, first + count)
  }

  /// Adds a waveform at frame sample `first` to the known samples, from `base` on.
  func addKnown(_ wave: UnsafePointer<Complex>, first: Int, count: Int) {
    let order = BurstWhitener.order
    let total = count + order
    scratch.start.update(repeating: Complex(0, 0), count: order)
    (scratch.start + order).update(from: wave, count: count)
    (scratch.start + order + count).update(repeating: Complex(0, 0), count: order)
    let output = scratch.start + 4096 + 64
    precondition(total + 2 * order < 4096, "a block has a limited length")
    whitener.filter(scratch.start + order, count: total, into: output)
    for index in max(0, base - first)..<total {
      let place = first + index - base
      known.start[place] = known.start[place] + output[index]
    }
  }

  private func forget() {
    let dropped = max(0, end - Self.memory - base)
    guard dropped > 0 else { return }
    for memory in [received, known] {
      memory.start.update(from: memory.start + dropped, count: Self.capacity - dropped)
      (memory.start + Self.capacity - dropped).update(
        repeating: Complex(0, 0), count: dropped)
    }
    doubt.start.update(from: doubt.start + dropped, count: Self.capacity - dropped)
    base += dropped
  }
}

import HandShakeNotes
import HandShakeSignal

extension ToneGenerator {
  /// The next `count` samples.
  mutating func next(_ count: Int) -> [Float] {
    var samples = [Float](repeating: .nan, count: count)
    samples.withUnsafeMutableBufferPointer { render(into: $0) }
    return samples
  }
}

extension NotePlayer {
  /// All that comes, read in blocks of `block` samples.
  mutating func samples(block: Int = 1_000) -> [Float] {
    var samples: [Float] = []
    var buffer = [Float](repeating: .nan, count: block)
    while true {
      let count = buffer.withUnsafeMutableBufferPointer { read(into: $0) }
      if count == 0 { return samples }
      samples += buffer[..<count]
    }
  }
}

/// Whose sound is it? Frames that explain what else seems to start while they sound.
struct Claims {
  /// Frames that were read, with the number of the claim, the latest last.
  private var read: [(number: Int, frame: Frame)] = []
  private var count = 0
  /// Frames that still arrive, beyond doubt.
  var arriving: [Frame] = []

  private static let mostRead = 16

  /// Takes `frame`, which was read: its tones are no starts of other frames.
  mutating func add(_ frame: Frame) {
    count += 1
    if read.count == Self.mostRead { read.removeFirst() }
    read.append((count, frame))
  }

  /// Frames that were read since the call that gave `number`, which becomes that of the next call; 0 at
  /// first.
  func read(since number: inout Int) -> [Frame] {
    defer { number = count }
    guard number < count else { return [] }
    return read.filter { $0.number > number }.map { $0.frame }
  }
}

/// Samples of several channels, one of each in turn.
public enum Interleaved {
  /// Copies the samples of `channel`, from 0, of `count` channels; `target` has room for one of each frame.
  public static func copy(
    _ channel: Int, of count: Int, from frames: UnsafeBufferPointer<Float>,
    into target: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(0..<count ~= channel && target.count * count <= frames.count)
    guard !target.isEmpty else { return }
    var source = frames.baseAddress! + channel
    for frame in 0..<target.count - 1 {
      target.baseAddress![frame] = source.pointee
      source += count
    }
    target[target.count - 1] = source.pointee
  }
}

import HandShakeSignal

/// A gain that follows a fade's course to each new value, even during an earlier glide.
///
/// It rises along the fade and falls along the reversed fade: a tone's end mirrors its start.
public struct GlidingGain: Sendable {
  /// The current or the next value.
  public private(set) var target: Float
  /// Whether it is changing.
  public private(set) var isMoving = false

  private let course: Fade
  private var start: Float
  private var value: Float
  /// Samples since `start`.
  private var elapsed = 0

  /// A gain that is constant at `value`.
  public init(_ value: Float, course: Fade) {
    self.course = course
    self.value = value
    target = value
    start = value
  }

  /// Starts a glide to `newTarget` with the next sample.
  public mutating func move(to newTarget: Float) {
    guard newTarget != target else { return }
    target = newTarget
    start = value
    elapsed = 0
    isMoving = !course.gains.isEmpty && start != target
    if !isMoving { value = target }
  }

  /// Sets it to `newValue` at once.
  public mutating func jump(to newValue: Float) {
    target = newValue
    value = newValue
    isMoving = false
  }

  /// Multiplies the next samples.
  public mutating func apply(to samples: UnsafeMutableBufferPointer<Float>) {
    let length = course.gains.count
    let moved = isMoving ? min(length - elapsed, samples.count) : 0
    course.gains.withUnsafeBufferPointer { gains in
      for index in 0..<moved {
        value =
          target > start
          ? start + (target - start) * gains[elapsed + index]
          : target + (start - target) * gains[length - 1 - elapsed - index]
        samples[index] *= value
      }
    }
    elapsed += moved
    if isMoving, elapsed == length {
      isMoving = false
      value = target
    }
    // Most samples of most tones have a constant gain of 1 and need no multiplication.
    guard moved < samples.count, value != 1 else { return }
    for index in moved..<samples.count { samples[index] *= value }
  }
}

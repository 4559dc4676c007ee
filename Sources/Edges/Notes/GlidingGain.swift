import HandShakeSignal

/// A gain that takes a fade's course to each new value instead of jumping, also from the middle of
/// the way to another.
///
/// Up it takes the fade forwards, down backwards, so that a tone's end mirrors its beginning.
public struct GlidingGain: Sendable {
  /// Where it is or goes.
  public private(set) var target: Float
  /// Whether it is on its way.
  public private(set) var isMoving = false

  private let course: Fade
  private var start: Float
  private var value: Float
  /// Samples since `start`.
  private var elapsed = 0

  /// A gain at rest at `value`.
  public init(_ value: Float, course: Fade) {
    self.course = course
    self.value = value
    target = value
    start = value
  }

  /// Sends it to `newTarget`: from the sample that comes next it is on its way.
  public mutating func move(to newTarget: Float) {
    guard newTarget != target else { return }
    target = newTarget
    start = value
    elapsed = 0
    isMoving = !course.gains.isEmpty && start != target
    if !isMoving { value = target }
  }

  /// Puts it at `newValue` at once.
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
    // Where it rests at 1, nothing is to be done to most samples of most tones.
    guard moved < samples.count, value != 1 else { return }
    for index in moved..<samples.count { samples[index] *= value }
  }
}

/// What the listeners of one receiver share: the events they tell, the numbers of frames, and whose sound
/// is whose.
struct Session {
  private var events: [ReceiverEvent] = []
  private var frameCount = 0
  /// What sounds that were read explain.
  var claims = Claims()

  /// Tells an event.
  mutating func tell(_ event: ReceiverEvent) { events.append(event) }

  /// The number of one more frame, from 1 on.
  mutating func nextFrameNumber() -> Int {
    frameCount += 1
    return frameCount
  }

  /// The events told since the last call, in their order.
  mutating func takeEvents() -> [ReceiverEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }
}

/// Listens to the baseband of one `Band` for the frames of a family.
protocol Listener: AnyObject {
  /// Seconds of baseband that it looks back on.
  var historySeconds: Double { get }

  /// Frames that have begun for certain and whose end has not come.
  var arriving: [Frame] { get }

  /// Frames of `arriving` whose tones others must not take for starts of their own; most families claim none.
  var claimed: [Frame] { get }

  /// Works on the new samples of `history` and tells the session what it found.
  func listen(to history: borrowing BasebandHistory, _ session: inout Session)

  /// Tells the session what is left when no more samples come; the listener is not used afterwards.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session)
}

extension Listener {
  var claimed: [Frame] { [] }
}

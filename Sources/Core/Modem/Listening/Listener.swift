/// Listens to the baseband of one `Band` for the frames of a family.
protocol Listener: AnyObject {
  /// Seconds of baseband that it looks back on.
  var historySeconds: Double { get }

  /// Frames that have begun for certain and whose end has not come.
  var arriving: [Frame] { get }

  /// Those of `arriving` whose tones others must not take for starts of their own; none of most families.
  var claimed: [Frame] { get }

  /// Works on what has come to `history` and tells the session what it found.
  func listen(to history: borrowing BasebandHistory, _ session: inout Session)

  /// Tells the session what is left when no more samples come; nothing is asked of it afterwards.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session)
}

extension Listener {
  var claimed: [Frame] { [] }
}

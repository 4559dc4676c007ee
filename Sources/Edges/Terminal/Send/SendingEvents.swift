import HandShakeFiles
import HandShakeJSON
import HandShakeModem

/// What `hsend --json` prints of every kind of sending.
extension SendOptions {
  /// Sends by `work`, and tells how that ended.
  package func send(_ work: () throws(CommandFailure) -> Void) throws(CommandFailure) {
    var failure: CommandFailure?
    do throws(CommandFailure) { try work() } catch { failure = error }
    if failure?.exitStatus != .readerGone { try emit(EventObject.ended(failure)) }
    if let failure { throw failure }
  }

  /// Prints an event, where that is wanted.
  func emit(_ event: @autoclosure () throws(CommandFailure) -> JSONValue) throws(CommandFailure) {
    if printsJSON { try Program.print(event().line) }
  }
}

extension EventObject {
  /// Tells the message and its protocol before it sounds.
  ///
  /// - Parameters:
  ///   - protocolName: nil of what is no message.
  ///   - rateHertz: nil where the device is opened later.
  ///   - seconds: how long it sounds once; nil where answers decide on it.
  static func sending(
    _ options: SendOptions, protocolName: String? = nil, rateHertz: Double? = nil,
    placement: Placement? = nil, seconds: Double? = nil
  ) -> JSONValue {
    named(
      .sending,
      [
        "version": .string(handShakeVersion), "time": .string(WallClock.text),
        "output": .string(options.outputPath ?? options.device.value),
        "isDevice": .truth(options.outputPath == nil),
        "rateHertz": .rounded(rateHertz, 3), "protocol": .optional(protocolName),
        "lowestHertz": .rounded(placement?.lowestToneHertz, 3),
        "highestHertz": .rounded(placement?.highestToneHertz, 3),
        "seconds": .rounded(seconds, 3),
        "count": seconds == nil ? .null : options.repeatCount.map { .integer($0) } ?? .null,
      ])
  }

  /// Tells that a transmission begins: a try, a round, one of a series, or a request.
  static func sent(attempt: Int, protocolName: String?, rung: Int?) -> JSONValue {
    named(
      .sent,
      [
        "attempt": .integer(attempt), "protocol": .optional(protocolName),
        "rung": rung.map { .integer($0) } ?? .null,
      ])
  }

  /// The end of `hsend`.
  static func ended(_ failure: CommandFailure?) -> JSONValue {
    let status = failure?.exitStatus ?? .done
    let reason: EndReason =
      switch status {
      case .done: .done
      case .interrupted: .interrupted
      default: .error
      }
    // Whoever interrupts it knows why it ends.
    return ended(
      reason: reason, exitStatus: status,
      sentence: status == .interrupted ? nil : failure?.sentence(for: .hsend))
  }
}

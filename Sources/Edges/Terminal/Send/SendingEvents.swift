import HandShakeFiles
import HandShakeJSON
import HandShakeModem

/// The output of `hsend --json` for every kind of sending.
extension SendOptions {
  /// Runs `work`, and reports how it ended.
  package func send(_ work: () throws(CommandFailure) -> Void) throws(CommandFailure) {
    var failure: CommandFailure?
    do throws(CommandFailure) { try work() } catch { failure = error }
    if failure?.exitStatus != .readerGone { try emit(EventObject.ended(failure)) }
    if let failure { throw failure }
  }

  /// Prints an event, if JSON is wanted.
  func emit(_ event: @autoclosure () throws(CommandFailure) -> JSONValue) throws(CommandFailure) {
    if printsJSON { try Program.print(event().line) }
  }
}

extension EventObject {
  /// Describes the message and its protocol before the sound.
  ///
  /// - Parameters:
  ///   - protocolName: nil if the sound is not a message.
  ///   - rateHertz: nil if the device is opened later.
  ///   - seconds: duration of one transmission, nil if answers decide it.
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

  /// The start of a transmission: a try, a round, one of a series, or a request.
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
    // The user who interrupts it knows the reason.
    return ended(
      reason: reason, exitStatus: status,
      sentence: status == .interrupted ? nil : failure?.sentence(for: .hsend))
  }
}

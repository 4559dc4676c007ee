import HandShakeExecution
import HandShakeFiles
import HandShakeJSON
import HandShakeModem

/// Events as `hrecv --json` and `hsend --json` print them. The article Events in the library's
/// documentation lists every field. `EventArticleTests` compares it with these events.
package enum EventObject {
  /// The name of an event. `handshake-names` writes the names for other languages from it.
  package enum Name: String, CaseIterable {
    case started, level, detected, progress, blocks, message, file, failed, executed, answered,
      ranged, ended
    case sending, sent, missing, confirmed, unconfirmed, distance
    // Only libraries report this event.
    case repeated
  }

  /// The reason of the end.
  package enum EndReason: String, CaseIterable {
    case endOfInput, once, timeout, done, interrupted, error
  }

  /// Increases if a field changes its meaning or is removed, not for new fields and events.
  static let schema = 1

  /// An event with the fields of all events.
  static func named(_ name: Name, _ fields: [String: JSONValue]) -> JSONValue {
    .object(fields.merging(["schema": .integer(schema), "event": .string(name.rawValue)]) { $1 })
  }

  /// The open input, and the protocols to listen for.
  static func started(_ input: SoundInput, protocols: [ModemProtocol]) -> JSONValue {
    named(
      .started,
      [
        "version": .string(handShakeVersion),
        "time": .string(WallClock.text),
        "input": .string(input.label),
        "isDevice": .truth(input.isDevice),
        "rateHertz": .rounded(input.rateHertz, 3),
        "channelCount": .integer(input.channelCount),
        "protocols": .array(protocols.map { .string($0.name) }),
      ])
  }

  /// The event of a receiver, except levels.
  static func of(_ event: ReceiverEvent, keptPath: String? = nil) -> JSONValue? {
    switch event {
    case .level: return nil
    case .detected(let frame): return named(.detected, fields(frame))
    case .progress(let frame, let text):
      return named(.progress, fields(frame).merging(JSONValue.bytes(text)) { $1 })
    case .blocks(let frame, let received, let count):
      return named(
        .blocks,
        fields(frame).merging(["received": .integer(received), "count": .integer(count)]) { $1 })
    case .message(let message):
      var all = fields(message.frame).merging(JSONValue.bytes(message.bytes)) { $1 }
      all["correctedSymbols"] = .integer(message.correctedSymbols)
      return named(.message, all.merging(fields(message.seal)) { $1 })
    case .file(let received):
      var all = fields(received.frame)
      all["correctedSymbols"] = .integer(received.correctedSymbols)
      all["name"] = .string(String(decoding: received.file.name, as: UTF8.self))
      all["byteCount"] = .integer(received.file.bytes.count)
      all["sha256"] = .string(hexadecimal(received.file.digest))
      all["path"] = .optional(keptPath)
      return named(.file, all.merging(fields(received.seal)) { $1 })
    case .failed(let failure): return named(.failed, fields(failure))
    // Sealed frames are opened or refused earlier. The other events belong to the answering code.
    case .sealed, .receipt, .ranging, .pairing, .repeated: return nil
    }
  }

  /// The result of a program that was started for a message.
  static func executed(_ outcome: ExecutionOutcome, program: ExecutedProgram) -> JSONValue {
    let (end, status, signal): (String, Int32?, Int32?) =
      switch outcome.end {
      case .exited(let status): ("exited", status, nil)
      case .killed(let signal): ("killed", nil, signal)
      case .timedOut: ("timedOut", nil, nil)
      case .notStarted: ("notStarted", nil, nil)
      case .dropped: ("dropped", nil, nil)
      case .interrupted: ("interrupted", nil, nil)
      }
    return named(
      .executed,
      [
        "program": .string(program.path), "end": .string(end),
        "status": status.map { .integer(Int($0)) } ?? .null,
        "signal": signal.map { .integer(Int($0)) } ?? .null,
        "seconds": .rounded(outcome.seconds, 3),
        "protocol": .string(outcome.message.protocolName),
      ])
  }

  /// The level of one second.
  static func level(_ level: Level) -> JSONValue {
    named(
      .level,
      [
        "seconds": .rounded(level.seconds, 3),
        "peakDecibels": .rounded(decibels(amplitude: level.peak), 1),
        "bandDecibels": .rounded(decibels(amplitude: level.bandRootMeanSquare), 1),
        "reachesFullScale": .truth(level.peak >= Level.fullScale),
        "channels": .array(level.channels.map { .integer($0 + 1) }),
      ])
  }

  /// The end of a run. `heard` counts the results of `hrecv`.
  static func ended(
    reason: EndReason, exitStatus: ExitStatus, sentence: String?,
    heard: (seconds: Double, messages: Int, failures: Int)? = nil
  ) -> JSONValue {
    named(
      .ended,
      [
        "reason": .string(reason.rawValue), "exitStatus": .integer(Int(exitStatus.rawValue)),
        "sentence": .optional(sentence), "seconds": .rounded(heard?.seconds, 3),
        "messageCount": heard.map { .integer($0.messages) } ?? .null,
        "failureCount": heard.map { .integer($0.failures) } ?? .null,
      ])
  }

  private static func fields(_ frame: Frame) -> [String: JSONValue] {
    [
      "frame": .integer(frame.number),
      "protocol": .string(frame.protocolName),
      "lowestHertz": .rounded(frame.placement.lowestToneHertz, 3),
      "highestHertz": .rounded(frame.placement.highestToneHertz, 3),
      "startSeconds": .rounded(frame.startSeconds, 4),
      "endSeconds": .rounded(frame.endSeconds, 4),
      "signalToNoiseDecibels": .rounded(frame.signalToNoiseDecibels, 1),
      "marginDecibels": .rounded(frame.marginDecibels, 1),
      "dilationPartsPerMillion": .rounded(frame.dilationPartsPerMillion, 1),
      "clockPartsPerMillion": .rounded(frame.clockPartsPerMillion, 1),
      "closingSpeedMetresPerSecond": .rounded(frame.closingSpeedMetresPerSecond, 3),
    ]
  }

  /// The fields of a seal. Without a seal, only `sealed` has a value.
  private static func fields(_ seal: Seal?) -> [String: JSONValue] {
    [
      "sealed": .truth(seal != nil),
      "room": .optional(seal?.room),
      "sealedTime": .optional(seal.map { WallClock.text(secondsSince1970: Int($0.unixSeconds)) }),
      "ageSeconds": .rounded(seal?.ageSeconds, 3),
    ]
  }

  /// The figures of a frame that failed.
  static func fields(_ failure: Failure) -> [String: JSONValue] {
    var all = fields(failure.frame)
    var missing: [Int]?
    var needed: Int?
    switch failure.stage {
    case .parts(let numbers, let count), .blocks(let numbers, let count, _):
      (missing, needed) = (numbers, count)
    case .cutOff, .sync, .header, .code, .check, .doubt, .unknownContent, .digest, .seal: break
    }
    all["stage"] = .string(failure.stage.name.rawValue)
    all["cause"] = .string(failure.cause.name.rawValue)
    all["causeText"] = .string(failure.cause.wording)
    all["clippedShare"] = .rounded(failure.clippedShare, 3)
    all["missing"] = missing.map { .array($0.map { .integer($0) }) } ?? .null
    all["count"] = needed.map { .integer($0) } ?? .null
    all["heard"] = .object(JSONValue.bytes(failure.heard))
    return all
  }

  /// Bytes as hexadecimal digits.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Values in the fields of events.
extension JSONValue {
  /// `value` rounded to `digits` decimals, null if it is nil or not finite.
  static func rounded(_ value: Double?, _ digits: Int) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * scale).rounded()
    return scaled.isFinite ? .number(scaled / scale) : .number(value)
  }

  /// `text`, null if it is nil.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// Received bytes: `text` if they are UTF-8, otherwise `base64`. The other field is null.
  static func bytes(_ bytes: [UInt8]) -> [String: JSONValue] {
    if let text = String(validating: bytes, as: UTF8.self) {
      return ["text": .string(text), "base64": .null]
    }
    return ["text": .null, "base64": .string(Base64.text(of: bytes))]
  }
}

import HandShake
import HandShakeJSON
import HandShakeModem

/// The events of both ends of an exchange.
extension EventObject {
  /// A receipt begins to sound.
  static func answered(_ receipt: Receipt, count: Int, frame: Frame) -> JSONValue {
    named(
      .answered,
      fields(receipt).merging(["count": .integer(count), "frame": .integer(frame.number)]) { $1 })
  }

  /// A receiver reported how much of a file it has.
  static func missing(_ receipt: Receipt, needed: Int, count: Int) -> JSONValue {
    named(
      .missing,
      fields(receipt).merging(["needed": .integer(needed), "count": .integer(count)]) { $1 })
  }

  /// A receiver confirmed the transmission.
  static func confirmed(_ receipt: Receipt, attempts: Int, seconds: Double) -> JSONValue {
    named(
      .confirmed,
      fields(receipt).merging([
        "attempts": .integer(attempts), "seconds": .rounded(seconds, 3),
      ]) { $1 })
  }

  /// No receiver confirmed the transmission.
  static func unconfirmed(attempts: Int, seconds: Double, sentence: String) -> JSONValue {
    named(
      .unconfirmed,
      [
        "attempts": .integer(attempts), "seconds": .rounded(seconds, 3),
        "sentence": .string(sentence),
      ])
  }

  /// The distance to the other station.
  static func distance(_ distance: Distance, attempts: Int, seconds: Double) -> JSONValue {
    named(
      .distance,
      [
        "metres": .rounded(distance.metres, 3),
        "uncertaintyMetres": .rounded(distance.uncertaintyMetres, 3),
        "isDirect": .truth(distance.hasDirectPath),
        "attempts": .integer(attempts), "seconds": .rounded(seconds, 3),
      ])
  }

  /// A reply or a report to a station that measures its distance begins to sound.
  static func ranged(_ answer: RangingStation.Answer) -> JSONValue {
    let isReport = if case .report = answer.message { true } else { false }
    return named(
      .ranged, ["isReport": .truth(isReport), "frame": .integer(answer.request.number)])
  }

  private static func fields(_ receipt: Receipt) -> [String: JSONValue] {
    [
      "status": .string("\(receipt.status)"),
      "rung": receipt.rung.map { .integer($0) } ?? .null,
      "signalToNoiseDecibels": .integer(receipt.signalToNoiseDecibels),
    ]
  }
}

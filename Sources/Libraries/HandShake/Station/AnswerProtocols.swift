import HandShakeCatalog
import HandShakeExchange
import HandShakeModem

extension Receipt {
  /// The protocols of receipts, the fastest first.
  public static let protocols = ["hop-quick", "hop", "hop-deep"].map { name in
    guard let found = ProtocolCatalog.builtIn.first(where: { $0.name == name }) else {
      preconditionFailure("it is built in")
    }
    return found
  }

  /// The protocol of usual receipts, and of every distance measurement.
  public static var usualProtocol: ModemProtocol { protocols[1] }
}

extension ModemProtocol {
  /// The ceiling of answers to `heard` for a loudspeaker of `ceilingHertz`. An answer uses the same
  /// placement, the next lower placement, or the lowest.
  func ceilingHertz(
    ofAnswersTo heard: Placement, below ceilingHertz: Double?
  ) -> Double? {
    guard let lowest = placements.last, heard.highestToneHertz < placements[0].highestToneHertz
    else { return ceilingHertz }
    let own = max(heard.highestToneHertz, lowest.highestToneHertz).nextUp
    return min(own, ceilingHertz ?? own)
  }
}

extension AnsweringStation.Robustness {
  /// The protocol of an answer.
  var modemProtocol: ModemProtocol {
    switch self {
    case .quick: Receipt.protocols[0]
    case .usual: Receipt.protocols[1]
    case .deep: Receipt.protocols[2]
    }
  }
}

import HandShakeSignal

/// The families that there are, in the order in which they listen, which decides ties.
enum Families {
  static let all = [
    FamilyKind(AlphabetParameters.self),
    FamilyKind(HopParameters.self),
    FamilyKind(BurstParameters.self),
    FamilyKind(GGWaveParameters.self),
  ]

  /// Listeners for all of `protocols`.
  static func listeners(
    for protocols: [ModemProtocol], sampleRateHertz: Double
  ) -> [PlacedListener] {
    all.flatMap { $0.listeners(protocols, sampleRateHertz) }
  }
}

/// A family as a value, whatever its type: what is to be known before there is a protocol of it.
struct FamilyKind: Sendable {
  let name: String
  let bandHertz: ClosedRange<Double>
  /// Takes the family's fields of a protocol with these placements.
  let read: @Sendable (any FieldSource, [Placement]) throws(FieldError) -> any Family
  /// Listeners for those of some protocols that are of this family, at a sample rate.
  let listeners: @Sendable ([ModemProtocol], Double) -> [PlacedListener]

  init<F: Family>(_ family: F.Type) {
    name = F.name
    bandHertz = F.bandHertz
    read = { fields, placements throws(FieldError) in try F(fields, placements: placements) }
    listeners = { protocols, sampleRateHertz in
      F.listeners(
        for: protocols.compactMap { listened in
          (listened.family as? F).map {
            Listened(name: listened.name, placements: listened.placements, parameters: $0)
          }
        }, sampleRateHertz: sampleRateHertz)
    }
  }
}

/// Protocols of a family that share their search, with the placements they have in common.
struct SearchGroup<Parameters> {
  let placements: [Placement]
  var variants: [(name: String, parameters: Parameters)]

  /// The groups of `protocols`, in the order of their first ones: those with equal placements of which
  /// `isAlike` holds share one.
  static func groups(
    of protocols: [Listened<Parameters>], isAlike: (Parameters, Parameters) -> Bool
  ) -> [SearchGroup] {
    var groups: [SearchGroup] = []
    for listened in protocols {
      let variant = (name: listened.name, parameters: listened.parameters)
      let index = groups.firstIndex {
        $0.placements == listened.placements
          && isAlike($0.variants[0].parameters, listened.parameters)
      }
      if let index {
        groups[index].variants.append(variant)
      } else {
        groups.append(SearchGroup(placements: listened.placements, variants: [variant]))
      }
    }
    return groups
  }
}

extension DownConverter {
  /// Whether the shared baseband holds all of `placements`.
  static func holds(_ placements: [Placement]) -> Bool {
    placements.allSatisfy {
      $0.lowestToneHertz >= passBandHertz.lowerBound - 100
        && $0.highestToneHertz <= passBandHertz.upperBound
    }
  }
}

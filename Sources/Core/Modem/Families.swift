import HandShakeSignal

/// All families in the order in which they listen. The order decides ties.
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

/// The type of a family as a value: the facts that hold before a protocol of it is read.
struct FamilyKind: Sendable {
  let name: String
  let bandHertz: ClosedRange<Double>
  /// Reads the family's fields of a protocol with these placements.
  let read: @Sendable (any FieldSource, [Placement]) throws(FieldError) -> any Family
  /// Listeners at a sample rate for the protocols of this family.
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

/// Protocols of one family that share a search and have the same placements.
struct SearchGroup<Parameters> {
  let placements: [Placement]
  var variants: [(name: String, parameters: Parameters)]

  /// The groups of `protocols`, in the order of their first members. Protocols with equal
  /// placements share a group if `isAlike` holds for them.
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

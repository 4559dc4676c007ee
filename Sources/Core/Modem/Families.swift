import Signal

/// The one place that knows which families there are: who listens for which protocols, in which band.
enum Families {
  /// Listeners in the shared near-ultrasonic baseband, in the order that decides ties.
  static func nearListeners(_ protocols: [ModemProtocol]) -> [any Listener] {
    var listeners: [any Listener] = []
    for listened in protocols {
      guard case .alphabet(let parameters) = listened.family else { continue }
      listeners.append(
        AlphabetListener(
          name: listened.name, placements: listened.placements, parameters: parameters))
    }
    for group in hopGroups(protocols) {
      listeners.append(HopListener(variants: group.variants, placements: group.placements))
    }
    for group in burstGroups(protocols) where !isWide(group.placements) {
      listeners.append(
        BurstListener(
          variants: group.variants, placements: group.placements,
          sourceRateHertz: DownConverter.outputRateHertz,
          sourceCentreHertz: DownConverter.centreHertz))
    }
    return listeners
      + ggwaveListeners(
        protocols, in: ModemProtocol.listeningBandHertz, centreHertz: DownConverter.centreHertz)
  }

  /// The band below the near-ultrasonic one, where ggwave's audible protocols lie; nil where none of the
  /// protocols does.
  static func lowBand(
    _ protocols: [ModemProtocol], sampleRateHertz: Double
  ) -> Band<DownConverter>? {
    // The middle of a band that holds 500 to 7500 Hz.
    let centreHertz = 4000.0
    let listeners = ggwaveListeners(
      protocols, in: ModemProtocol.lowBandHertz, centreHertz: centreHertz)
    if listeners.isEmpty { return nil }
    return Band(DownConverter(rateHertz: sampleRateHertz, centreHertz: centreHertz), listeners)
  }

  /// A band for each kind of burst that the shared baseband does not hold.
  static func wideBands(
    _ protocols: [ModemProtocol], sampleRateHertz: Double
  ) -> [Band<ComplexDecimator>] {
    burstGroups(protocols).filter { isWide($0.placements) }.map { group in
      let filter = ComplexDecimator(
        lowestHertz: group.placements.map { $0.lowestToneHertz }.min()!,
        highestHertz: group.placements.map { $0.highestToneHertz }.max()!,
        rateHertz: sampleRateHertz)
      let listener = BurstListener(
        variants: group.variants, placements: group.placements,
        sourceRateHertz: filter.basebandRateHertz, sourceCentreHertz: filter.centreHertz)
      return Band(filter, [listener])
    }
  }

  /// Protocols that share their search, with the placements they have in common.
  private typealias Group<Parameters> = (
    placements: [Placement], variants: [(name: String, parameters: Parameters)]
  )

  /// Adds a protocol to the first of `groups` with the same placements that `isAlike`, or to a new one.
  private static func add<Parameters>(
    _ listened: ModemProtocol, _ parameters: Parameters, placements: [Placement],
    to groups: inout [Group<Parameters>], isAlike: (Parameters, Parameters) -> Bool
  ) {
    let group = groups.firstIndex {
      $0.placements == placements && isAlike($0.variants[0].parameters, parameters)
    }
    if let group {
      groups[group].variants.append((listened.name, parameters))
    } else {
      groups.append((placements, [(listened.name, parameters)]))
    }
  }

  private static func hopGroups(_ protocols: [ModemProtocol]) -> [Group<HopParameters>] {
    var groups: [Group<HopParameters>] = []
    for listened in protocols {
      guard case .hop(let parameters) = listened.family else { continue }
      add(listened, parameters, placements: listened.placements, to: &groups) {
        $0.isSameTiming(as: $1)
      }
    }
    return groups
  }

  private static func burstGroups(_ protocols: [ModemProtocol]) -> [Group<BurstParameters>] {
    var groups: [Group<BurstParameters>] = []
    for listened in protocols {
      guard case .burst(let parameters) = listened.family else { continue }
      add(listened, parameters, placements: listened.placements, to: &groups) {
        $0.isSameWaveform(as: $1)
      }
    }
    return groups
  }

  /// Whether placements go beyond the shared baseband.
  private static func isWide(_ placements: [Placement]) -> Bool {
    placements.contains {
      $0.lowestToneHertz < DownConverter.passBandHertz.lowerBound - 100
        || $0.highestToneHertz > DownConverter.passBandHertz.upperBound
    }
  }

  /// Listeners to the ggwave protocols in those of their placements that lie in `bandHertz`; one that
  /// sends fixed lengths only is not heard without a length.
  private static func ggwaveListeners(
    _ protocols: [ModemProtocol], in bandHertz: ClosedRange<Double>, centreHertz: Double
  ) -> [any Listener] {
    var groups: [Group<GGWaveParameters>] = []
    var fixed: [any Listener] = []
    for listened in protocols {
      guard case .ggwave(let parameters) = listened.family else { continue }
      for placement in listened.placements where bandHertz.contains(placement.lowestToneHertz) {
        if let length = parameters.fixedLength {
          fixed.append(
            GGWaveFixedListener(
              name: listened.name, parameters: parameters, length: length, placement: placement,
              centreHertz: centreHertz))
        } else if !parameters.needsFixedLength {
          add(listened, parameters, placements: [placement], to: &groups) {
            $0.tonesAtOnce == $1.tonesAtOnce
          }
        }
      }
    }
    return groups.map {
      GGWaveListener(
        variants: $0.variants, placement: $0.placements[0], centreHertz: centreHertz)
    } + fixed
  }
}

/// One protocol as its file in `Protocols/` declares it. Units are hertz and seconds.
///
/// `Catalog` makes the values and checks every field. Only the file states a protocol's parameters.
public struct ModemProtocol: Sendable {
  /// The name for `--protocol`.
  public var name: String
  /// One line for lists and help.
  public var summary: String
  /// The bands in which it may be sent, highest first, all of equal width.
  public var placements: [Placement]
  /// The waveform and code with its parameters.
  let family: any Family

  /// Whether it carries files, and repair blocks that replace lost blocks.
  public var carriesFiles: Bool { family.carriesFiles }
  /// Whether it carries sealed content.
  public var carriesSealedContent: Bool { family.carriesSealedContent }

  /// The rungs from which the sender may choose; nil if the protocol has only one pace.
  public var ladder: Ladder? { family.ladder }

  /// Least ratio of transmission power to noise density, in dB Hz, at which nine of ten messages of
  /// 16 characters arrive in white noise. With rungs, the ratio of the most robust rung.
  package var leastDensityRatioDecibels: Double { family.leastDensityRatioDecibels }

  /// Name and frequency of every character in `placement`, lowest first. The control symbol is
  /// called `end`. Nil if characters are not tones.
  public func toneMap(in placement: Placement) -> [(symbol: String, hertz: Double)]? {
    family.toneMap(in: placement)
  }

  /// Largest byte count of messages of a fixed length.
  public static let longestFixedLength = 64

  /// Byte count of every message if sender and receiver agreed on a length; nil for any length.
  public private(set) var messageLength: Int?

  /// The protocol for messages of `byteCount` bytes, on which sender and receiver have agreed.
  ///
  /// - Returns: nil if the protocol does not support messages of exactly `byteCount` bytes.
  public func fixedLength(_ byteCount: Int) -> ModemProtocol? {
    guard let family = family.fixedLength(byteCount) else { return nil }
    return ModemProtocol(
      name: name, summary: summary, placements: placements, family: family,
      messageLength: byteCount)
  }

  /// Band for all placements: the receiver's band less the Doppler shift of a moving signal.
  public static let listeningBandHertz = 13700.0...20300.0

  /// Another band for ggwave's placements. The receiver uses it only if a protocol needs it.
  public static let lowBandHertz = 600.0...7400.0

  /// The band of all placements that most adults cannot hear.
  public static let nearUltrasonicBandHertz = 13_300.0...20_700.0

  /// Whether every placement lies in the near-ultrasonic band.
  public var isNearUltrasonic: Bool {
    placements.allSatisfy { $0.lowestToneHertz >= Self.nearUltrasonicBandHertz.lowerBound }
  }

  /// The highest placement with all tones below `ceilingHertz`; nil if there is no such placement.
  public func placement(belowHertz ceilingHertz: Double) -> Placement? {
    placements.first { $0.highestToneHertz < ceilingHertz }
  }

  /// The assumed ceiling of an unknown loudspeaker, in hertz.
  public static let usualCeilingHertz = 20_000.0

  /// The ceiling if no other is stated, in hertz, at a rate of `sampleRateHertz`.
  ///
  /// A protocol with audible tones is for a cable, which has no ceiling of its own.
  public func assumedCeilingHertz(sampleRateHertz: Double) -> Double {
    isNearUltrasonic ? Self.usualCeilingHertz : sampleRateHertz / 2
  }

  /// The highest tone at `sampleRateHertz` samples per second, with a margin for the device's own
  /// filters just below half the rate.
  public static func highestHertz(sampleRateHertz: Double) -> Double { sampleRateHertz / 2.1 }
}

/// The band of one transmission, from its lowest tone to its highest.
public struct Placement: Sendable, Equatable {
  /// Centre frequency of the lowest tone.
  public var lowestToneHertz: Double
  /// Centre frequency of the highest tone.
  public var highestToneHertz: Double

  /// Difference of the highest and the lowest tone.
  var widthHertz: Double { highestToneHertz - lowestToneHertz }

  /// Whether a frequency lies in both placements.
  func overlaps(_ other: Placement) -> Bool {
    lowestToneHertz < other.highestToneHertz && highestToneHertz > other.lowestToneHertz
  }
}

extension ModemProtocol {
  /// The protocol that a file declares.
  package init(_ fields: any FieldSource) throws(FieldError) {
    let name = try fields.string("name", limit: 40)
    let summary = try fields.string("summary", limit: 100)
    let familyName = try fields.string("family", limit: 40)
    guard let kind = Families.all.first(where: { $0.name == familyName }) else {
      var names = Families.all.map { $0.name }
      let last = names.removeLast()
      throw fields.error(
        "family", "must be \(names.joined(separator: ", ")) or \(last), not \(familyName)")
    }
    let placements = try Placement.list(fields, in: kind.bandHertz)
    let family = try kind.read(fields, placements)
    try fields.requireNoOthers()
    self.init(name: name, summary: summary, placements: placements, family: family)
  }
}

extension Placement {
  /// The bands of the field `placements`, highest first, all of one width, inside `bandHertz`.
  fileprivate static func list(
    _ fields: any FieldSource, in bandHertz: ClosedRange<Double>
  ) throws(FieldError) -> [Placement] {
    var placements: [Placement] = []
    for entry in try fields.objects("placements", count: 1...8) {
      let lowest = try entry.number("lowestToneHertz", in: bandHertz)
      let highest = try entry.number("highestToneHertz", in: bandHertz)
      try entry.requireNoOthers()
      guard highest > lowest else {
        throw entry.error("highestToneHertz", "must lie above lowestToneHertz")
      }
      let placement = Placement(lowestToneHertz: lowest, highestToneHertz: highest)
      if let previous = placements.last {
        guard highest < previous.highestToneHertz else {
          throw entry.error("highestToneHertz", "must lie below that of the placement before")
        }
        guard abs(placement.widthHertz - previous.widthHertz) < 1e-6 else {
          throw entry.error("highestToneHertz", "must give all placements the same width")
        }
      }
      placements.append(placement)
    }
    return placements
  }
}

/// One protocol as its file in `Protocols/` declares it: frequencies in hertz, times in seconds.
///
/// Values are made by `Catalog`, which checks every field; nothing about a protocol is stated anywhere else.
public struct ModemProtocol: Sendable {
  /// What `--protocol` calls it.
  public var name: String
  /// One line for lists and help.
  public var summary: String
  /// Where in the spectrum it may lie, highest first: bands of equal width.
  public var placements: [Placement]
  /// The waveform and code with its parameters.
  let family: any Family

  /// Whether it carries files, and repair blocks that make up for lost ones.
  public var carriesFiles: Bool { family.carriesFiles }
  /// Whether it carries sealed content.
  public var carriesSealedContent: Bool { family.carriesSealedContent }

  /// What the sender may choose between robust and fast; nil where the protocol has one pace.
  public var ladder: Ladder? { family.ladder }

  /// The least power of a transmission over the density of the noise, in dB for a hertz, at which nine of
  /// ten messages of 16 characters arrive in white noise: where there are rungs, at the most robust.
  package var leastDensityRatioDecibels: Double { family.leastDensityRatioDecibels }

  /// Name and frequency of every character in `placement`, lowest first, the control symbol called `end`;
  /// nil where characters are no tones.
  public func toneMap(in placement: Placement) -> [(symbol: String, hertz: Double)]? {
    family.toneMap(in: placement)
  }

  /// Most bytes of messages of a fixed length.
  public static let longestFixedLength = 64

  /// Bytes of every message where sender and receiver have agreed on a length; nil for any length.
  public private(set) var messageLength: Int?

  /// The same for messages of `byteCount` bytes, which sender and receiver have agreed on.
  ///
  /// - Returns: nil where the protocol has no such mode, or none for so many bytes.
  public func fixedLength(_ byteCount: Int) -> ModemProtocol? {
    guard let family = family.fixedLength(byteCount) else { return nil }
    return ModemProtocol(
      name: name, summary: summary, placements: placements, family: family,
      messageLength: byteCount)
  }

  /// Where every placement must lie: what the receiver listens to, less the shift of a signal in motion.
  public static let listeningBandHertz = 13700.0...20300.0

  /// Where a placement of ggwave's may lie as well: what is listened to only where such a protocol asks.
  public static let lowBandHertz = 600.0...7400.0

  /// The band in which every placement lies that most adults do not hear.
  public static let nearUltrasonicBandHertz = 13_300.0...20_700.0

  /// Whether every placement lies in the near-ultrasonic band.
  public var isNearUltrasonic: Bool {
    placements.allSatisfy { $0.lowestToneHertz >= Self.nearUltrasonicBandHertz.lowerBound }
  }

  /// The highest placement whose every tone lies below `ceilingHertz`, nil where none does.
  public func placement(belowHertz ceilingHertz: Double) -> Placement? {
    placements.first { $0.highestToneHertz < ceilingHertz }
  }

  /// The ceiling of loudspeakers of which nothing is known, in hertz.
  public static let usualCeilingHertz = 20_000.0

  /// The ceiling that counts where nobody states one, in hertz, for `sampleRateHertz` samples a second.
  ///
  /// What sounds down into the audible is for a cable, which has no ceiling of its own.
  public func assumedCeilingHertz(sampleRateHertz: Double) -> Double {
    isNearUltrasonic ? Self.usualCeilingHertz : sampleRateHertz / 2
  }

  /// The highest tone that `sampleRateHertz` samples a second hold, with a margin for the
  /// device's own filters just below half of it.
  public static func highestHertz(sampleRateHertz: Double) -> Double { sampleRateHertz / 2.1 }
}

/// The band one transmission occupies, from its lowest tone to its highest.
public struct Placement: Sendable, Equatable {
  /// Centre frequency of the lowest tone.
  public var lowestToneHertz: Double
  /// Centre frequency of the highest tone.
  public var highestToneHertz: Double

  /// Distance of the highest tone from the lowest.
  var widthHertz: Double { highestToneHertz - lowestToneHertz }

  /// Whether a frequency lies in both.
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

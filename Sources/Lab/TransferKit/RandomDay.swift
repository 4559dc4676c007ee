import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem

/// A recording of many messages as one of many users might make it, all drawn from one seed: which
/// protocols, how loud, how far apart, over which floor, in which format.
///
/// Every message is strong enough to arrive, whatever it is followed by.
public struct RandomDay: Sendable {
  /// One message of the day.
  public struct Entry: Sendable {
    /// How it is sent.
    public var modem: ModemProtocol
    /// Where in the spectrum.
    public var placement: Placement
    /// Lower-case letters, digits and blanks; no other message of the day has the same.
    public var text: String
    /// Level of its loudest sample relative to full scale, -30...0.
    public var decibels: Double
    /// Seconds of nothing before it.
    public var gapSeconds: Double
  }

  /// What is heard where nobody sends.
  public enum Floor: Sendable {
    /// Exact zeros, as programs write them.
    case zeros
    /// Triangular dither of one step of the samples.
    case dither
    /// White noise of that level, relative to a full-scale sine.
    case noise(decibels: Double)
    /// White noise whose level is another from each of these times on, in seconds, in order.
    case steps([(startSeconds: Double, decibels: Double)])
  }

  /// What everything was drawn from.
  public let seed: UInt64
  /// Frames a second of the recording.
  public let rateHertz: Double
  /// Channels, of which one has the sound, and others the same sound weaker, or nothing.
  public let channelCount: Int
  /// The channel that has the sound, from 0.
  public let loudestChannel: Int
  /// Level of the sound in the other channels, in dB; nil for the floor alone.
  public let otherDecibels: Double?
  /// Bits of a sample; nil for floats.
  public let bits: Int?
  /// Steady voltage in all channels, full scale being 1.
  public let offset: Float
  /// What is heard where nobody sends.
  public let floor: Floor
  /// The protocols that are listened for.
  public let listened: [ModemProtocol]
  /// 12 to 20 messages in order.
  public let entries: [Entry]

  /// The day of a `seed`.
  public init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    self.seed = seed
    rateHertz = [44_100, 48_000, 64_000, 88_200, 96_000, 176_400, 192_000]
      .randomElement(using: &random)!
    let listened = Self.drawListened(&random)
    self.listened = listened
    channelCount = [1, 1, 2, 2, 4].randomElement(using: &random)!
    loudestChannel = Int.random(in: 0..<channelCount, using: &random)
    otherDecibels = Bool.random(using: &random) ? random.uniform(-20 ... -7) : nil
    bits = [16, 16, 24, nil].randomElement(using: &random)!
    offset = [0, 0, 0.01, -0.02].randomElement(using: &random)!
    let count = Int.random(in: 12...20, using: &random)
    let shortestGap = random.uniform(0.1...0.5)
    var entries: [Entry] = []
    for number in 0..<count {
      let modem = listened.randomElement(using: &random)!
      entries.append(
        Entry(
          modem: modem, placement: modem.placements.randomElement(using: &random)!,
          text: Self.drawText(number, of: modem, &random), decibels: random.uniform(-30 ... -0.3),
          gapSeconds: shortestGap + random.uniform(0...1) * random.uniform(0...4)))
    }
    self.entries = entries
    floor = Self.drawFloor(below: entries.map { $0.decibels }.min()!, &random)
  }

  /// What `hrecv` hears unasked, what it hears with `--all`, or one protocol of messages of a fixed
  /// length and one other by name.
  private static func drawListened(_ random: inout SeededRandom) -> [ModemProtocol] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6: return ProtocolCatalog.heardUnasked
    case 6..<9: return ProtocolCatalog.builtIn
    default:
      let fixed = ProtocolCatalog.builtIn.compactMap { $0.fixedLength(fixedByteCount) }
      return [
        fixed.randomElement(using: &random)!,
        ProtocolCatalog.heardUnasked.filter { $0.fixedLength(1) == nil }
          .randomElement(using: &random)!,
      ]
    }
  }

  private static let fixedByteCount = 12

  private static func drawText(
    _ number: Int, of modem: ModemProtocol, _ random: inout SeededRandom
  ) -> String {
    var count = Int.random(in: 4...24, using: &random)
    if let fixed = modem.messageLength { count = fixed }
    let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let name = "\(number) "
    return name
      + String((name.count..<count).map { _ in characters.randomElement(using: &random)! })
  }

  /// Noise is 40 dB below the weakest message at least: bursts choose their rate for little noise.
  private static func drawFloor(below weakest: Double, _ random: inout SeededRandom) -> Floor {
    let levels = -110...weakest - 40
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1: return .zeros
    case 2: return .dither
    case 3: return .noise(decibels: random.uniform(levels))
    default:
      var seconds = 0.0
      return .steps(
        (0..<8).map { _ in
          defer { seconds += random.uniform(2...15) }
          return (seconds, random.uniform(levels))
        })
    }
  }
}

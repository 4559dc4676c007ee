import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem

/// A recording of many messages of many users, drawn from one seed. The seed sets the protocols,
/// levels, gaps, noise floor and format.
///
/// Every message is strong enough to arrive, whatever the next message is.
public struct RandomDay: Sendable {
  /// One message of the day.
  public struct Entry: Sendable {
    /// The protocol of the message.
    public var modem: ModemProtocol
    /// The placement of the message.
    public var placement: Placement
    /// Lower-case letters, digits and spaces. The text is unique in its day.
    public var text: String
    /// Peak level relative to full scale, -30...0.
    public var decibels: Double
    /// Length of the gap before the message, in seconds.
    public var gapSeconds: Double
  }

  /// The sound between messages.
  public enum Floor: Sendable {
    /// Exact zeros, as programs write them.
    case zeros
    /// Triangular dither of one quantisation step.
    case dither
    /// White noise of this level, relative to a full-scale sine.
    case noise(decibels: Double)
    /// White noise that changes its level at each of these times, in seconds, in rising order.
    case steps([(startSeconds: Double, decibels: Double)])
  }

  /// The seed of all random choices.
  public let seed: UInt64
  /// Frames a second of the recording.
  public let rateHertz: Double
  /// Channels. One has the sound, and the others have the same sound weaker, or only the floor.
  public let channelCount: Int
  /// The channel with the sound, from 0.
  public let loudestChannel: Int
  /// Level of the sound in the other channels, in dB; nil for only the floor.
  public let otherDecibels: Double?
  /// Bits of a sample; nil for floating point.
  public let bits: Int?
  /// Constant offset in all channels. Full scale is 1.
  public let offset: Float
  /// The sound between messages.
  public let floor: Floor
  /// The protocols to listen for.
  public let listened: [ModemProtocol]
  /// 12 to 20 messages in order.
  public let entries: [Entry]

  /// The day of `seed`.
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

  /// The protocols of `hrecv` by default, or with `--all`, or a protocol with fixed message length
  /// and another protocol by name.
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

  /// Noise is at least 40 dB below the weakest message, because bursts choose a rate for low noise.
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

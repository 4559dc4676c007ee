import HandShakeChannelModel
import HandShakeModem

/// The loudspeaker of a station in a `SharedAir`: a message, and silence after it.
public struct Voice {
  private var samples: [Float] = []
  private var place = 0

  /// How loud it plays what a transmitter gives.
  private static let gain: Float = 0.7

  /// One with nothing to play.
  public init() {}

  /// One that begins to play `message`, encoded for `modem`, within the first of its placements.
  public init(_ message: EncodedMessage, by modem: ModemProtocol) throws {
    var transmitter = try Transmitter(
      message, placement: modem.placements[0], sampleRateHertz: SharedAir.rateHertz)
    samples = transmitter.samples().map { Self.gain * $0 }
  }

  /// Whether some of the message is left.
  public var isBusy: Bool { place < samples.count }

  /// The next `count` samples.
  public mutating func block(_ count: Int) -> [Float] {
    let taken = samples[place..<min(place + count, samples.count)]
    place += taken.count
    return taken + [Float](repeating: 0, count: count - taken.count)
  }
}

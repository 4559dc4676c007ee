import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem

/// A recording with events in Tests/Golden. It is the same on every run and machine.
public struct Recording: Sendable {
  /// The protocols to listen for.
  public enum Listener: Sendable {
    /// The protocols that programs listen for by default.
    case standard
    /// All built-in protocols.
    case all
    /// One protocol; `length` is the message length in bytes if it has no markers.
    case one(String, length: Int? = nil)

    /// The options of `hrecv` for these protocols.
    public var options: String {
      switch self {
      case .standard: ""
      case .all: "--all"
      case .one(let name, let length):
        "--protocol \(name)" + (length.map { " --length \($0)" } ?? "")
      }
    }

    /// The protocols themselves.
    public var protocols: [ModemProtocol] {
      get throws {
        switch self {
        case .standard: return ProtocolCatalog.heardUnasked
        case .all: return ProtocolCatalog.builtIn
        case .one(let name, let length):
          let found = try ProtocolCatalog.find(name)
          return [length.flatMap { found.fixedLength($0) } ?? found]
        }
      }
    }
  }

  /// Every recording.
  public static let all = toneRecordings + burstRecordings + ggwaveRecordings + crowdRecordings

  /// The name of the file with its events.
  public let name: String
  /// Samples a second.
  public let rateHertz: Int
  /// Channels, interleaved.
  public let channelCount: Int
  /// The protocols that listen to the recording.
  public let listener: Listener
  /// Makes the samples. Full scale is 1.
  private let makeSamples: @Sendable (inout SeededRandom) throws -> [Float]

  /// A recording of `sound` at 48 kHz through a channel.
  init(
    _ name: String, listener: Listener = .standard, _ channel: Channel,
    of sound: @escaping @Sendable () throws -> [Float]
  ) {
    self.init(name, listener: listener) { random in
      try channel.recorded(sound(), &random)
    }
  }

  /// A recording of samples from any other source.
  init(
    _ name: String, rateHertz: Int = 48_000, channelCount: Int = 1, listener: Listener = .standard,
    samples: @escaping @Sendable (inout SeededRandom) throws -> [Float]
  ) {
    self.name = name
    self.rateHertz = rateHertz
    self.channelCount = channelCount
    self.listener = listener
    makeSamples = samples
  }

  /// The samples as 16-bit integers. Rounding hides the differences between processors in the last
  /// digit of a float.
  public func samples() throws -> [Int16] {
    var random = SeededRandom(seed: seed)
    return try makeSamples(&random).map { sample in
      Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
    }
  }

  /// The FNV-1a hash of the name, so that a seed does not depend on the other recordings.
  private var seed: UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension Channel {
  /// A capture. Without a recorder of its own, signal and noise are 12 dB or more below full scale,
  /// so clipping is rare.
  func recorded(
    _ sound: [Float], rateHertz: Double = 48_000, _ random: inout SeededRandom
  ) -> [Float] {
    var channel = self
    if recorder == Recorder() { channel.recorder.gainDecibels = min(0, signalToNoiseDecibels) - 12 }
    return channel.capture(sound, rateHertz: rateHertz, random: &random)
  }
}

import HandShakeSignal

/// A waveform and a code, with the parameters of one protocol.
///
/// The object never changes. Code outside the family's folder uses only these requirements.
/// `Families` lists all families.
protocol Family: AnyObject, Sendable {
  /// The value of the field `family` in a protocol's file.
  static var name: String { get }

  /// Allowed band of placements, in hertz.
  static var bandHertz: ClosedRange<Double> { get }

  /// Reads the fields of this family from a protocol's file.
  ///
  /// - Parameters:
  ///   - fields: the fields that were not read so far.
  ///   - placements: of the protocol, highest first, all of one width and inside `bandHertz`.
  init(_ fields: any FieldSource, placements: [Placement]) throws(FieldError)

  /// Listeners for `protocols`: all protocols of this family, in the order that decides ties.
  static func listeners(
    for protocols: [Listened<Self>], sampleRateHertz: Double
  ) -> [PlacedListener]

  /// The frames that carry `content`.
  func encode(
    _ content: TransmittedContent, _ options: TransmissionOptions
  ) throws(TransmitterError) -> any FrameSource

  /// Rounds of `content` for the sending with number `run`. A round sends as many blocks as a
  /// receiver reports missing. Nil if the family has no rounds.
  func rounds(
    _ content: TransmittedContent, identity: UInt16, run: UInt16
  ) throws(TransmitterError) -> (any RoundSource)?

  /// Least ratio of transmission power to noise density, in dB Hz, at which nine of ten messages of
  /// 16 characters arrive in white noise. With rungs, the ratio of the most robust rung.
  ///
  /// The power is the power of a sine with the transmission's peak.
  var leastDensityRatioDecibels: Double { get }

  /// Whether it carries files and repair blocks.
  var carriesFiles: Bool { get }

  /// Whether it carries sealed content.
  var carriesSealedContent: Bool { get }

  /// The rungs from which the sender may choose; nil if there is only one pace.
  var ladder: Ladder? { get }

  /// The family for messages of exactly `byteCount` bytes; nil if it does not support that length.
  func fixedLength(_ byteCount: Int) -> Self?

  /// Name and frequency of every character, lowest first; nil if characters are not tones.
  func toneMap(in placement: Placement) -> [(symbol: String, hertz: Double)]?
}

extension Family {
  static var bandHertz: ClosedRange<Double> { ModemProtocol.listeningBandHertz }
  var carriesFiles: Bool { false }
  var carriesSealedContent: Bool { false }
  var ladder: Ladder? { nil }
  func rounds(
    _ content: TransmittedContent, identity: UInt16, run: UInt16
  ) throws(TransmitterError) -> (any RoundSource)? { nil }
  func fixedLength(_ byteCount: Int) -> Self? { nil }
  func toneMap(in placement: Placement) -> [(symbol: String, hertz: Double)]? { nil }
}

/// A protocol to listen for, with the parameters of its family.
struct Listened<Parameters> {
  let name: String
  let placements: [Placement]
  let parameters: Parameters
}

/// A listener and its part of the spectrum.
struct PlacedListener {
  enum Place {
    /// The near-ultrasonic baseband that most listeners share.
    case near
    /// The band below, for ggwave's audible protocols.
    case low
    /// A band of its own.
    case own(ComplexDecimator)
  }

  let place: Place
  let listener: any Listener
}

/// The rungs of a protocol, from which a sender chooses between robust and fast.
public struct Ladder: Sendable {
  /// A rung and the signal-to-noise ratio from which a sender takes it.
  public struct Step: Sendable, Equatable {
    /// The rung; 0 is the most robust.
    public var rung: Int
    /// Least ratio of a full-scale sine to the noise in 0 to 24 kHz.
    public var leastSNRDecibels: Double
  }

  /// The highest rung of any protocol.
  public static let highestRung = 12

  /// Symbols per second. The bandwidth of the symbols has the same value.
  public var symbolRateHertz: Double
  /// The steps of the protocol, fastest first.
  public var steps: [Step]
  /// By rung, the least ratio of transmission power to noise density, in dB Hz: nine of
  /// ten messages of 16 characters arrive in white noise. The power is the power of a sine with the
  /// transmission's peak.
  public var leastDensityRatiosDecibels: [Double]
}

/// The sender's options beyond content and placement.
struct TransmissionOptions {
  var identity: UInt16 = 0
  var copies = 1
  var isRepeated = false
  var pace = TransmissionPace.automatic
  var repairPercent = 0
  var wantsAnswer = false
}

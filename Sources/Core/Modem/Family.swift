import HandShakeSignal

/// A waveform and code, and what a protocol of it can do with what its file declares.
///
/// One object stands for the parameters of one protocol and never changes. Everything outside the family's
/// folder goes through these requirements: `Families` lists the families that there are.
protocol Family: AnyObject, Sendable {
  /// What the field `family` of a protocol's file calls it.
  static var name: String { get }

  /// Where placements may lie, in hertz.
  static var bandHertz: ClosedRange<Double> { get }

  /// Takes the fields of this family from a protocol's file.
  ///
  /// - Parameters:
  ///   - fields: the fields that nobody took so far.
  ///   - placements: those of the protocol, highest first, all of one width and inside `bandHertz`.
  init(_ fields: any FieldSource, placements: [Placement]) throws(FieldError)

  /// Listeners for `protocols`, all of those of this family, in the order that decides ties.
  static func listeners(
    for protocols: [Listened<Self>], sampleRateHertz: Double
  ) -> [PlacedListener]

  /// The frames that carry `content`.
  func encode(
    _ content: TransmittedContent, _ options: TransmissionOptions
  ) throws(TransmitterError) -> any FrameSource

  /// `content` for the rounds of the sending of number `run`, in each of which as much is sent as a receiver says is missing; nil where the family
  /// has none.
  func rounds(
    _ content: TransmittedContent, identity: UInt16, run: UInt16
  ) throws(TransmitterError) -> (any RoundSource)?

  /// The least power of a transmission over the density of the noise, in dB for a hertz, at which nine of
  /// ten messages of 16 characters arrive in white noise: where there are rungs, at the most robust.
  ///
  /// The power is that of a sine with the peak of the transmission.
  var leastDensityRatioDecibels: Double { get }

  /// Whether it carries files, and repair blocks.
  var carriesFiles: Bool { get }

  /// Whether it carries sealed content.
  var carriesSealedContent: Bool { get }

  /// The rungs that the sender may choose from; nil where there is one pace.
  var ladder: Ladder? { get }

  /// The same for messages of `byteCount` bytes; nil where there is no such mode, or none for so many.
  func fixedLength(_ byteCount: Int) -> Self?

  /// Name and frequency of every character, lowest first; nil where characters are no tones.
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

/// A protocol that is listened for, with the parameters of its family.
struct Listened<Parameters> {
  let name: String
  let placements: [Placement]
  let parameters: Parameters
}

/// A listener and the part of the spectrum that it listens to.
struct PlacedListener {
  enum Place {
    /// The near-ultrasonic baseband that most share.
    case near
    /// The band below, of ggwave's audible protocols.
    case low
    /// A band of its own.
    case own(ComplexDecimator)
  }

  let place: Place
  let listener: any Listener
}

/// A choice between robust and fast: what a sender needs to know of the rungs of a protocol.
public struct Ladder: Sendable {
  /// A rung for messages up to a length.
  public struct Step: Sendable, Equatable {
    /// The rung, 0 the most robust.
    public var rung: Int
    /// From where on the step is taken: a sine of full scale against the noise in 0 to 24 kHz.
    public var leastSNRDecibels: Double
  }

  /// The highest rung of any protocol.
  public static let highestRung = 11

  /// Symbols a second, which is the bandwidth that they need.
  public var symbolRateHertz: Double
  /// The steps of the protocol, the fastest first.
  public var steps: [Step]
  /// By rung, the least power of a transmission over the density of the noise, in dB for a hertz,
  /// at which nine of ten messages of 16 characters arrive in white noise. The power is that of a
  /// sine with the peak of the transmission.
  public var leastDensityRatiosDecibels: [Double]
}

/// What a sender may ask for beyond content and place.
struct TransmissionOptions {
  var identity: UInt16 = 0
  var copies = 1
  var isRepeated = false
  var pace = TransmissionPace.automatic
  var repairPercent = 0
  var wantsAnswer = false
}

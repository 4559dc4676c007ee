/// A message between two stations that measure their distance.
///
///     byte 0 | kind: 1 request, 2 reply, 3 report; and 16 in a report without a direct path
///     1, 2   | identity of the measurement
///     3      | in a reply and a report: number of the station that answers
///     4 to 7 | in a report: from the request's arrival to the reply's, in 1/16 of a microsecond
///     8, 9   | in a report: sum of both arrivals' dilations, in tenths of ppm, signed
///     10     | in a report: uncertainty of both arrivals, in centimetres; 255 for more
public enum RangingMessage: Sendable, Equatable {
  /// A station that answers sends a reply. `identity` is drawn at random for each try.
  case request(identity: UInt16)
  /// The sound that the other side measures. `responder` identifies the station that answers.
  case reply(identity: UInt16, responder: UInt8)
  /// The measurements of the station that answered.
  case report(identity: UInt16, responder: UInt8, RangingReport)

  private static let noDirectPath: UInt8 = 16

  /// Reads `bytes`, which may end with zeros; nil if they are not a ranging message.
  init?(bytes: [UInt8]) {
    guard bytes.count >= 3 else { return nil }
    let identity = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
    let count: Int
    switch bytes[0] {
    case 1:
      count = 3
      self = .request(identity: identity)
    case 2:
      guard bytes.count >= 4 else { return nil }
      count = 4
      self = .reply(identity: identity, responder: bytes[3])
    case 3, 3 + Self.noDirectPath:
      guard bytes.count >= 11 else { return nil }
      count = 11
      let elapsed = bytes[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let report = RangingReport(
        elapsedSixteenths: elapsed,
        dilationTenths: Int16(bitPattern: UInt16(bytes[8]) << 8 | UInt16(bytes[9])),
        uncertaintyCentimetres: bytes[10], hasDirectPath: bytes[0] == 3)
      self = .report(identity: identity, responder: bytes[3], report)
    default: return nil
    }
    guard bytes[count...].allSatisfy({ $0 == 0 }) else { return nil }
  }

  /// The bytes to send.
  var bytes: [UInt8] {
    switch self {
    case .request(let identity): [1] + Self.bytes(identity)
    case .reply(let identity, let responder): [2] + Self.bytes(identity) + [responder]
    case .report(let identity, let responder, let report):
      [report.hasDirectPath ? 3 : 3 + Self.noDirectPath] + Self.bytes(identity) + [responder]
        + Self.bytes(UInt16(report.elapsedSixteenths >> 16))
        + Self.bytes(UInt16(report.elapsedSixteenths & 0xFFFF))
        + Self.bytes(UInt16(bitPattern: report.dilationTenths))
        + [report.uncertaintyCentimetres]
    }
  }

  private static func bytes(_ number: UInt16) -> [UInt8] {
    [UInt8(number >> 8), UInt8(number & 0xFF)]
  }
}

/// The measurements of the answering station with its own microphone, rounded for sending.
public struct RangingReport: Sendable, Equatable {
  fileprivate var elapsedSixteenths: UInt32
  fileprivate var dilationTenths: Int16
  fileprivate var uncertaintyCentimetres: UInt8
  /// Whether the direct path of the request stands out of its echoes.
  public var hasDirectPath: Bool

  fileprivate init(
    elapsedSixteenths: UInt32, dilationTenths: Int16, uncertaintyCentimetres: UInt8,
    hasDirectPath: Bool
  ) {
    self.elapsedSixteenths = elapsedSixteenths
    self.dilationTenths = dilationTenths
    self.uncertaintyCentimetres = uncertaintyCentimetres
    self.hasDirectPath = hasDirectPath
  }

  /// - Parameters:
  ///   - elapsedSeconds: from the start of the request to the start of the reply at this
  ///     microphone; at most 268 s.
  ///   - dilationPartsPerMillion: sum of the dilations of the request and the own reply.
  ///   - uncertaintyMetres: possible error of the two arrivals, in metres of path.
  public init(
    elapsedSeconds: Double, dilationPartsPerMillion: Double, uncertaintyMetres: Double,
    hasDirectPath: Bool
  ) {
    func bounded(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      value.isFinite ? min(max(value, range.lowerBound), range.upperBound).rounded() : 0
    }
    self.init(
      elapsedSixteenths: UInt32(bounded(elapsedSeconds * 16e6, 0...Double(UInt32.max))),
      dilationTenths: Int16(bounded(dilationPartsPerMillion * 10, -32768...32767)),
      uncertaintyCentimetres: UInt8(bounded((uncertaintyMetres * 100).rounded(.up), 0...255)),
      hasDirectPath: hasDirectPath)
  }

  /// From the start of the request to the start of the reply, by the answering station's clock.
  public var elapsedSeconds: Double { Double(elapsedSixteenths) / 16e6 }
  /// Sum of the dilations of the request and of the station's own reply, in ppm.
  public var dilationPartsPerMillion: Double { Double(dilationTenths) / 10 }
  /// Possible error of the two arrivals, in metres of path.
  public var uncertaintyMetres: Double { Double(uncertaintyCentimetres) / 100 }
}

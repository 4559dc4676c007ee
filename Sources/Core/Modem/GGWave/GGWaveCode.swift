import HandShakeCoding

/// A message as the bytes that ggwave sends, and these bytes as tones.
///
/// A stream between markers has the length, its two parity bytes, the message and its parity. A
/// stream of fixed length starts at the message. The code is Reed-Solomon over GF(256), without a
/// checksum.
struct GGWaveCode: Sendable {
  private let parameters: GGWaveParameters
  private let field = GF256()
  private static let lengthParity = 2

  init(_ parameters: GGWaveParameters) { self.parameters = parameters }

  /// Parity bytes of a message of `length` bytes.
  static func parityCount(length: Int) -> Int { length < 4 ? 2 : max(4, length / 5 * 2) }

  /// Number of bytes before the message: its length and parity, or 0 for a fixed length.
  var headerCount: Int { parameters.fixedLength == nil ? 1 + Self.lengthParity : 0 }

  /// Bytes of the stream of a message of `length` bytes.
  func streamCount(length: Int) -> Int { headerCount + length + Self.parityCount(length: length) }

  /// Symbols of a message of `length` bytes.
  func symbolCount(length: Int) -> Int {
    (2 * streamCount(length: length) + parameters.tonesAtOnce - 1) / parameters.tonesAtOnce
  }

  /// The message lengths that take `symbolCount` symbols.
  func lengths(symbolCount: Int) -> [Int] {
    let all = parameters.fixedLength.map { $0...$0 } ?? 1...GGWaveParameters.longestMessage
    return all.filter { self.symbolCount(length: $0) == symbolCount }
  }

  /// The code with `parityCount` parity bytes.
  func reedSolomon(parityCount: Int) -> ReedSolomon<GF256> {
    do throws(ReedSolomonError) {
      return try ReedSolomon(field: field, parityCount: parityCount, firstRootExponent: 0)
    } catch {
      preconditionFailure("parity of at most 56 bytes is within the field")
    }
  }

  /// The bytes before a message of `length` bytes: its length with parity, or no bytes.
  func header(length: Int) -> [UInt8] {
    parameters.fixedLength == nil ? encode([UInt8(length)], parityCount: Self.lengthParity) : []
  }

  /// The stream of `message`, which has 1 to 140 bytes, or at most the fixed length.
  func stream(_ message: [UInt8]) -> [UInt8] {
    let length = parameters.fixedLength ?? message.count
    let filled = message + [UInt8](repeating: 0, count: length - message.count)
    return header(length: length) + encode(filled, parityCount: Self.parityCount(length: length))
  }

  /// `message`, then its parity.
  private func encode(_ message: [UInt8], parityCount: Int) -> [UInt8] {
    do throws(ReedSolomonError) {
      return try reedSolomon(parityCount: parityCount).encode(message)
    } catch {
      preconditionFailure("a message of at most 140 bytes and its parity are within the code")
    }
  }

  /// The tones of every symbol, in multiples of `toneSpacingHertz` above the band's lowest tone.
  ///
  /// Each half of a byte, the lower first, has a group of 16 tones. Zeros fill the last symbol.
  func tones(_ stream: [UInt8]) -> [[Int]] {
    let group = GGWaveParameters.tonesPerGroup
    var halves = stream.flatMap { [Int($0 & 15), Int($0 >> 4)] }
    while halves.count % parameters.tonesAtOnce != 0 { halves.append(0) }
    return stride(from: 0, to: halves.count, by: parameters.tonesAtOnce).map { start in
      (0..<parameters.tonesAtOnce).map { group * $0 + halves[start + $0] }
    }
  }

  /// The tones of the marker before the data: one tone of every pair of neighbours.
  static let startMarker = (0..<GGWaveParameters.markerToneCount / 2).map { 2 * $0 + $0 % 2 }
  /// The tones of the marker after the data: all other tones.
  static let endMarker = (0..<GGWaveParameters.markerToneCount / 2).map { 2 * $0 + 1 - $0 % 2 }
}

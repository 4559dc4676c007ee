import HandShakeCoding

/// A file in transmission: the content of a stream of content number 1.
///
///     | bytes of the name, 1 byte | name | SHA-256 of the bytes, 32 bytes | bytes |
///
/// The modem carries the digest but does not compute it. The receiving program must compare it.
public struct CarriedFile: Sendable, Equatable {
  /// The name in UTF-8; `FileName.safe` leaves it unchanged.
  public let name: [UInt8]
  /// SHA-256 (FIPS 180-4) of the bytes at the sender.
  public let digest: [UInt8]
  /// The content of the file.
  public let bytes: [UInt8]

  /// The largest number of bytes of a file.
  public static let largestByteCount = BurstParameters.largestMessageBytes
  /// Bytes of a digest.
  public static let digestByteCount = 32

  /// A file of these bytes, with the name made safe.
  ///
  /// Nil if the digest does not have 32 bytes.
  public init?(name: [UInt8], digest: [UInt8], bytes: [UInt8]) {
    guard digest.count == Self.digestByteCount else { return nil }
    self.name = FileName.safe(name)
    self.digest = digest
    self.bytes = bytes
  }

  /// The file in a stream; nil if the stream contains no file.
  init?(packed: [UInt8]) {
    guard let nameCount = packed.first.map({ Int($0) }), nameCount > 0,
      packed.count >= 1 + nameCount + Self.digestByteCount
    else { return nil }
    let digestStart = 1 + nameCount
    let start = digestStart + Self.digestByteCount
    self.init(
      name: Array(packed[1..<digestStart]), digest: Array(packed[digestStart..<start]),
      bytes: Array(packed[start...]))
  }

  /// The stream of the file, without its check.
  package var packed: [UInt8] { [UInt8(name.count)] + name + digest + bytes }
}

/// Safe names for files from unknown senders.
public enum FileName {
  /// The largest number of bytes of a name, as in Linux file systems.
  public static let largestByteCount = 255

  /// The safe name for a file called `name`: one path component that cannot hide the file, leave
  /// its folder or control a terminal.
  ///
  /// The text up to the last `/` and dots at the start are removed. Control characters, line
  /// separators, bidirectional controls, bytes that are not UTF-8, `\` and a dash at the start
  /// become `_`. A name of more than 255 bytes loses its middle and keeps its extension. An empty
  /// result becomes `file`.
  public static func safe(_ name: [UInt8]) -> [UInt8] {
    var start = name.count
    while start > 0, name[start - 1] != UInt8(ascii: "/") { start -= 1 }
    var kept: [UInt8] = []
    var decoder = UTF8()
    var iterator = name[start...].makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        if isHarmless(scalar) {
          kept += Array(UTF8.encode(scalar).map { Array($0) } ?? [])
        } else {
          kept.append(UInt8(ascii: "_"))
        }
      case .emptyInput: break decoding
      case .error: kept.append(UInt8(ascii: "_"))
      }
    }
    kept = Array(kept.drop { $0 == UInt8(ascii: ".") })
    if kept.first == UInt8(ascii: "-") { kept[0] = UInt8(ascii: "_") }
    if kept.isEmpty { return Array("file".utf8) }
    return numbered(kept, nil)
  }

  /// The `number`-th name for files called `name`: `-2` goes before the extension of `a.txt`.
  ///
  /// - Parameters:
  ///   - name: a safe name.
  ///   - number: nil for the name itself, shortened if it is too long.
  public static func numbered(_ name: [UInt8], _ number: Int?) -> [UInt8] {
    let suffix = number.map { Array("-\($0)".utf8) } ?? []
    guard name.count + suffix.count > largestByteCount || number != nil else { return name }
    var dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.count
    // An extension is short; a long one is part of the name.
    if dot == 0 || name.count - dot > 32 { dot = name.count }
    var stem = name[..<dot]
    while stem.count + suffix.count + name.count - dot > largestByteCount { stem.removeLast() }
    // Do not cut a character in half.
    while stem.count < dot, name[stem.count] & 0xC0 == 0x80 { stem.removeLast() }
    return stem + suffix + name[dot...]
  }

  /// Whether a character is safe in a name.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x5C: false
    // Soft hyphen, direction marks, separators, invisible operators, BOM, annotations, tags.
    case 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      false
    // Noncharacters.
    case 0xFDD0...0xFDEF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}

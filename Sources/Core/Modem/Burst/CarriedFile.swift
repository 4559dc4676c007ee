import Coding

/// A file on its way: what a stream of content 1 holds.
///
///     | bytes of the name, 1 byte | name | SHA-256 of the bytes, 32 bytes | bytes |
///
/// The modem carries the digest and does not compute it: whoever keeps a received file compares first.
public struct CarriedFile: Sendable, Equatable {
  /// The name in UTF-8, always one that `FileName.safe` would leave as it is.
  public let name: [UInt8]
  /// SHA-256 (FIPS 180-4) of the bytes as the sender had them.
  public let digest: [UInt8]
  /// What is in the file.
  public let bytes: [UInt8]

  /// Most bytes of a file.
  public static let largestByteCount = BurstParameters.largestMessageBytes
  /// Bytes of a digest.
  public static let digestByteCount = 32

  /// A file of these bytes; its name is made safe first.
  ///
  /// Nil where the digest has not 32 bytes.
  public init?(name: [UInt8], digest: [UInt8], bytes: [UInt8]) {
    guard digest.count == Self.digestByteCount else { return nil }
    self.name = FileName.safe(name)
    self.digest = digest
    self.bytes = bytes
  }

  /// The file that a stream holds; nil where it holds none.
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

  /// What a stream holds of it.
  var packed: [UInt8] { [UInt8(name.count)] + name + digest + bytes }
}

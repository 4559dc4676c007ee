import CHandShakeSodium

/// Base64 (RFC 4648, section 4) by libsodium.
package enum Base64 {
  /// The padded Base64 text of `bytes`. sodium_bin2base64
  package static func text(of bytes: [UInt8]) -> String {
    let variant = sodium_base64_VARIANT_ORIGINAL
    var characters = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&characters, characters.count, bytes, bytes.count, variant)
    return String(
      decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

import HandShakeChannelModel
import Synchronization

@testable import HandShakeSealing

/// The bytes of hexadecimal digits.
func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
}

private let derived = Mutex<[String: Secret]>([:])

/// The secret of `passphrase`, which is derived once.
func secret(_ passphrase: String) throws -> Secret {
  try derived.withLock { known in
    if let secret = known[passphrase] { return secret }
    let secret = try Secret(passphrase: Array(passphrase.utf8))
    known[passphrase] = secret
    return secret
  }
}

extension SeededRandom {
  /// So many bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &self) }
  }
}

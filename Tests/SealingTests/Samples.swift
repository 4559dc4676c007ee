import Synchronization

@testable import Sealing

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

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &self) }
  }
}

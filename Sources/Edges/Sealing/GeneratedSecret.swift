import HandShakeCoding

/// A random secret: 64 random bits and a check of 16 bits (CRC-16/IBM-3740 of their bytes). Two
/// notations give the same `Secret`.
///
/// The check detects every wrong letter, every exchange of two neighbours, and all but 1 in 65,536
/// other mistakes. Keys are always derived from `words`.
public struct GeneratedSecret: Equatable, Sendable {
  /// Ten bytes; the check is last.
  private let bytes: [UInt8]

  /// A new secret from the system's random generator.
  public init() { self.init(random: Cryptography.randomBytes(8)) }

  /// The secret with these eight random bytes.
  init(random: [UInt8]) {
    let check = CRC.ibm3740.checksum(bytes: random)
    bytes = random + [UInt8(check >> 8), UInt8(check & 0xFF)]
  }

  /// Five proquints, 29 characters, to dictate: `babad-bamag-fosak-lubir-zuzuz`.
  public var words: String { String(decoding: letters, as: UTF8.self) }

  /// The bytes of `words`.
  var letters: [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity(29)
    for index in stride(from: 0, to: bytes.count, by: 2) {
      if index > 0 { letters.append(UInt8(ascii: "-")) }
      letters += Proquint.letters(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
    }
    return letters
  }

  /// Sixteen characters of Crockford's base 32 in four groups, to type: `XXXX-XXXX-XXXX-XXXX`.
  public var code: String {
    let bits = Bits.unpack(bytes)
    let characters = stride(from: 0, to: bits.count, by: 5)
      .map { Self.digits[Int(Bits.number(bits[$0..<$0 + 5]))] }
    return stride(from: 0, to: characters.count, by: 4)
      .map { String(decoding: characters[$0..<$0 + 4], as: UTF8.self) }.joined(separator: "-")
  }

  /// The secret that `text` writes; nil if `text` has neither notation.
  ///
  /// Words are five groups with hyphens or blanks between them, and at least three are proquints. A
  /// code is four groups of letters and digits with hyphens between them. Each group has four
  /// characters; if the code has a digit, one group may differ. Case does not matter. In a code `o`
  /// is 0, `i` and `l` are 1.
  ///
  /// Throws `mistyped` if the notation is right and the check is wrong.
  init?(typed text: some Collection<UInt8>) throws(SecretError) {
    guard let read = Self.words(text) ?? Self.code(text) else { return nil }
    guard read.count == 10 else { throw .mistyped }
    self.init(random: Array(read[..<8]))
    guard bytes == read else { throw .mistyped }
  }

  /// The bytes of the groups that are proquints; nil if `text` is not five groups.
  private static func words(_ text: some Collection<UInt8>) -> [UInt8]? {
    let groups = text.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ") }
    let values = groups.compactMap { Proquint.value($0) }
    guard groups.count == 5, values.count >= 3 else { return nil }
    return values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  /// The bytes of the characters that are digits of base 32; nil if `text` is not a code.
  private static func code(_ text: some Collection<UInt8>) -> [UInt8]? {
    let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let characters = groups.joined().map { lowercase($0) }
    let isNumeral = characters.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard groups.count == 4,
      zip(characters, isNumeral).allSatisfy({ $1 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
    else { return nil }
    let whole = groups.count { $0.count == 4 }
    guard whole == 4 || whole == 3 && isNumeral.contains(true) else { return nil }
    let digits = characters.compactMap { digit($0) }
    guard whole == 4, digits.count == 16 else { return [] }
    return Bits.pack(digits.flatMap { Bits.unpack(UInt32($0), count: 5) })
  }

  /// Crockford, "Base 32" (crockford.com/base32.html).
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  private static func digit(_ character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "o"): 0
    case UInt8(ascii: "i"), UInt8(ascii: "l"): 1
    default: digits.firstIndex { lowercase($0) == character }
    }
  }
}

/// Sixteen bits as five letters that can be spoken (Wilkerson, "A Proposal for Proquints",
/// arXiv:0901.4016, 2009). A consonant carries four bits, a vowel two bits.
enum Proquint {
  private static let consonants = Array("bdfghjklmnprstvz".utf8)
  private static let vowels = Array("aiou".utf8)

  /// Five small letters.
  static func letters(_ value: UInt16) -> [UInt8] {
    [
      consonants[Int(value >> 12)], vowels[Int(value >> 10 & 3)], consonants[Int(value >> 6 & 15)],
      vowels[Int(value >> 4 & 3)], consonants[Int(value & 15)],
    ]
  }

  /// The value of five letters, in any case; nil if they are not a proquint.
  static func value(_ letters: some Collection<UInt8>) -> UInt16? {
    guard letters.count == 5 else { return nil }
    var value: UInt16 = 0
    for (index, letter) in letters.enumerated() {
      let alphabet = index % 2 == 0 ? consonants : vowels
      guard let digit = alphabet.firstIndex(of: lowercase(letter)) else { return nil }
      value = value << (index % 2 == 0 ? 4 : 2) | UInt16(digit)
    }
    return value
  }
}

/// Converts capital ASCII letters to small letters; leaves other bytes.
private func lowercase(_ byte: UInt8) -> UInt8 {
  UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 0x20 : byte
}

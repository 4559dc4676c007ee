import Testing

@testable import HandShakeSealing

@Suite struct SecretTests {
  private func error(_ passphrase: [UInt8]) -> SecretError? {
    do throws(SecretError) {
      _ = try Secret(passphrase: passphrase)
      return nil
    } catch {
      return error
    }
  }
  private func error(_ passphrase: String) -> SecretError? { error(Array(passphrase.utf8)) }

  @Test func whatMakesNoSecret() {
    #expect(error("") == .empty)
    #expect(error(" \t\r\n ") == .empty)
    #expect(error("abc") == .tooShort(characterCount: 3, least: 12))
    #expect(error("  elevenchars  ") == .tooShort(characterCount: 11, least: 12))
    #expect(error("üüüüüüüüüüü") == .tooShort(characterCount: 11, least: 12))
    #expect(error([UInt8](repeating: 97, count: 1025)) == .tooLong(byteCount: 1025, limit: 1024))
    #expect(
      error([UInt8](repeating: 97, count: 1 << 20)) == .tooLong(byteCount: 1 << 20, limit: 1024))
    #expect(error("platform\0four") == .containsNull)
    #expect(error(Array("platform four".utf8) + [0xFF]) == .notUTF8)
    #expect(error(Array("platform four".utf8) + [0xC3]) == .notUTF8)
    // A surrogate, and a slash of two bytes.
    #expect(error(Array("platform four".utf8) + [0xED, 0xA0, 0x80]) == .notUTF8)
    #expect(error(Array("platform four".utf8) + [0xC0, 0xAF]) == .notUTF8)
  }

  @Test func whatMakesOne() throws {
    #expect(error([UInt8](repeating: 97, count: 1024)) == nil)
    #expect(error("üüüüüüüüüüüü") == nil)
    let padded = try Secret(passphrase: Array("\t platform four \r\n".utf8))
    #expect(try padded == secret("platform four"))
    #expect("\(padded)" == "secret siril")
  }

  @Test func generatedOnesDiffer() throws {
    let first = GeneratedSecret()
    #expect(first != GeneratedSecret())
    #expect(first.words.count == 29 && first.code.count == 19)
    #expect(try secret(first.words) == secret(first.code))
  }

  private func read(_ text: String) throws -> GeneratedSecret? {
    try GeneratedSecret(typed: Array(text.utf8))
  }
  private let generated = GeneratedSecret(random: [1, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF])

  @Test func notationsAreForgiving() throws {
    #expect(generated.words == "bahog-hijol-mokor-suloz-nodor")
    #expect(generated.code == "04HM-ASW9-NF6Y-Z63B")
    for text in [
      generated.words, generated.words.uppercased(), "Bahog hijol mokor  suloz nodor",
      generated.code, generated.code.lowercased(), "o4hm-asw9-nf6y-z63b", "O4HM-ASW9-NF6Y-Z63B",
    ] {
      #expect(try read(text) == generated, "\(text)")
    }
    for random: [UInt8] in [[0, 0x44, 0x32, 0x14, 0xC7, 0x42, 0x54, 0xB6], Array(1...8)] {
      let generated = GeneratedSecret(random: random)
      let typed = generated.code.map { $0 == "1" ? "l" : $0 == "0" ? "o" : $0 }
      #expect(try read(String(typed)) == generated)
      #expect(try read(String(typed.map { $0 == "l" ? "I" : $0 })) == generated)
    }
  }

  /// Every other letter at every place, every letter left out or doubled, every two neighbours
  /// exchanged.
  @Test func typingErrorsAreNoticed() throws {
    for (text, letters) in [
      (generated.words, "abcdefghijklmnopqrstuvwxyz0"),
      (generated.code, "0123456789abcdefghjkmnpqrstuvwxyz"),
    ] {
      let right = Array(text.lowercased())
      var mistyped: [[Character]] = []
      for place in right.indices where right[place] != "-" {
        for letter in letters where letter != right[place] {
          mistyped.append(right)
          mistyped[mistyped.count - 1][place] = letter
        }
        mistyped.append(Array(right[..<place] + right[(place + 1)...]))
        mistyped.append(Array(right[...place] + right[place...]))
        if place + 1 < right.count, right[place + 1] != "-", right[place + 1] != right[place] {
          mistyped.append(right)
          mistyped[mistyped.count - 1].swapAt(place, place + 1)
        }
      }
      #expect(mistyped.count > 500)
      for text in mistyped {
        #expect(throws: SecretError.mistyped, "\(String(text))") { try read(String(text)) }
      }
    }
    #expect(error("bahog-hijol-mokor-suloz-nodol") == .mistyped)
    #expect(error("04HM-ASW9-NF6Y-Z63C") == .mistyped)
  }

  @Test func passphrasesOfOnesOwnAreNone() throws {
    for text in [
      "platform four", "correct-horse-battery-staple", "correct horse battery staple now",
      "happy-house-green-table-chair", "door lamp cart moon", "door-lamp-house-moon",
      "bahog-hijol-mokor-suloz", "04HM-ASW9-NF6Y", "04HMASW9NF6YZ63B", "bahog hijol drei vier fünf",
    ] {
      #expect(try read(text) == nil, "\(text)")
    }
  }
}

/// A shortened systematic Reed-Solomon code.
///
/// A codeword is the message followed by p = `parityCount` symbols. As a polynomial with the first
/// symbol as highest coefficient, it is divisible by (x − αᵇ)(x − αᵇ⁺¹)…(x − αᵇ⁺ᵖ⁻¹), b being
/// `firstRootExponent`. The code restores any e wrong and v erased symbols with 2e + v ≤ p. Reed
/// and Solomon, "Polynomial codes over certain finite fields", J. SIAM 8 (1960).
public struct ReedSolomon<Field: FiniteField>: Sendable {
  /// The field of the symbols.
  public let field: Field

  /// The number of parity symbols, p.
  public let parityCount: Int

  /// The exponent of the first root of the generator polynomial, b.
  public let firstRootExponent: Int

  /// The generator polynomial without its leading 1, highest coefficient first.
  @usableFromInline let generator: [UInt8]

  /// A code with `parityCount` parity symbols over `field`.
  ///
  /// - Throws: `parityCount` unless 1 ≤ p ≤ q − 2.
  @inlinable
  public init(
    field: Field, parityCount: Int, firstRootExponent: Int
  ) throws(ReedSolomonError) {
    let allowed = 1...(field.order - 2)
    guard allowed.contains(parityCount) else { throw .parityCount(parityCount, allowed: allowed) }
    var polynomial: [UInt8] = [1]
    for index in 0..<parityCount {
      let root = field.power(firstRootExponent + index)
      polynomial.append(0)
      for degree in stride(from: polynomial.count - 1, to: 0, by: -1) {
        polynomial[degree] = field.difference(
          polynomial[degree], field.product(root, polynomial[degree - 1]))
      }
    }
    self.field = field
    self.parityCount = parityCount
    self.firstRootExponent = firstRootExponent
    self.generator = [UInt8](polynomial.dropFirst())
  }

  /// The longest codeword, q − 1 symbols.
  @inlinable public var maximumLength: Int { field.order - 1 }

  /// The codeword of `message`: its symbols, then the parity symbols.
  ///
  /// - Throws: `length` unless 1 ≤ count ≤ q − 1 − p; `symbol` for a byte outside the field.
  @inlinable
  public func encode(_ message: [UInt8]) throws(ReedSolomonError) -> [UInt8] {
    let allowed = 1...(maximumLength - parityCount)
    guard allowed.contains(message.count) else { throw .length(message.count, allowed: allowed) }
    try requireElements(message)
    // The register divides m(x)·xᵖ by the generator and holds the negated remainder, so the sum of
    // both is divisible.
    var register = [UInt8](repeating: 0, count: parityCount + 1)
    for symbol in message {
      let feedback = field.difference(symbol, register[0])
      for index in 0..<parityCount {
        register[index] = field.sum(register[index + 1], field.product(feedback, generator[index]))
      }
    }
    return message + register.dropLast()
  }

  /// The values of `word` at the roots of the generator: all 0 for a codeword.
  @inlinable
  func syndromes(of word: [UInt8]) -> [UInt8] {
    var syndromes = [UInt8](repeating: 0, count: parityCount)
    for index in 0..<parityCount {
      let root = field.power(firstRootExponent + index)
      var value: UInt8 = 0
      for symbol in word { value = field.sum(field.product(value, root), symbol) }
      syndromes[index] = value
    }
    return syndromes
  }

  @inlinable
  func requireElements(_ word: [UInt8]) throws(ReedSolomonError) {
    let order = field.order
    for position in 0..<word.count where Int(word[position]) >= order {
      throw .symbol(word[position], position: position)
    }
  }
}

/// An error of a Reed-Solomon encoder or decoder.
public enum ReedSolomonError: Error, Equatable {
  /// No code with this number of parity symbols exists over the field.
  case parityCount(Int, allowed: ClosedRange<Int>)

  /// The message or word is too short or too long for the code.
  case length(Int, allowed: ClosedRange<Int>)

  /// The byte at `position` is not an element of the field.
  case symbol(UInt8, position: Int)

  /// The number of check symbols is below 0 or above the number of parity symbols.
  case checkSymbols(Int, allowed: ClosedRange<Int>)

  /// The metrics are not whole rows with a value for each field element.
  case metricCount(Int, elements: Int)

  /// No codeword lies within the permitted distance: the word is lost.
  case uncorrectable
}

/// Why a Reed-Solomon encoder or decoder refused.
public enum ReedSolomonError: Error, Equatable {
  /// A code with that many parity symbols does not exist over the field.
  case parityCount(Int, allowed: ClosedRange<Int>)

  /// The message or word is too short or too long for the code.
  case length(Int, allowed: ClosedRange<Int>)

  /// The byte at `position` is no element of the field.
  case symbol(UInt8, position: Int)

  /// An erasure outside the word, or one named twice.
  case erasure(Int)

  /// More symbols are to be kept for checking than the code has parity symbols, or fewer than 0.
  case checkSymbols(Int, allowed: ClosedRange<Int>)

  /// The metrics are no whole number of rows with one value per field element.
  case metricCount(Int, elements: Int)

  /// No codeword within the permitted distance: the word is lost.
  case uncorrectable
}

/// Numbers as users type them: plain decimals, no hexadecimal, infinity or NaN.
enum Quantity {
  /// A decimal number such as `-6`, `0.5` or `1e3`; nil where `text` is anything else.
  static func decimal(_ text: some StringProtocol) -> Double? {
    let characters = Set("0123456789.+-eE")
    guard text.allSatisfy(characters.contains), let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  /// A frequency in hertz from `18500`, `18.5k`, `18500Hz` or `18.5kHz`, in any case; nil where
  /// `text` is anything else.
  static func hertz(_ text: String) -> Double? {
    var number = text.lowercased()[...]
    if number.hasSuffix("hz") { number = number.dropLast(2) }
    let isKilohertz = number.hasSuffix("k")
    if isKilohertz { number = number.dropLast() }
    return decimal(number).map { isKilohertz ? $0 * 1000 : $0 }
  }

  /// A duration in seconds from `2`, `0.5` or `2s`; nil where `text` is anything else.
  static func seconds(_ text: String) -> Double? {
    decimal(text.hasSuffix("s") ? text.dropLast() : text[...])
  }

  /// A share in hundredths from `20`, `20%`; nil where `text` is anything else.
  static func percent(_ text: String) -> Double? {
    decimal(text.hasSuffix("%") ? text.dropLast() : text[...])
  }

  /// A level in decibels from `-6`, `-6dB`; nil where `text` is anything else.
  static func decibels(_ text: String) -> Double? {
    decimal(text.lowercased().hasSuffix("db") ? text.dropLast(2) : text[...])
  }
}

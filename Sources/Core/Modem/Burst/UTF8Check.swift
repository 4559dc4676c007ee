/// Whether bytes are text.
enum UTF8Check {
  /// Where the first byte lies that belongs to no UTF-8 character; nil where all is text.
  static func firstFault(_ bytes: [UInt8]) -> Int? {
    var decoder = UTF8()
    var position = 0
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): position += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return position
      }
    }
  }
}

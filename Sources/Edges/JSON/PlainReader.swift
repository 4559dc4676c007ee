import HandShakePlatform

/// Parses text without Jansson. It accepts and refuses the same texts as Jansson.
struct PlainReader {
  private let bytes: [UInt8]
  private var next = 0
  private var depth = 0

  /// The limit of Jansson.
  private static let deepest = 2048

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The array or object in `bytes`.
  static func value(of bytes: [UInt8]) throws(JSONValue.SyntaxError) -> JSONValue {
    var reader = PlainReader(bytes)
    reader.skipBlanks()
    guard reader.first == UInt8(ascii: "{") || reader.first == UInt8(ascii: "[") else {
      throw reader.failure
    }
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.next == bytes.count else { throw reader.failure }
    return value
  }

  /// The next byte; nil at the end.
  private var first: UInt8? { next < bytes.count ? bytes[next] : nil }

  private var failure: JSONValue.SyntaxError {
    let before = bytes[..<min(next, bytes.count)]
    return JSONValue.SyntaxError(line: 1 + before.count { $0 == UInt8(ascii: "\n") })
  }

  private mutating func skipBlanks() {
    while let byte = first, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      next += 1
    }
  }

  /// Whether `byte` is next; then takes it.
  private mutating func takes(_ byte: UInt8) -> Bool {
    guard first == byte else { return false }
    next += 1
    return true
  }

  private mutating func value() throws(JSONValue.SyntaxError) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw failure }
    skipBlanks()
    switch first {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .truth(true))
    case UInt8(ascii: "f"): return try word("false", .truth(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONValue.SyntaxError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard takes(word.utf8Start[index]) else { throw failure }
    }
    return value
  }

  private mutating func object() throws(JSONValue.SyntaxError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    next += 1
    skipBlanks()
    if takes(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipBlanks()
      guard first == UInt8(ascii: "\"") else { throw failure }
      let name = try string()
      guard !name.utf8.contains(0) else { throw failure }
      skipBlanks()
      guard takes(UInt8(ascii: ":")) else { throw failure }
      members[name] = try value()
      skipBlanks()
    } while takes(UInt8(ascii: ","))
    guard takes(UInt8(ascii: "}")) else { throw failure }
    return .object(members)
  }

  private mutating func array() throws(JSONValue.SyntaxError) -> JSONValue {
    var values: [JSONValue] = []
    next += 1
    skipBlanks()
    if takes(UInt8(ascii: "]")) { return .array(values) }
    repeat {
      values.append(try value())
      skipBlanks()
    } while takes(UInt8(ascii: ","))
    guard takes(UInt8(ascii: "]")) else { throw failure }
    return .array(values)
  }

  private mutating func string() throws(JSONValue.SyntaxError) -> String {
    var text: [UInt8] = []
    next += 1
    while let byte = first, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure }
      next += 1
      if byte == UInt8(ascii: "\\") {
        for unit in String(Character(try escaped())).utf8 { text.append(unit) }
      } else {
        text.append(byte)
      }
    }
    guard takes(UInt8(ascii: "\"")), let checked = String(validating: text, as: UTF8.self) else {
      throw failure
    }
    return checked
  }

  /// The character after a backslash.
  private mutating func escaped() throws(JSONValue.SyntaxError) -> Unicode.Scalar {
    guard let byte = first else { throw failure }
    next += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw failure
    }
    var code = try hexadecimal()
    if 0xD800...0xDBFF ~= code {
      guard takes(UInt8(ascii: "\\")), takes(UInt8(ascii: "u")) else { throw failure }
      let low = try hexadecimal()
      guard 0xDC00...0xDFFF ~= low else { throw failure }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw failure }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONValue.SyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = first, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80
      else { throw failure }
      code = code << 4 | UInt32(digit)
      next += 1
    }
    return code
  }

  private mutating func number() throws(JSONValue.SyntaxError) -> JSONValue {
    let start = next
    _ = takes(UInt8(ascii: "-"))
    if !takes(UInt8(ascii: "0")) { try skipDigits() }
    var isInteger = true
    if takes(UInt8(ascii: ".")) {
      isInteger = false
      try skipDigits()
    }
    if takes(UInt8(ascii: "e")) || takes(UInt8(ascii: "E")) {
      isInteger = false
      if !takes(UInt8(ascii: "+")) { _ = takes(UInt8(ascii: "-")) }
      try skipDigits()
    }
    let digits = bytes[start..<next]
    if isInteger {
      guard let value = Int(String(decoding: digits, as: UTF8.self)) else { throw failure }
      return .integer(value)
    }
    // In the C locale: the program never calls setlocale.
    let value = (digits.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      strtod($0.baseAddress!, nil)
    }
    guard value.isFinite else { throw failure }
    return .number(value)
  }

  private mutating func skipDigits() throws(JSONValue.SyntaxError) {
    let start = next
    while let byte = first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { next += 1 }
    guard next > start else { throw failure }
  }
}

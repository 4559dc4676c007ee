/// Reads an input from its front. Zeros follow its end.
struct FuzzBytes {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number of `count` bytes, the most significant first.
  mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { number, _ in number << 8 | Int(byte()) }
  }

  mutating func double() -> Double {
    Double(bitPattern: UInt64(bitPattern: Int64(number(8))))
  }

  /// At most `count` bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let end = min(position + count, bytes.count)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  mutating func rest() -> [UInt8] { bytes(bytes.count) }

  mutating func element<Element>(of choices: [Element]) -> Element {
    choices[Int(byte()) % choices.count]
  }
}

/// The numbers of the messages that were opened last, so that a recording of one is not taken for a new
/// one.
public struct ReplayMemory: Equatable, Sendable {
  /// Most numbers; where one more comes, the oldest goes.
  public static let mostNumbers = 8192

  /// A ring: the oldest is at `oldest` once it is full, else first.
  private var numbers: [UInt64] = []
  private var oldest = 0
  private var known: Set<UInt64> = []

  /// One that knows no number.
  public init() {}

  /// Whether `number` came before, and isn't forgotten.
  public func contains(_ number: UInt64) -> Bool { known.contains(number) }

  /// Remembers `number`; false where it was known.
  public mutating func insert(_ number: UInt64) -> Bool {
    guard known.insert(number).inserted else { return false }
    if numbers.count < Self.mostNumbers {
      numbers.append(number)
    } else {
      known.remove(numbers[oldest])
      numbers[oldest] = number
      oldest = (oldest + 1) % Self.mostNumbers
    }
    return true
  }

  private static let heading = Array("HandShake seen 1".utf8)

  /// Most bytes that it takes on a disk.
  public static let mostBytes = heading.count + 8 * mostNumbers

  /// For a disk: the heading `HandShake seen 1`, then eight bytes of every number, the oldest first and
  /// the most significant byte first.
  public var bytes: [UInt8] {
    let ordered = numbers[oldest...] + numbers[..<oldest]
    return Self.heading
      + ordered.flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
      }
  }

  /// The one that `bytes` came from; nil where they come from none.
  public init?(bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, bytes.starts(with: Self.heading),
      (bytes.count - Self.heading.count) % 8 == 0
    else { return nil }
    for start in stride(from: Self.heading.count, to: bytes.count, by: 8) {
      guard insert(bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }) else { return nil }
    }
  }

  /// Whether both know the same numbers and forget them in the same order.
  public static func == (left: ReplayMemory, right: ReplayMemory) -> Bool {
    left.bytes == right.bytes
  }
}

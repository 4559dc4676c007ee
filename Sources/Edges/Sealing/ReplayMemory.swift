/// The numbers of the last accepted messages, each with the time of day at the end of its sound. It
/// detects a recording of an accepted message.
public struct ReplayMemory: Equatable, Sendable {
  /// The result for an opened message.
  public enum Admission: Sendable, Equatable {
    /// The number is new.
    case new
    /// Another listener accepted the same sound.
    case sameSound
    /// It was accepted before.
    case replayed
    /// The number cannot be stored, so the message is not accepted.
    case unremembered
  }

  /// A number, and the time of day at which its first sound ended, in eighths of a second since
  /// 1970, modulo 2³²; 0 if unknown.
  private struct Entry: Equatable {
    let number: UInt64
    let eighths: UInt32
  }

  /// The most numbers. A further number replaces the oldest.
  public static let mostNumbers = 16_384

  /// A ring: in a full ring the oldest is at `oldest`, before that at the start.
  private var entries: [Entry] = []
  private var oldest = 0
  private var known: [UInt64: UInt32] = [:]

  /// The most seconds between the ends of one sound at several listeners on one machine: the
  /// buffers of a device and of a sound server.
  private static let sameSoundSeconds = 2.0

  /// An empty memory.
  public init() {}

  /// How many numbers it knows.
  public var count: Int { entries.count }

  /// Whether `number` came before and is not forgotten.
  public func contains(_ number: UInt64) -> Bool { known[number] != nil }

  /// Whether to accept a message with that number. Its sound ended at `unixSeconds`, in seconds
  /// since 1970. Remembers a new number.
  public mutating func admit(_ number: UInt64, endingAt unixSeconds: Double) -> Admission {
    let time = SealedClock.time(ofSeconds: unixSeconds)
    guard let eighths = known[number] else {
      insert(Entry(number: number, eighths: max(time.eighths, 1)))
      return .new
    }
    guard eighths != 0 else { return .replayed }
    let age = SealingTime(eighths: eighths).ageSeconds(at: time)
    return abs(age) <= Self.sameSoundSeconds ? .sameSound : .replayed
  }

  /// Adds the numbers of `other`. A number that both know keeps its own time.
  public mutating func merge(_ other: ReplayMemory) {
    for entry in other.ordered { insert(entry) }
  }

  private mutating func insert(_ entry: Entry) {
    guard known[entry.number] == nil else { return }
    known[entry.number] = entry.eighths
    if entries.count < Self.mostNumbers {
      entries.append(entry)
    } else {
      known[entries[oldest].number] = nil
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.mostNumbers
    }
  }

  private var ordered: [Entry] { Array(entries[oldest...] + entries[..<oldest]) }

  private static let heading = Array("HandShake seen 2".utf8)
  /// The heading of a memory without times.
  private static let timelessHeading = Array("HandShake seen 1".utf8)
  private static let (entryBytes, timelessBytes) = (12, 8)

  /// The most bytes of the stored form.
  public static let mostBytes = heading.count + entryBytes * mostNumbers

  /// The stored form: the heading `HandShake seen 2`, then twelve bytes for each number, oldest
  /// first. Eight bytes are the number and four its time, most significant byte first.
  public var bytes: [UInt8] {
    var bytes = Self.heading
    bytes.reserveCapacity(bytes.count + Self.entryBytes * entries.count)
    for entry in ordered {
      for place in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: entry.number >> UInt64(56 - 8 * place)))
      }
      bytes += SealingTime(eighths: entry.eighths).bytes
    }
    return bytes
  }

  /// The memory that gave `bytes`; nil if they are not valid. Bytes with the heading `HandShake
  /// seen 1` have numbers without times.
  public init?(bytes: [UInt8]) {
    let hasTimes = bytes.starts(with: Self.heading)
    guard bytes.count <= Self.mostBytes, hasTimes || bytes.starts(with: Self.timelessHeading) else {
      return nil
    }
    let size = hasTimes ? Self.entryBytes : Self.timelessBytes
    guard (bytes.count - Self.heading.count) % size == 0 else { return nil }
    for start in stride(from: Self.heading.count, to: bytes.count, by: size) {
      let number = bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
      let eighths = bytes[start + 8..<start + size].reduce(0) { $0 << 8 | UInt32($1) }
      guard !contains(number) else { return nil }
      insert(Entry(number: number, eighths: eighths))
    }
  }

  /// Whether both know the same numbers and forget them in the same order.
  public static func == (left: ReplayMemory, right: ReplayMemory) -> Bool {
    left.ordered == right.ordered
  }
}

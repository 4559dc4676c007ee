import Testing

@testable import HandShakeSealing

@Suite struct ReplayMemoryTests {
  /// 2027-01-15T08:00Z.
  private let now = 1_800_000_000.0

  @Test func theOldestGoFirst() {
    var memory = ReplayMemory()
    let numbers = 0..<UInt64(ReplayMemory.mostNumbers)
    let first = (Array(numbers) + [0, .max, 0]).map { memory.admit($0, endingAt: now) }
    // One too many drives out 0, which then is new and drives out 1.
    #expect(first == numbers.map { _ in .new } + [.sameSound, .new, .new])
    #expect(!memory.contains(1) && memory.contains(2))
    #expect(memory.contains(.max) && memory.contains(0))
    #expect(memory.bytes.count == ReplayMemory.mostBytes)
  }

  /// Another listener hears the end of the same sound a little earlier or later, and nothing after
  /// that is the same.
  @Test(
    arguments: [
      (0, .sameSound), (1.9, .sameSound), (-1.9, .sameSound), (2.2, .replayed), (-2.2, .replayed),
      (1e6, .replayed), (4e8, .replayed), (-1.8e9, .replayed),
    ] as [(Double, ReplayMemory.Admission)])
  func whenANumberComesAgain(seconds: Double, admission: ReplayMemory.Admission) {
    var memory = ReplayMemory()
    #expect(memory.admit(7, endingAt: now) == .new)
    #expect(memory.admit(7, endingAt: now + seconds) == admission)
  }

  @Test func comesBackFromItsBytes() throws {
    var memory = ReplayMemory()
    #expect(ReplayMemory(bytes: memory.bytes) == memory)
    for count in [1, 100, 20_000] {
      for number in 0..<count {
        _ = memory.admit(UInt64(count) << 40 | UInt64(number), endingAt: now + Double(number))
      }
      var again = try #require(ReplayMemory(bytes: memory.bytes))
      #expect(again == memory)
      #expect(again.admit(7, endingAt: now) == memory.admit(7, endingAt: now))
      #expect(again == memory)
    }
  }

  /// Of a number without a time nobody knows whether it is the same sound.
  @Test func memoriesWithoutTimesAreRead() throws {
    var memory = try #require(
      ReplayMemory(bytes: Array("HandShake seen 1".utf8) + [0, 0, 0, 0, 0, 0, 0, 7]))
    #expect(memory.admit(7, endingAt: now) == .replayed)
    #expect(memory.admit(8, endingAt: now) == .new)
    #expect(ReplayMemory(bytes: memory.bytes) == memory)
  }

  @Test func whatOneOfTwoKnowsBothKnow() {
    var (one, other) = (ReplayMemory(), ReplayMemory())
    _ = (one.admit(1, endingAt: now), other.admit(2, endingAt: now + 60))
    one.merge(other)
    #expect(one.count == 2)
    #expect(one.admit(1, endingAt: now + 60) == .replayed)
    #expect(one.admit(2, endingAt: now + 61) == .sameSound)
  }

  @Test func hostileBytesAreRefused() {
    var memory = ReplayMemory()
    for number in 0..<UInt64(ReplayMemory.mostNumbers) { _ = memory.admit(number, endingAt: now) }
    let whole = memory.bytes
    let few = Array(whole[..<40])
    #expect(ReplayMemory(bytes: few) != nil)
    let refused: [[UInt8]] = [
      [], Array(few[..<15]), few.dropLast(), few + [0], [0] + few,
      whole + [UInt8](repeating: 1, count: 12), few + few.suffix(12),
      [UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 1 << 20),
    ]
    for bytes in refused { #expect(ReplayMemory(bytes: bytes) == nil) }
  }
}

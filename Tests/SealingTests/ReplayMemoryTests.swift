import Testing

@testable import Sealing

@Suite struct ReplayMemoryTests {
  @Test func theOldestGoFirst() {
    var memory = ReplayMemory()
    let numbers = 0..<UInt64(ReplayMemory.mostNumbers)
    let isNew = (Array(numbers) + [0, .max, 0]).map { memory.insert($0) }
    // One too many drives out 0, which then is new and drives out 1.
    #expect(isNew == numbers.map { _ in true } + [false, true, true])
    #expect(!memory.contains(1) && memory.contains(2))
    #expect(memory.contains(.max) && memory.contains(0))
    #expect(memory.bytes.count == ReplayMemory.mostBytes)
  }

  @Test func comesBackFromItsBytes() throws {
    var memory = ReplayMemory()
    #expect(ReplayMemory(bytes: memory.bytes) == memory)
    for count in [1, 100, 9000] {
      for number in 0..<count { _ = memory.insert(UInt64(count) << 40 | UInt64(number)) }
      var again = try #require(ReplayMemory(bytes: memory.bytes))
      #expect(again == memory)
      let isNew = [again.insert(7), memory.insert(7)]
      #expect(isNew[0] == isNew[1] && again == memory)
    }
  }

  @Test func hostileBytesAreRefused() {
    var memory = ReplayMemory()
    for number in 0..<UInt64(ReplayMemory.mostNumbers) { _ = memory.insert(number) }
    let whole = memory.bytes
    let few = Array(whole[..<40])
    #expect(ReplayMemory(bytes: few) != nil)
    let refused: [[UInt8]] = [
      [], Array(few[..<15]), few.dropLast(), few + [0], [0] + few,
      whole + [0, 0, 0, 0, 0, 0, 0, 1],
      few + few.suffix(8), [UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 1 << 20),
    ]
    for bytes in refused { #expect(ReplayMemory(bytes: bytes) == nil) }
  }
}

/// Something that takes hostile bytes, with what must hold of it whatever they are.
struct FuzzTarget: Sendable {
  let name: String
  /// Most bytes of an input.
  let longestInput: Int
  /// How often a run of the usual length tries it.
  let executions: Int
  /// Inputs to start from, beside those in the corpus.
  let seeds: @Sendable () -> [[UInt8]]
  /// Traps where something is wrong.
  let run: @Sendable (UnsafeRawBufferPointer) -> Void

  static let all =
    [
      recording, protocolFile, protocolFields, configuration, classicBits, hopBits, burstBits,
      burstCable, ggwaveBits,
    ]
    + [blocks, incomingFolder, sealed, replayMemory, pairing, cInterface] + sounds
    + [protocolSound, doctor]
}

extension FuzzTarget {
  static let byteExecutions = 1_000_000
  static let sampleExecutions = 20_000

  static func bytes(
    _ name: String, longest: Int = 4096, seeds: @escaping @Sendable () -> [[UInt8]] = { [] },
    _ run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) -> FuzzTarget {
    FuzzTarget(
      name: name, longestInput: longest, executions: byteExecutions, seeds: seeds, run: run)
  }

  static func samples(
    _ name: String, longest: Int, seeds: @escaping @Sendable () -> [[UInt8]],
    _ run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) -> FuzzTarget {
    FuzzTarget(
      name: name, longestInput: longest, executions: sampleExecutions, seeds: seeds, run: run)
  }
}

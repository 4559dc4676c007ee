/// Code that takes hostile bytes, and the conditions that must hold for all bytes.
struct FuzzTarget: Sendable {
  let name: String
  /// The greatest length of an input, in bytes.
  let longestInput: Int
  /// Executions in a run of the usual length.
  let executions: Int
  /// Inputs to start from, in addition to the corpus.
  let seeds: @Sendable () -> [[UInt8]]
  /// Traps on an error.
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

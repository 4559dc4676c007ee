/// A stream in rounds. Every rung with blocks of the usual size carries the same blocks.
final class BurstRounds: RoundSource {
  let rungs: [Int]
  private let parameters: BurstParameters
  private let layout: BurstStreamLayout
  private let bytes: [UInt8]
  private let content: ContentNumber
  private let identity: UInt16
  private let run: UInt16

  /// Lower rungs have blocks of other sizes.
  private static let lowestRung = 3

  /// Nil if the protocol has no rung for streams of that length.
  init?(
    _ parameters: BurstParameters, _ bytes: [UInt8], _ content: ContentNumber, identity: UInt16,
    run: UInt16
  ) {
    self.run = run
    self.parameters = parameters
    self.content = content
    self.identity = identity
    let offered = Self.steps(parameters, byteCount: bytes.count).map { $0.rung }
    rungs = BurstRung.ladder.indices.filter { $0 >= Self.lowestRung && offered.contains($0) }
    guard let lowest = rungs.first else { return nil }
    layout = BurstStreamLayout(streamBytes: bytes.count + 4, rung: BurstRung.ladder[lowest])
    self.bytes = layout.blocks(of: bytes, repairCount: layout.largestRepairCount)
  }

  var blockCount: Int { layout.blockCount }
  var frameBlocks: Int { layout.frameBlocks }
  var repairBlockCount: Int { bytes.count / layout.blockBytes - layout.blockCount }

  func frames(_ frames: [RoundFrame], rung: Int) -> any FrameSource {
    let fitting = Self.steps(parameters, byteCount: layout.streamBytes - 4)
    let step = fitting.first { $0.rung == rung } ?? fitting[fitting.count - 1]
    return BurstFrames(
      parameters, step: step, bytes: bytes, layout: layout, content: content, identity: identity,
      run: run, numbers: frames)
  }

  /// The sender's choices for a stream of `byteCount` bytes. A file stream also has a name and a
  /// seal, so the largest is longer than the longest text.
  private static func steps(_ parameters: BurstParameters, byteCount: Int) -> [BurstStep] {
    parameters.steps.filter {
      $0.longestBytes >= min(byteCount, BurstParameters.largestMessageBytes)
    }
  }
}

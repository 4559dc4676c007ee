/// A frame of a round.
public struct RoundFrame: Sendable, Equatable {
  /// Number within the message. The message's own frames come first, then the repair frames.
  public var number: Int
  /// Number of blocks that it carries.
  public var blockCount: Int

  /// The frame `number` with `blockCount` blocks.
  public init(number: Int, blockCount: Int) {
    self.number = number
    self.blockCount = blockCount
  }
}

/// A family's source of the rounds of one message.
protocol RoundSource: AnyObject, Sendable {
  var blockCount: Int { get }
  var frameBlocks: Int { get }
  var repairBlockCount: Int { get }
  var rungs: [Int] { get }
  func frames(_ frames: [RoundFrame], rung: Int) -> any FrameSource
}

/// A text or a file that is sent in rounds. Each round sends as many blocks as a receiver reports
/// missing, at the rung that suits the room. A receiver collects the blocks of all rounds: any
/// `blockCount` different blocks rebuild the message.
public struct MessageRounds: Sendable {
  private let source: any RoundSource

  /// Number of possible values of `run`.
  public static let runCount = BurstPart.runCount

  /// The rounds of `content`. Their frames ask for an answer.
  ///
  /// - Parameters:
  ///   - content: a text, a file, or sealed content.
  ///   - modemProtocol: the protocol that carries it.
  ///   - identity: distinguishes the message from others. If the same content is sent again with
  ///     the same identity, it continues the earlier sending.
  ///   - run: distinguishes this sending from others of the same message, below `runCount`. Draw it
  ///     at random, so that an old receipt proves nothing.
  /// - Throws: `TransmitterError` if the content cannot be sent; `noAnswers` without rounds.
  public init(
    _ content: TransmittedContent, protocol modemProtocol: ModemProtocol, identity: UInt16,
    run: UInt16
  ) throws(TransmitterError) {
    precondition(run < Self.runCount)
    guard let source = try modemProtocol.family.rounds(content, identity: identity, run: run) else {
      throw .noAnswers
    }
    self.source = source
  }

  /// Number of blocks that rebuild the message.
  public var blockCount: Int { source.blockCount }
  /// Number of blocks in a full frame.
  public var frameBlocks: Int { source.frameBlocks }
  /// The rungs at which the message can be sent, most robust first.
  public var rungs: [Int] { source.rungs }

  /// Number of the message's own frames.
  public var ownFrameCount: Int { (blockCount + frameBlocks - 1) / frameBlocks }
  /// Number of all frames, with the repair frames.
  public var frameCount: Int {
    ownFrameCount + (source.repairBlockCount + frameBlocks - 1) / frameBlocks
  }

  /// The frame `number`, 0..<`frameCount`, with as many blocks as it can carry. A repair frame
  /// carries at most `mostBlocks`.
  public func frame(_ number: Int, mostBlocks: Int) -> RoundFrame {
    let isOwn = number < ownFrameCount
    let first = (isOwn ? number : number - ownFrameCount) * frameBlocks
    let left = (isOwn ? blockCount : source.repairBlockCount) - first
    return RoundFrame(
      number: number, blockCount: min(left, frameBlocks, isOwn ? frameBlocks : max(1, mostBlocks)))
  }

  /// The round of `frames` at `rung`, which is one of `rungs`.
  public func message(_ frames: [RoundFrame], rung: Int) -> EncodedMessage {
    EncodedMessage(frames: source.frames(frames, rung: rung))
  }
}

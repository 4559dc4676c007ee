/// A frame of a round.
public struct RoundFrame: Sendable, Equatable {
  /// Its number within the message: the message's own frames come first, then those of repair.
  public var number: Int
  /// How many blocks it carries.
  public var blockCount: Int

  /// The frame of that number with so many blocks.
  public init(number: Int, blockCount: Int) {
    self.number = number
    self.blockCount = blockCount
  }
}

/// What a family makes rounds of.
protocol RoundSource: AnyObject, Sendable {
  var blockCount: Int { get }
  var frameBlocks: Int { get }
  var repairBlockCount: Int { get }
  var rungs: [Int] { get }
  func frames(_ frames: [RoundFrame], rung: Int) -> any FrameSource
}

/// A text or a file that is sent in rounds, in each of which as many blocks are sent as a receiver says are
/// missing, at the rung that suits the room. A receiver adds up the blocks of all rounds: any `blockCount`
/// different ones rebuild the message.
public struct MessageRounds: Sendable {
  private let source: any RoundSource

  /// How many numbers of a sending there are.
  public static let runCount = BurstPart.runCount

  /// The rounds of `content`, whose frames ask for an answer.
  ///
  /// - Parameters:
  ///   - content: a text, a file, or what is sealed.
  ///   - modemProtocol: the protocol that carries it.
  ///   - identity: tells the message from others. Whoever sends the same content with the same identity again goes on
  ///     where it ended.
  ///   - run: tells this sending from others of the same message, below `runCount`: to be drawn at random, so that an
  ///     old receipt proves nothing.
  /// - Throws: `TransmitterError` where the protocol cannot send the content; `noAnswers` where it has no rounds.
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

  /// How many blocks rebuild the message.
  public var blockCount: Int { source.blockCount }
  /// Blocks of a full frame.
  public var frameBlocks: Int { source.frameBlocks }
  /// The rungs at which it can be sent, the most robust first.
  public var rungs: [Int] { source.rungs }

  /// The frames of the message itself.
  public var ownFrameCount: Int { (blockCount + frameBlocks - 1) / frameBlocks }
  /// The same with those of repair.
  public var frameCount: Int {
    ownFrameCount + (source.repairBlockCount + frameBlocks - 1) / frameBlocks
  }

  /// The frame of that number, 0..<`frameCount`, with as many blocks as it may carry, of a frame of repair at most
  /// `mostBlocks`.
  public func frame(_ number: Int, mostBlocks: Int) -> RoundFrame {
    let isOwn = number < ownFrameCount
    let first = (isOwn ? number : number - ownFrameCount) * frameBlocks
    let left = (isOwn ? blockCount : source.repairBlockCount) - first
    return RoundFrame(
      number: number, blockCount: min(left, frameBlocks, isOwn ? frameBlocks : max(1, mostBlocks)))
  }

  /// A round of `frames` at `rung`, one of `rungs`.
  public func message(_ frames: [RoundFrame], rung: Int) -> EncodedMessage {
    EncodedMessage(frames: source.frames(frames, rung: rung))
  }
}

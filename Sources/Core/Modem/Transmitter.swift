/// Why a message cannot be sent.
public enum TransmitterError: Error, Equatable, Sendable {
  /// The text is empty.
  case emptyText
  /// The protocol has no symbol for the character at `position` of the text, counted from 1.
  case unsupportedCharacter(Unicode.Scalar, position: Int)
  /// The bytes are not valid UTF-8 from byte `position` on, counted from 0.
  case notText(position: Int)
  /// The text has `count` characters or bytes, and the protocol carries at most `limit`.
  case textTooLong(count: Int, limit: Int)
  /// The sample rate is too low for tones up to `highestToneHertz`.
  case rateTooLow(highestToneHertz: Double)
  /// The protocol has only one pace.
  case noRungs
  /// The protocol does not have this rung for a message of this length; `offered` lists its rungs.
  case unknownRung(Int, offered: [Int])
  /// The protocol carries only texts.
  case noFiles
  /// The file has `count` bytes, and the protocol carries at most `limit`.
  case fileTooLong(count: Int, limit: Int)
  /// The protocol cannot carry sealed messages.
  case noSealedContent
  /// The protocol cannot ask for an answer.
  case noAnswers
  /// The protocol carries no receipts.
  case noReceipts
  /// The protocol has no repair blocks.
  case noRepair
}

/// A sound of known length, made block by block.
public protocol SampleSource: ~Copyable {
  /// Number of samples of the whole sound.
  var sampleCount: Int { get }
  /// Number of copies of one message in the sound.
  var copyCount: Int { get }
  /// Fills the start of `block`. Returns the number of written samples, 0 at the end.
  mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int
  /// Starts again at the first sample.
  mutating func restart()
}

/// The frames of one message in sequence, with gaps between them, for any sample rate.
protocol FrameSource: AnyObject, Sendable {
  /// Number of frames, at least one.
  var frameCount: Int { get }
  /// Number of copies of the message in the frames.
  var copyCount: Int { get }
  /// Silence between two frames.
  var gapSeconds: Double { get }
  /// Number of samples of a frame.
  func sampleCount(ofFrame index: Int, sampleRateHertz: Double) -> Int
  /// The sound of a frame, with a peak amplitude of 1 or slightly less.
  func wave(ofFrame index: Int, in placement: Placement, sampleRateHertz: Double) -> any Wave
}

extension FrameSource {
  var copyCount: Int { 1 }
  var gapSeconds: Double { 0 }
}

/// The samples of one frame. Its `FrameSource` knows their number.
protocol Wave: AnyObject {
  /// Fills the start of `block`. Returns the number of written samples, fewer at the end.
  func read(into block: UnsafeMutableBufferPointer<Float>) -> Int
}

/// Offset of the first byte that is not part of a UTF-8 character; nil if all of `bytes` is text.
func firstFault(in bytes: [UInt8]) -> Int? {
  do throws(UTF8.ValidationError) {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return error.byteOffsets.lowerBound
  }
}

/// Number of samples that cover all of `seconds`.
func wholeSamples(seconds: Double, rateHertz: Double) -> Int {
  Int((seconds * rateHertz).rounded(.up))
}

/// The frames that carry a message, for any sample rate.
public struct EncodedMessage: Sendable {
  let frames: any FrameSource

  /// Encodes `content`. A text must be UTF-8, but ggwave's protocols send any bytes.
  ///
  /// - Parameters:
  ///   - identity: distinguishes this message's parts and copies from other messages. Draw it at
  ///     random for each message.
  ///   - copies: number of copies, at the spacing at which a receiver combines copies. Only some
  ///     protocols send more than one copy, see `Transmitter.copyCount`.
  ///   - isRepeated: whether the whole transmission is sent again with the same identity.
  ///   - pace: the choice between robust and fast. Values other than `automatic` require a protocol
  ///     with a `ladder`.
  ///   - repairPercent: repair blocks in percent of the blocks, 0...100. As many blocks may be
  ///     lost. Only protocols that carry files have repair blocks.
  ///   - wantsAnswer: whether receivers that answer send a `Receipt`. Only for protocols that carry
  ///     sealed content.
  /// - Throws: `TransmitterError` if the protocol cannot send the content.
  public init(
    _ content: TransmittedContent, protocol modemProtocol: ModemProtocol, identity: UInt16 = 0,
    copies: Int = 1, isRepeated: Bool = false, pace: TransmissionPace = .automatic,
    repairPercent: Int = 0, wantsAnswer: Bool = false
  ) throws(TransmitterError) {
    if !modemProtocol.carriesSealedContent {
      if wantsAnswer { throw .noAnswers }
      switch content {
      case .receipt, .ranging, .pairing: throw .noReceipts
      case .text, .file, .sealed: break
      }
    }
    if !modemProtocol.carriesFiles {
      if case .file = content { throw .noFiles }
      guard repairPercent == 0 else { throw .noRepair }
    }
    if !modemProtocol.carriesSealedContent, case .sealed = content { throw .noSealedContent }
    if modemProtocol.ladder == nil, pace != .automatic { throw .noRungs }
    frames = try modemProtocol.family.encode(
      content,
      TransmissionOptions(
        identity: identity, copies: copies, isRepeated: isRepeated, pace: pace,
        repairPercent: repairPercent, wantsAnswer: wantsAnswer))
  }
}

extension EncodedMessage {
  /// A message of these frames.
  init(frames: any FrameSource) { self.frames = frames }
}

/// The samples of one transmission, block by block, with peak amplitude 1 or slightly less.
public struct Transmitter: ~Copyable, Sendable, SampleSource {
  /// Number of samples of the whole transmission.
  public let sampleCount: Int

  private let frames: any FrameSource
  private let placement: Placement
  private let sampleRateHertz: Double
  private let gapSamples: Int
  nonisolated(unsafe) private var wave: (any Wave)?
  private var frameIndex = 0
  private var gapLeft = 0

  /// A transmission of `message` in `placement`, which is one of its protocol's placements.
  ///
  /// - Throws: `rateTooLow` if the sample rate is too low for the placement.
  public init(
    _ message: EncodedMessage, placement: Placement, sampleRateHertz: Double
  ) throws(TransmitterError) {
    let highest = placement.highestToneHertz
    guard highest <= ModemProtocol.highestHertz(sampleRateHertz: sampleRateHertz) else {
      throw .rateTooLow(highestToneHertz: highest)
    }
    let frames = message.frames
    self.frames = frames
    self.placement = placement
    self.sampleRateHertz = sampleRateHertz
    gapSamples = Int((frames.gapSeconds * sampleRateHertz).rounded())
    sampleCount = (0..<frames.frameCount).reduce((frames.frameCount - 1) * gapSamples) {
      $0 + frames.sampleCount(ofFrame: $1, sampleRateHertz: sampleRateHertz)
    }
  }

  /// Number of copies of the message in the transmission.
  public var copyCount: Int { frames.copyCount }

  /// Fills the start of `block` with the next samples.
  ///
  /// - Returns: the number of written samples: less than `block.count` at the end, then 0.
  public mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    var filled = 0
    while filled < block.count, frameIndex < frames.frameCount {
      let rest = UnsafeMutableBufferPointer(rebasing: block[filled...])
      if gapLeft > 0 {
        let count = min(gapLeft, rest.count)
        rest[..<count].update(repeating: 0)
        gapLeft -= count
        filled += count
        continue
      }
      let current =
        wave
        ?? frames.wave(ofFrame: frameIndex, in: placement, sampleRateHertz: sampleRateHertz)
      wave = current
      let count = current.read(into: rest)
      filled += count
      if count == 0 {
        wave = nil
        frameIndex += 1
        gapLeft = gapSamples
      }
    }
    return filled
  }

  /// Starts again at the first sample.
  public mutating func restart() { (wave, frameIndex, gapLeft) = (nil, 0, 0) }
}

extension Transmitter {
  /// A transmission of `content` in `placement`, one of the placements of `modemProtocol`. The
  /// other parameters are the parameters of `EncodedMessage`.
  ///
  /// - Throws: `TransmitterError` if the protocol cannot send the content or the rate is too low.
  public init(
    _ content: TransmittedContent, protocol modemProtocol: ModemProtocol, placement: Placement,
    sampleRateHertz: Double, identity: UInt16 = 0, copies: Int = 1, isRepeated: Bool = false,
    pace: TransmissionPace = .automatic, repairPercent: Int = 0, wantsAnswer: Bool = false
  ) throws(TransmitterError) {
    let message = try EncodedMessage(
      content, protocol: modemProtocol, identity: identity, copies: copies,
      isRepeated: isRepeated, pace: pace, repairPercent: repairPercent, wantsAnswer: wantsAnswer)
    try self.init(message, placement: placement, sampleRateHertz: sampleRateHertz)
  }
}

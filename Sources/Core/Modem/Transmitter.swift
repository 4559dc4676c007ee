/// Why something cannot be sent.
public enum TransmitterError: Error, Equatable, Sendable {
  /// There is nothing to send.
  case emptyText
  /// The protocol has no symbol for the character, the `position`-th of the text, from 1.
  case unsupportedCharacter(Unicode.Scalar, position: Int)
  /// The bytes are not UTF-8 from byte `position` on, from 0.
  case notText(position: Int)
  /// The text has `count` characters or bytes and the protocol carries `limit`.
  case textTooLong(count: Int, limit: Int)
  /// The sample rate is too low for tones up to `highestToneHertz`.
  case rateTooLow(highestToneHertz: Double)
  /// The protocol has one pace only.
  case noRungs
  /// The protocol has no such rung for a message of that length; `offered` are those it has.
  case unknownRung(Int, offered: [Int])
  /// The protocol carries texts only.
  case noFiles
  /// The file has `count` bytes and the protocol carries `limit`.
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

/// A sound of known length, made block after block.
public protocol SampleSource: ~Copyable {
  /// Samples of all of it.
  var sampleCount: Int { get }
  /// How many copies of one message it holds.
  var copyCount: Int { get }
  /// Fills the front of `block`; gives the number of samples, 0 at the end.
  mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int
  /// Begins again from the first sample.
  mutating func restart()
}

/// The frames of one message, one after the other with gaps between, before any sample rate is known.
protocol FrameSource: AnyObject, Sendable {
  /// How many frames there are, at least one.
  var frameCount: Int { get }
  /// How many copies of the message they are.
  var copyCount: Int { get }
  /// Silence from one frame to the next.
  var gapSeconds: Double { get }
  /// Samples of a frame.
  func sampleCount(ofFrame index: Int, sampleRateHertz: Double) -> Int
  /// The sound of a frame, with peak amplitude 1 or little less.
  func wave(ofFrame index: Int, in placement: Placement, sampleRateHertz: Double) -> any Wave
}

extension FrameSource {
  var copyCount: Int { 1 }
  var gapSeconds: Double { 0 }
}

/// The samples of one frame, of which its `FrameSource` knows the number.
protocol Wave: AnyObject {
  /// Fills the start of `block`; gives how many samples it wrote, fewer at the end.
  func read(into block: UnsafeMutableBufferPointer<Float>) -> Int
}

/// Where the first byte lies that belongs to no UTF-8 character; nil where all of `bytes` is text.
func firstFault(in bytes: [UInt8]) -> Int? {
  do throws(UTF8.ValidationError) {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return error.byteOffsets.lowerBound
  }
}

/// Samples that hold all of so many seconds.
func wholeSamples(seconds: Double, rateHertz: Double) -> Int {
  Int((seconds * rateHertz).rounded(.up))
}

/// A text or a file as the frames that carry it: what can be known before there is a sample rate.
public struct EncodedMessage: Sendable {
  let frames: any FrameSource

  /// Encodes `content`. A text has to be UTF-8, except that ggwave's protocols send any bytes.
  ///
  /// - Parameters:
  ///   - identity: tells this message's parts and copies from those of others; to be drawn at random
  ///     for each message.
  ///   - copies: how often to send it, at the spacing at which a receiver adds the copies up; only
  ///     protocols that do so send more than one, see `Transmitter.copyCount`.
  ///   - isRepeated: whether the whole transmission will be sent again, with the same identity.
  ///   - pace: how to choose between robust and fast; anything but `automatic` only for protocols
  ///     that have a `ladder`.
  ///   - repairPercent: blocks of repair for so many hundredths of the blocks, 0...100, so that as
  ///     many blocks may be lost; only protocols that carry files have them.
  ///   - wantsAnswer: whether receivers that answer are to send a `Receipt`; only for protocols that
  ///     carry sealed content.
  /// - Throws: `TransmitterError` where the protocol cannot send the content.
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
  /// These frames.
  init(frames: any FrameSource) { self.frames = frames }
}

/// The samples of one transmission, block by block, with peak amplitude 1 or little less.
public struct Transmitter: ~Copyable, Sendable, SampleSource {
  /// Samples of the whole transmission.
  public let sampleCount: Int

  private let frames: any FrameSource
  private let placement: Placement
  private let sampleRateHertz: Double
  private let gapSamples: Int
  nonisolated(unsafe) private var wave: (any Wave)?
  private var frameIndex = 0
  private var gapLeft = 0

  /// A transmission of `message` in `placement`, one of those of its protocol.
  ///
  /// - Throws: `rateTooLow` where the rate does not hold the placement.
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

  /// How many copies of the message it holds.
  public var copyCount: Int { frames.copyCount }

  /// Fills the start of `block` with the next samples.
  ///
  /// - Returns: how many it wrote: less than `block.count` at the end, then 0.
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

  /// Begins again from the first sample.
  public mutating func restart() { (wave, frameIndex, gapLeft) = (nil, 0, 0) }
}

extension Transmitter {
  /// A transmission of `content` in `placement`, one of those of `modemProtocol`; the other parameters are
  /// those of `EncodedMessage`.
  ///
  /// - Throws: `TransmitterError` where the protocol cannot send the content, or the rate does not hold it.
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

/// What a transmission carries.
public enum TransmittedContent: Sendable, Equatable {
  /// A text in UTF-8.
  case text([UInt8])
  /// A file; only burst protocols carry it.
  case file(CarriedFile)
}

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
  /// The protocol has no repair blocks.
  case noRepair
  /// The protocol sends only messages of a length that both sides know: see `ModemProtocol.fixedLength`.
  case needsFixedLength
}

/// The samples of one transmission, block by block, with peak amplitude 1 or little less.
public struct Transmitter: Sendable {
  private enum Waveform {
    case faded(ToneSequence)
    case hop(HopTransmission)
    case burst(BurstTransmission)
    case ggwave(GGWaveTransmission)
    /// While `read` works on the waveform: it then holds the only reference, so nothing is copied.
    case taken
  }

  private var waveform: Waveform

  /// A transmission of `text` (UTF-8, but for ggwave's protocols, which send any bytes) in `placement`,
  /// one of those of `modemProtocol`.
  ///
  /// - Parameters:
  ///   - identity: tells this message's parts and copies from those of others; to be drawn at random
  ///     for each message.
  ///   - copies: how often to send it, at the spacing at which a receiver adds the copies up; only
  ///     protocols that do so send more than one, see `copyCount`.
  ///   - isRepeated: whether the whole transmission will be sent again, with the same identity.
  ///   - pace: how to choose between robust and fast; anything but `automatic` only for protocols
  ///     that have rungs.
  /// - Throws: `TransmitterError` where the protocol cannot send the text, or the rate does not hold it.
  public init(
    text: [UInt8], protocol modemProtocol: ModemProtocol, placement: Placement,
    sampleRateHertz: Double, identity: UInt16 = 0, copies: Int = 1, isRepeated: Bool = false,
    pace: TransmissionPace = .automatic
  ) throws(TransmitterError) {
    try self.init(
      .text(text), protocol: modemProtocol, placement: placement,
      sampleRateHertz: sampleRateHertz, identity: identity, copies: copies,
      isRepeated: isRepeated, pace: pace)
  }

  /// A transmission of a text or a file, with all there is to choose.
  ///
  /// - Parameters:
  ///   - copies, identity, isRepeated, pace: as above.
  ///   - repairPercent: how many repair blocks to add, in percent of the message's blocks, 0...100: as
  ///     many blocks may be lost; only burst protocols have them.
  /// - Throws: `TransmitterError` where the protocol cannot send the content, or the rate does not hold it.
  public init(
    _ content: TransmittedContent, protocol modemProtocol: ModemProtocol, placement: Placement,
    sampleRateHertz: Double, identity: UInt16 = 0, copies: Int = 1, isRepeated: Bool = false,
    pace: TransmissionPace = .automatic, repairPercent: Int = 0
  ) throws(TransmitterError) {
    guard
      placement.highestToneHertz <= ModemProtocol.highestHertz(sampleRateHertz: sampleRateHertz)
    else {
      throw .rateTooLow(highestToneHertz: placement.highestToneHertz)
    }
    if !modemProtocol.isBurst {
      if case .file = content { throw .noFiles }
      guard pace == .automatic else { throw .noRungs }
      guard repairPercent == 0 else { throw .noRepair }
    }
    switch (modemProtocol.family, content) {
    case (.burst(let parameters), _):
      waveform = .burst(
        try BurstTransmission(
          content, parameters: parameters, placement: placement,
          sampleRateHertz: sampleRateHertz, pace: pace, identity: identity,
          isRepeated: isRepeated, repairPercent: min(max(repairPercent, 0), 100)))
    case (.alphabet(let parameters), .text(let text)):
      waveform = .faded(
        try AlphabetTransmission.tones(
          text: text, parameters: parameters, placement: placement,
          sampleRateHertz: sampleRateHertz))
    case (.hop(let parameters), .text(let text)):
      waveform = .hop(
        try HopTransmission(
          text: text, parameters: parameters, placement: placement,
          sampleRateHertz: sampleRateHertz, identity: identity, copies: copies,
          isRepeated: isRepeated))
    case (.ggwave(let parameters), .text(let text)):
      waveform = .ggwave(
        try GGWaveTransmission(
          text, parameters: parameters, placement: placement, sampleRateHertz: sampleRateHertz))
    case (_, .file): throw .noFiles
    }
  }

  /// Samples of the whole transmission.
  public var sampleCount: Int {
    switch waveform {
    case .faded(let tones): tones.sampleCount
    case .hop(let frames): frames.sampleCount
    case .burst(let frames): frames.sampleCount
    case .ggwave(let sections): sections.sampleCount
    case .taken: 0
    }
  }

  /// How many copies of the message it holds.
  public var copyCount: Int {
    switch waveform {
    case .faded, .burst, .ggwave, .taken: 1
    case .hop(let frames): frames.copyCount
    }
  }

  /// Fills the start of `block` with the next samples.
  ///
  /// - Returns: how many it wrote: less than `block.count` at the end, then 0.
  public mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    switch waveform {
    case .faded(var tones):
      defer { waveform = .faded(tones) }
      return tones.read(into: block)
    case .hop(var frames):
      defer { waveform = .hop(frames) }
      return frames.read(into: block)
    case .ggwave(var sections):
      defer { waveform = .ggwave(sections) }
      return sections.read(into: block)
    case .taken: return 0
    case .burst(var frames):
      waveform = .taken
      defer { waveform = .burst(frames) }
      return frames.read(into: block)
    }
  }
}

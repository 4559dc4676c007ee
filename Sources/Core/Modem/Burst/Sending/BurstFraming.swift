import HandShakeCoding

/// The rule by which the sender selects between robust and fast transmission.
public enum TransmissionPace: Sendable, Equatable {
  /// For the signal-to-noise ratio that the protocol assumes.
  case automatic
  /// For a ratio 12 dB below the assumed ratio. Carries at most a third of the bits a second, with
  /// one fifth more blocks for repair.
  case robust
  /// For a ratio 6 dB above the assumed ratio.
  case fast
  /// The rung of this number.
  case rung(Int)
  /// The fastest rung for this signal-to-noise ratio in decibels: a sine of full scale against the
  /// noise in 0 to 24 kHz.
  case signalToNoiseDecibels(Double)
}

/// Converts a message to the frames of a burst protocol.
extension BurstParameters {
  private static let robustRepairPercent = 20

  /// The frames that carry `content`. A text that fits one frame, without repeats, repair or
  /// answer, is a frame without a descriptor. All other content is numbered parts.
  ///
  /// - Throws: `emptyText`, `notText`, `textTooLong`, `fileTooLong`, `unknownRung`.
  func frames(
    _ content: TransmittedContent, _ options: TransmissionOptions
  ) throws(TransmitterError) -> BurstFrames {
    let least = options.pace == .robust ? Self.robustRepairPercent : 0
    let repairPercent = min(max(options.repairPercent, least), 100)
    let (bytes, number) = try stream(of: content)
    let step = try self.step(
      byteCount: min(bytes.count, Self.largestMessageBytes), pace: options.pace)
    let rung = BurstRung.ladder[step.rung]
    if number == .text, !options.isRepeated, !options.wantsAnswer, repairPercent == 0,
      bytes.count <= rung.largestFrameBytes
    {
      return BurstFrames(self, step: step, message: bytes)
    }
    let layout = BurstStreamLayout(streamBytes: bytes.count + 4, rung: rung)
    return BurstFrames(
      self, step: step,
      bytes: layout.blocks(of: bytes, repairCount: layout.repairCount(percent: repairPercent)),
      layout: layout, content: ContentNumber(number, wantsAnswer: options.wantsAnswer),
      identity: options.identity)
  }

  /// The stream of `content` without its check, and its content number.
  private func stream(
    of content: TransmittedContent
  ) throws(TransmitterError) -> ([UInt8], ContentNumber) {
    switch content {
    case .text(let bytes):
      guard !bytes.isEmpty else { throw .emptyText }
      guard bytes.count <= Self.largestMessageBytes else {
        throw .textTooLong(count: bytes.count, limit: Self.largestMessageBytes)
      }
      if let position = firstFault(in: bytes) { throw .notText(position: position) }
      return (bytes, .text)
    case .file(let file):
      guard file.bytes.count <= CarriedFile.largestByteCount else {
        throw .fileTooLong(count: file.bytes.count, limit: CarriedFile.largestByteCount)
      }
      return (file.packed, .file)
    case .sealed(let sealed):
      let count = sealed.leastByteCount
      guard count + 4 <= BurstStreamLayout.largestStreamBytes else {
        throw .fileTooLong(count: count, limit: CarriedFile.largestByteCount)
      }
      return (sealed.bytes(count), .sealed)
    case .receipt, .ranging, .pairing: throw .noReceipts
    }
  }

  func rounds(
    _ content: TransmittedContent, identity: UInt16, run: UInt16
  ) throws(TransmitterError) -> (any RoundSource)? {
    let (bytes, number) = try stream(of: content)
    return BurstRounds(
      self, bytes, ContentNumber(number, wantsAnswer: true), identity: identity, run: run)
  }

  /// The sender's choice for a message of `byteCount` bytes.
  func step(byteCount: Int, pace: TransmissionPace) throws(TransmitterError) -> BurstStep {
    let fitting = steps.filter { $0.longestBytes >= byteCount }
    let snr: Double
    switch pace {
    case .rung(let rung):
      guard let step = fitting.first(where: { $0.rung == rung }) else {
        let offered = steps.map { $0.rung }
        throw .unknownRung(rung, offered: BurstRung.ladder.indices.filter(offered.contains))
      }
      return step
    case .automatic: snr = assumedSNRDecibels
    case .robust: snr = robustSNRDecibels
    case .fast: snr = fastSNRDecibels
    case .signalToNoiseDecibels(let decibels): snr = decibels
    }
    guard let step = fitting.first(where: { $0.leastSNRDecibels <= snr }) ?? fitting.last else {
      throw .textTooLong(count: byteCount, limit: steps.map { $0.longestBytes }.max() ?? 0)
    }
    return step
  }
}

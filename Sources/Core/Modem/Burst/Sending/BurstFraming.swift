import HandShakeCoding

/// How the sender is to choose between robust and fast.
public enum TransmissionPace: Sendable, Equatable {
  /// For the ratio that the protocol assumes.
  case automatic
  /// For a ratio 12 dB lower than that, which carries a third as many bits a second or less, with a fifth more blocks that
  /// make up for lost ones.
  case robust
  /// For a ratio 6 dB higher than the protocol assumes.
  case fast
  /// The rung of this number.
  case rung(Int)
  /// The fastest that this signal-to-noise ratio carries: a sine of full scale against the noise in 0
  /// to 24 kHz, in decibels.
  case signalToNoiseDecibels(Double)
}

/// A message to the frames of a burst protocol.
extension BurstParameters {
  private static let robustRepairPercent = 20

  /// The frames that carry `content`: one without a descriptor where one holds a text and it is sent
  /// once and unrepaired, otherwise numbered parts.
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

  /// What a stream holds of `content`, without its check, and the number of that.
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

  /// What the sender chooses for a message of `byteCount` bytes.
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

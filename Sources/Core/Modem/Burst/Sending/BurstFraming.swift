import Coding

/// How the sender is to choose between robust and fast.
public enum TransmissionPace: Sendable, Equatable {
  /// As the protocol declares.
  case automatic
  /// The rung of this number.
  case rung(Int)
  /// The fastest that this signal-to-noise ratio carries: a sine of full scale against the noise in 0
  /// to 24 kHz, in decibels.
  case snrDecibels(Double)
}

/// A message to the frames of a burst protocol.
struct BurstFraming: Sendable {
  let parameters: BurstParameters

  init(_ parameters: BurstParameters) { self.parameters = parameters }

  /// The frames that carry `content`: one without a descriptor where one holds a text and it is sent
  /// once and unrepaired, otherwise numbered parts.
  ///
  /// - Parameters:
  ///   - isRepeated: whether it will be sent more than once.
  ///   - repairPercent: repair blocks for so many hundredths of the blocks, 0...100.
  /// - Throws: `emptyText`, `notText`, `textTooLong`, `fileTooLong`, `unknownRung`.
  func frames(
    _ content: TransmittedContent, pace: TransmissionPace, identity: UInt16, isRepeated: Bool,
    repairPercent: Int = 0
  ) throws(TransmitterError) -> BurstFrames {
    let step: BurstStep
    let stream: [UInt8]
    let kind: BurstPart.Content
    switch content {
    case .text(let bytes):
      try check(text: bytes)
      step = try self.step(byteCount: bytes.count, pace: pace)
      if !isRepeated && repairPercent == 0
        && bytes.count <= BurstRung.ladder[step.rung].largestFrameBytes
      {
        return BurstFrames(parameters, step: step, message: bytes)
      }
      stream = bytes
      kind = .text
    case .file(let file):
      guard file.bytes.count <= CarriedFile.largestByteCount else {
        throw .fileTooLong(count: file.bytes.count, limit: CarriedFile.largestByteCount)
      }
      stream = file.packed
      kind = .file
      step = try self.step(
        byteCount: min(stream.count, BurstParameters.largestMessageBytes), pace: pace)
    }
    return BurstFrames(
      parameters, step: step, stream: BurstStreamLayout.checked(stream), content: kind,
      identity: identity, repairPercent: repairPercent)
  }

  private func check(text: [UInt8]) throws(TransmitterError) {
    guard !text.isEmpty else { throw .emptyText }
    guard text.count <= BurstParameters.largestMessageBytes else {
      throw .textTooLong(count: text.count, limit: BurstParameters.largestMessageBytes)
    }
    if let position = firstFault(text) { throw .notText(position: position) }
  }

  /// What the sender chooses for a message of `byteCount` bytes.
  func step(byteCount: Int, pace: TransmissionPace) throws(TransmitterError) -> BurstStep {
    let fitting = parameters.steps.filter { $0.longestBytes >= byteCount }
    let snr: Double
    switch pace {
    case .rung(let rung):
      guard let step = fitting.first(where: { $0.rung == rung }) else {
        throw .unknownRung(rung, offered: Set(parameters.steps.map { $0.rung }).sorted())
      }
      return step
    case .automatic: snr = parameters.assumedSNRDecibels
    case .snrDecibels(let decibels): snr = decibels
    }
    guard let step = fitting.first(where: { $0.leastSNRDecibels <= snr }) ?? fitting.last else {
      throw .textTooLong(
        count: byteCount, limit: parameters.steps.map { $0.longestBytes }.max() ?? 0)
    }
    return step
  }

  /// Where the first byte lies that belongs to no UTF-8 character; nil where all is text.
  private func firstFault(_ bytes: [UInt8]) -> Int? {
    var decoder = UTF8()
    var position = 0
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): position += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return position
      }
    }
  }
}

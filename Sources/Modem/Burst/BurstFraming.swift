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

  /// The frames that carry `bytes`: one without a descriptor where one holds them and they are sent
  /// once, otherwise numbered parts.
  ///
  /// - Throws: `emptyText`, `notText`, `textTooLong`, `unknownRung`.
  func frames(
    _ bytes: [UInt8], pace: TransmissionPace, identity: UInt16, isRepeated: Bool
  ) throws(TransmitterError) -> BurstFrames {
    guard !bytes.isEmpty else { throw .emptyText }
    guard bytes.count <= BurstParameters.largestMessageBytes else {
      throw .textTooLong(count: bytes.count, limit: BurstParameters.largestMessageBytes)
    }
    if let position = UTF8Check.firstFault(bytes) { throw .notText(position: position) }
    let step = try step(byteCount: bytes.count, pace: pace)
    let rung = BurstRung.ladder[step.rung]
    if !isRepeated && bytes.count <= rung.largestFrameBytes {
      return BurstFrames(step: step, bytes: bytes, part: nil)
    }
    let check = CRC.bzip2.checksum(bytes: bytes)
    let stream = bytes + Bits.pack(Bits.unpack(check, count: 32))
    // A stream of more than one block is cut into full ones, so that all are alike.
    let isShort = stream.count <= rung.largestBlockBytes
    let part = BurstPart(
      identity: identity, streamBytes: stream.count,
      pieceBytes: isShort ? stream.count : rung.largestFrameBytes, number: 0)
    return BurstFrames(step: step, bytes: stream, part: part)
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
}

/// The frames of one message, each made when it is asked for.
struct BurstFrames: Sendable {
  let step: BurstStep
  /// The message, or in parts the stream.
  let bytes: [UInt8]
  /// What all parts have in common; nil where there is one frame without a descriptor.
  let part: BurstPart?

  var count: Int { part?.frameCount ?? 1 }

  /// Where everything lies in a frame.
  func layout(_ index: Int, _ framing: BurstFraming) -> BurstFrameLayout {
    BurstFrameLayout(sounder: step.sounder, header: header(index))
  }

  private func header(_ index: Int) -> BurstHeader {
    guard let part else { return BurstHeader(rung: step.rung, byteCount: bytes.count) }
    let left = min(bytes.count - index * part.pieceBytes, part.pieceBytes)
    let block = min(part.pieceBytes, BurstRung.ladder[step.rung].largestBlockBytes)
    return BurstHeader(
      rung: step.rung, byteCount: (left + block - 1) / block * block, isPart: true)
  }

  /// The bits and symbols of a frame.
  func symbols(_ index: Int, _ framing: BurstFraming) throws(PolarCodeError) -> BurstFrameSymbols {
    let layout = layout(index, framing)
    guard var part else { return try BurstFrameSymbols(bytes, layout: layout, part: nil) }
    part.number = index
    let start = index * part.pieceBytes
    var piece = Array(bytes[start..<min(start + part.pieceBytes, bytes.count)])
    piece += [UInt8](repeating: 0, count: layout.header.byteCount - piece.count)
    return try BurstFrameSymbols(piece, layout: layout, part: part)
  }
}

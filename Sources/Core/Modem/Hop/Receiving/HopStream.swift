import HandShakeCoding

/// A message in hop frames that are its parts or copies, by their common properties.
struct HopStream: PieceStream {
  let identity: UInt16
  /// The number of the last part.
  let last: UInt8
  let content: ContentNumber
  let placementIndex: Int
  let variant: Int

  static let (mostStreams, mostDelivered, isFollowed) = (16, 64, false)

  var pieceCount: Int { Int(last) + 1 }

  /// The bytes of the parts in order; nil if the check behind the last of several parts is wrong.
  func rebuild(_ pieces: inout Pieces.Choice) -> [UInt8]? {
    let all = (0..<pieceCount).flatMap { pieces[$0]?.bytes ?? [] }
    guard last > 0 else { return all }
    let bytes = Array(all.dropLast(3))
    let check = HopFraming.wholeCheck(bytes, identity: identity)
    return all.suffix(3).elementsEqual(Bits.pack(Bits.unpack(check, count: 24))) ? bytes : nil
  }

  func stage(missing: [Int], repairCount: Int) -> Failure.Stage {
    .parts(missing: missing, count: pieceCount)
  }
}

extension Reassembly<HopStream> {
  /// Takes the text of a frame with `correctedSymbols` repaired symbols: a message or a part.
  mutating func take(
    _ text: HopText, _ frame: Frame, correctedSymbols: Int = 0, placementIndex: Int, variant: Int,
    _ session: inout Session
  ) -> Outcome {
    var frame = frame
    frame.answer = text.answer
    guard let part = text.part else {
      return .whole(text.bytes, frame, correctedSymbols: correctedSymbols)
    }
    let stream = HopStream(
      identity: part.identity, last: part.last, content: text.content,
      placementIndex: placementIndex, variant: variant)
    let check = part.carriesCheck ? Bits.pack(Bits.unpack(part.check, count: 24)) : []
    let outcome = take(
      text.bytes + check, number: Int(part.number), of: stream, correctedSymbols: correctedSymbols,
      frame, &session)
    // A sender that wants an answer and repeats the last part may have received no answer.
    guard case .repeated(var pieces?) = outcome, frame.answer != nil, part.number == part.last,
      let bytes = stream.rebuild(&pieces)
    else { return outcome }
    frame.newSoundSeconds = pieces.soundSeconds
    return .whole(bytes, frame, correctedSymbols: correctedSymbols)
  }
}

import Testing

@testable import HandShakeModem

/// Rules of messages in many frames that hold for every family.
@Suite struct ReassemblyTests {
  /// A message of two pieces, whose check is that both end alike.
  private struct Pair: PieceStream {
    var identity = 0

    static let (mostStreams, mostDelivered, isFollowed) = (4, 8, true)

    var pieceCount: Int { 2 }

    func rebuild(_ pieces: inout Pieces.Choice) -> [UInt8]? {
      guard let first = pieces[0]?.bytes, let second = pieces[1]?.bytes, first.last == second.last
      else { return nil }
      return first + second
    }

    func stage(missing: [Int], repairCount: Int) -> Failure.Stage {
      .blocks(missing: missing, count: pieceCount, repair: repairCount)
    }
  }

  /// Takes pieces, one a second.
  private struct Desk {
    var messages = Reassembly<Pair>(patienceSeconds: 60, memorySeconds: 3600)
    var seconds = 0.0
    var session = Session()
    var wholes: [[UInt8]] = []
    /// Whether pieces were of messages that are out, and of which of them the pieces were kept.
    var repeats: [Bool] = []

    mutating func take(_ bytes: [UInt8], number: Int, of stream: Pair = Pair()) {
      seconds += 1
      let frame = Frame(
        number: session.nextFrameNumber(), protocolName: "burst", placement: burstPlacements[0],
        startSeconds: seconds - 1, endSeconds: seconds, signalToNoiseDecibels: 0,
        dilationPartsPerMillion: 0)
      let outcome = messages.take(
        bytes, number: number, of: stream, correctedSymbols: 0, frame, &session)
      switch outcome {
      case .whole(let bytes, _, _): wholes.append(bytes)
      case .repeated(let pieces): repeats.append(pieces != nil)
      case .nothing: break
      }
    }
  }

  /// Where there is no room for its pieces it is still known that a message is out. What
  /// contradicts it, and shares a piece with it, comes whole all the same.
  @Test func whatIsOutIsKnownWithoutItsPieces() {
    func piece(_ byte: UInt8, end: UInt8 = 1) -> [UInt8] {
      [UInt8](repeating: byte, count: 600_000) + [end]
    }
    var desk = Desk()
    for identity in 0..<3 {
      for number in 0..<2 { desk.take(piece(7), number: number, of: Pair(identity: identity)) }
      desk.take(piece(7), number: 1, of: Pair())
    }
    #expect(desk.wholes.count == 3 && desk.repeats == [true, false, false])
    desk.take(piece(8, end: 2), number: 0)
    for number in [0, 1, 0, 1] { desk.take(piece(7), number: number) }
    #expect(desk.wholes.count == 3 && desk.repeats.count == 7)
    desk.take(piece(9), number: 0)
    #expect(desk.wholes.dropFirst(3) == [piece(9) + piece(7)])
  }
}

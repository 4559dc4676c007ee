import HandShakeChannelModel
import HandShakeTestKit
import Testing

@testable import HandShakeModem

/// Pieces that contradict each other: what could be forged discards nothing (F7 of Security.md).
@Suite struct PiecesTests {
  private func frame(_ second: Int) -> Frame {
    Frame(
      number: second, protocolName: "burst",
      placement: Placement(lowestToneHertz: 16_490, highestToneHertz: 19_990),
      startSeconds: Double(second), endSeconds: Double(second) + 0.5, signalToNoiseDecibels: 0,
      dilationPartsPerMillion: 0)
  }

  private static let pieceCount = 6

  /// In whatever order pieces of the sender and others come, once all of the sender's are there
  /// some choice is what was sent.
  @Test func someChoiceIsWhatWasSent() {
    for seed in 1...UInt64(extent(20_000, usually: 2000)) {
      var random = SeededRandom(seed: seed)
      var arriving = (0..<Self.pieceCount).map { (number: $0, bytes: [UInt8($0)]) }
      for forged in 0..<Int.random(in: 1...3, using: &random) {
        arriving.append(
          (Int.random(in: 0..<Self.pieceCount, using: &random), [UInt8(100 + forged)]))
      }
      arriving.shuffle(using: &random)
      var pieces = Pieces()
      var isFound = false
      for (second, piece) in arriving.enumerated() {
        guard pieces.take(piece.bytes, number: piece.number, frame(second)).isNew else { continue }
        let choices = pieces.choices(with: piece.number)
        #expect(choices.count <= 16)
        isFound =
          isFound
          || choices.contains { choice in
            (0..<Self.pieceCount).allSatisfy { choice[$0]?.bytes == [UInt8($0)] }
          }
      }
      #expect(isFound, "seed \(seed): \(arriving)")
      if !isFound { break }
    }
  }

  /// A piece that comes again is the newest of its place, and not new.
  @Test func whatComesAgainIsTheNewest() {
    var pieces = Pieces()
    let taken = [1, 1, 2, 1, 1].map { pieces.take([$0], number: 0, frame(1)) }
    #expect(taken.map(\.isNew) == [true, false, true, false, false])
    #expect(taken.map(\.isMoved) == [true, false, true, true, false])
  }

  /// A flood in one place leaves the first piece and the newest.
  @Test func aFloodLeavesTheFirst() {
    var pieces = Pieces()
    for forged in 0..<100 { _ = pieces.take([UInt8(forged)], number: 0, frame(forged)) }
    _ = pieces.take([7], number: 1, frame(200))
    let left = pieces.choices(with: 1).compactMap { $0[0]?.bytes }
    #expect(left.count == 4 && left.contains([0]) && left.contains([99]))
  }

  /// Another message of the same numbers is the newest everywhere, however many places there are.
  @Test func anotherMessageIsTheNewest() throws {
    var pieces = Pieces()
    for number in 0..<50 { _ = pieces.take([1], number: number, frame(1)) }
    for number in 0..<50 { _ = pieces.take([2], number: number, frame(2)) }
    let newest = try #require(pieces.choices(with: 49).first)
    #expect((0..<50).allSatisfy { newest[$0]?.bytes == [2] })
    pieces.remove(newest)
    #expect(pieces.count == 50 && !pieces.isContested && pieces.ownCount == 50)
    #expect(pieces.choices(with: 0).first?[7]?.bytes == [1])
  }

  /// Frames of others add nothing to a message's own time on air, by which its age is judged.
  @Test func theTimeOnAirIsThatOfItsOwnFrames() throws {
    var pieces = Pieces()
    for second in 0..<3 { _ = pieces.take([UInt8(second)], number: second, frame(second)) }
    _ = pieces.take([9], number: 0, frame(7))
    _ = pieces.take([3], number: 3, frame(2))
    let choices = pieces.choices(with: 3)
    #expect(choices.count == 2 && choices.allSatisfy { $0.soundSeconds == 1.5 })
  }

  /// What is of a message that is out counts as nobody's until it comes again.
  @Test func whatIsInheritedIsNobodys() throws {
    var pieces = Pieces()
    for number in 0..<3 { _ = pieces.take([1], number: number, frame(1)) }
    let out = try #require(pieces.choices(with: 2).first)
    var later = Pieces(inheriting: out)
    #expect(later.count == 3 && later.ownCount == 0)
    _ = later.take([2], number: 0, frame(5))
    #expect(later.ownCount == 1 && later.choices(with: 0).count == 1)
    later.remove(try #require(later.choices(with: 0).first))
    #expect(later.count == 0)
  }
}

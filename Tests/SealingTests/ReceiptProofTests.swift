import HandShakeChannelModel
import HandShakeCoding
import HandShakeModem
import Testing

@testable import HandShakeSealing

/// What receipts prove.
@Suite struct ReceiptProofTests {
  private static let heads: [[UInt8]] = [[0x0F, 20], [0x2F, 0x80], [0x3F, 0]]

  @Test func proofsAreThoseOfAnotherImplementation() throws {
    let vectors = SealedVectorTests.vectors.receipts
    #expect(vectors.count == 8)
    for vector in vectors {
      let proof =
        if let passphrase = vector.passphrase {
          ReceiptProof(
            of: vector.content, sealedAt: try #require(vector.time), with: try secret(passphrase))
        } else {
          ReceiptProof(of: vector.content, identity: try #require(vector.identity))
        }
      #expect(proof.number == UInt64(vector.number, radix: 16))
      #expect(
        proof.bytes(run: vector.run, bytes(vector.head)) == bytes(vector.proof), "\(vector.head)")
    }
  }

  @Test func identitiesOfSealedFilesAreThoseOfAnotherImplementation() throws {
    for vector in SealedVectorTests.vectors.receipts {
      guard let passphrase = vector.passphrase else { continue }
      #expect(
        try secret(passphrase).identity(of: vector.content, #require(vector.time))
          == vector.streamIdentity)
    }
  }

  private func receipt(
    _ status: Receipt.Status = .delivered, by proof: ReceiptProof
  ) -> Receipt {
    Receipt(status, rung: 6, signalToNoiseDecibels: 12) { proof.bytes(run: 0, $0) }
  }

  @Test func onlyItsOwnReceiptProvesAMessage() throws {
    let text = SealedContent.text(Array("gate 7".utf8))
    let time = SealingTime(secondsSince1970: 1_767_225_600)
    let mine = ReceiptProof(of: text, sealedAt: time, with: try secret("platform four"))
    let others = [
      ReceiptProof(of: text, sealedAt: time, with: try secret("platform five")),
      ReceiptProof(
        of: text, sealedAt: SealingTime(eighths: time.eighths + 1),
        with: try secret("platform four")),
      ReceiptProof(
        of: .file(Array("gate 7".utf8)), sealedAt: time, with: try secret("platform four")),
      ReceiptProof(of: text, identity: 0),
    ]
    for status in [Receipt.Status.delivered, .wrongTime, .notKept] {
      #expect(mine.isProven(by: receipt(status, by: mine)))
      #expect(!mine.isProven(by: receipt(status, by: mine), run: 1))
      for other in others { #expect(!mine.isProven(by: receipt(status, by: other))) }
    }
    // Whoever changes what it says does not have the key; blocks that are missing prove nothing.
    for head in Self.heads {
      let proven = mine.bytes(run: 0, head)
      for bit in 0..<16 {
        var changed = head
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(mine.bytes(run: 0, changed) != proven)
      }
    }
    let missing = Receipt(missing: 0, of: 0, rung: 6, signalToNoiseDecibels: 12)
    #expect(!mine.isProven(by: missing))
  }

  /// Four bytes: of so many random ones none is taken.
  @Test func guessesProveNothing() throws {
    var random = SeededRandom(seed: 9)
    let mine = ReceiptProof(of: .text(Array("gate 7".utf8)), identity: 9)
    for _ in 0..<20_000 {
      let guess = random.bytes(4)
      #expect(
        !mine.isProven(by: Receipt(.delivered, rung: nil, signalToNoiseDecibels: 9) { _ in guess }))
    }
  }
}

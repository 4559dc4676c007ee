import Foundation
import Testing

@testable import HandShakeSealing

/// Keys, digits and proofs of pairings, against vectors that PyNaCl made.
@Suite struct PairingKeysTests {
  struct Vectors: Decodable {
    var runs: [Run]
  }

  struct Run: Decodable {
    var run: UInt16
    var firstSecret, secondSecret, firstKey, secondKey: String
    var commitment: String
    var digits: String
    /// By the first byte of the frame.
    var proofs: [String: String]
    var key: String
  }

  private static func vectors() throws -> [Run] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/pairing.json")
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: path)).runs
  }

  @Test func vectorsOfAnotherImplementation() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count == 4)
    for vector in vectors {
      let first = try PairingKeys(privateKey: bytes(vector.firstSecret))
      let second = try PairingKeys(privateKey: bytes(vector.secondSecret))
      #expect(first.publicKey == bytes(vector.firstKey))
      #expect(second.publicKey == bytes(vector.secondKey))
      #expect(
        PairingKeys.commitment(run: vector.run, to: first.publicKey) == bytes(vector.commitment))
      for (keys, part, other) in [
        (first, PairingPart.first, second), (second, .second, first),
      ] {
        let agreement = try #require(
          keys.agreement(run: vector.run, part: part, otherKey: other.publicKey))
        #expect(agreement.digits == Int(vector.digits))
        for (step, proof) in vector.proofs {
          #expect(agreement.proof(try #require(UInt8(step))) == bytes(proof))
        }
        #expect(agreement.storedKey() == bytes(vector.key))
        #expect(try agreement.secret() == Secret(storedKey: bytes(vector.key)))
      }
    }
  }

  @Test func whatOneEndKnowsDependsOnAllOfTheRun() throws {
    let (first, second) = try (PairingKeys(), PairingKeys())
    let known = try #require(first.agreement(run: 1, part: .first, otherKey: second.publicKey))
    for other in [
      second.agreement(run: 2, part: .second, otherKey: first.publicKey),
      second.agreement(run: 1, part: .first, otherKey: first.publicKey),
      try second.agreement(run: 1, part: .second, otherKey: PairingKeys().publicKey),
    ] {
      let other = try #require(other)
      #expect(other.storedKey() != known.storedKey())
      #expect(other.proof(4) != known.proof(4))
    }
    #expect(known.proof(4) != known.proof(5))
    #expect(
      PairingKeys.commitment(run: 1, to: first.publicKey)
        != PairingKeys.commitment(run: 2, to: first.publicKey))
  }

  /// With such a key the result would be the same for everybody (RFC 7748, section 6.1).
  @Test func keysOfSmallOrderAreRefused() throws {
    let keys = try PairingKeys()
    let one = [1] + [UInt8](repeating: 0, count: 31)
    let ofOrderEight = bytes(
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800")
    for key in [[UInt8](repeating: 0, count: 32), one, ofOrderEight] {
      for part in [PairingPart.first, .second] {
        #expect(keys.agreement(run: 7, part: part, otherKey: key) == nil)
      }
    }
  }

  @Test func drawnKeysAndRunsDiffer() throws {
    #expect(try PairingKeys().publicKey != PairingKeys().publicKey)
    #expect(Set((0..<100).map { _ in PairingKeys.randomRun() }).count > 90)
  }
}

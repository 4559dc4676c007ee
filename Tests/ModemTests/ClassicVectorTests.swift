import Foundation
import HandShakeCatalog
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// `classic` against vectors that were made from the text of Protocols/README.md alone.
@Suite struct ClassicVectorTests {
  struct Vectors: Decodable {
    var lowestToneHertz: Double
    var toneSpacingHertz: Double
    var vectors: [Vector]
  }

  struct Vector: Decodable, Sendable {
    var text: String
    var symbols: [UInt8]
    var hertz: [Double]
  }

  static let file = Result<Vectors, any Error> {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/classic.json")
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: path))
  }

  private func classic() throws -> (ModemProtocol, Placement, AlphabetParameters) {
    let classic = try ProtocolCatalog.find("classic")
    let placement = try #require(classic.placement(belowHertz: 20_000))
    return (classic, placement, try #require(classic.family as? AlphabetParameters))
  }

  @Test func theGridIsThatOfTheVectors() throws {
    let vectors = try Self.file.get()
    let (_, placement, parameters) = try classic()
    #expect(vectors.lowestToneHertz == placement.lowestToneHertz)
    #expect(vectors.toneSpacingHertz == parameters.toneSpacingHertz)
    #expect(vectors.vectors.count == 10)
  }

  @Test func symbolsAndFrequencies() throws {
    let (_, placement, parameters) = try classic()
    for vector in try Self.file.get().vectors {
      let text = try vector.text.utf8.map { try #require(AlphabetCode.symbol(of: $0)) }
      let symbols =
        parameters.startMarker.map { UInt8($0) } + AlphabetCode(parameters).encode(text)
      #expect(symbols == vector.symbols, "\(vector.text)")
      #expect(symbols.map { parameters.hertz(of: $0, in: placement) } == vector.hertz)
    }
  }

  /// In the samples the tone of each vector is the strongest of the 97 in its time.
  @Test func tonesInTheSamples() throws {
    let (modemProtocol, placement, parameters) = try classic()
    let rate = 48_000.0
    for vector in try Self.file.get().vectors.prefix(4) {
      var transmitter = try Transmitter(
        .text(Array(vector.text.utf8)), protocol: modemProtocol, placement: placement,
        sampleRateHertz: rate)
      let samples = transmitter.samples()
      let length = parameters.symbolSeconds * rate
      #expect(samples.count == Int((Double(vector.symbols.count) * length).rounded(.up)))
      for (index, symbol) in vector.symbols.enumerated() {
        let tone = samples[Int(Double(index) * length)..<Int(Double(index + 1) * length)]
        let powers = (0..<97).map { power(tone, parameters.hertz(of: $0, in: placement) / rate) }
        #expect(powers.indices.max { powers[$0] < powers[$1] } == Int(symbol))
      }
    }
  }

  /// Goertzel's recursion: power of `samples` at a frequency in turns per sample.
  private func power(_ samples: ArraySlice<Float>, _ frequency: Double) -> Double {
    let coefficient = 2 * cos(2 * .pi * frequency)
    var (last, previous) = (0.0, 0.0)
    for sample in samples {
      (last, previous) = (coefficient * last - previous + Double(sample), last)
    }
    return last * last + previous * previous - coefficient * last * previous
  }
}

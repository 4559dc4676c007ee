import HandShakeCatalog
import HandShakeSignal
import HandShakeTestKit
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// Hop protocols as users may write them: whatever the checker accepts is heard.
@Suite struct OwnHopProtocolTests {
  private static let count = extent(500, usually: 20)

  @Test(arguments: 0..<count)
  func whatTheCheckerAcceptsIsHeard(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number))
    let modem = try Self.drawn(&random)
    let text = Array("a usual message.".utf8.prefix(Int.random(in: 1...16, using: &random)))
    let placement = try #require(modem.placements.randomElement(using: &random))
    var transmitter = try Transmitter(
      .text(text), protocol: modem, placement: placement, sampleRateHertz: 48_000)
    var sound = noise(24_000, seed: UInt64(number)).map { $0 * 1e-4 }
    sound += transmitter.samples() + [Float](repeating: 0, count: 24_000)
    var receiver = try Receiver(protocols: [modem], sampleRateHertz: 48_000)
    let texts = receiver.listen(to: sound).compactMap { event -> [UInt8]? in
      if case .message(let message) = event { message.bytes } else { nil }
    }
    #expect(texts == [text], "seed \(number)")
  }

  /// What a build without FFTW transforms: the sizes of the rates that its refusal names.
  @Test func aBuildWithoutFFTWSaysWhichSizesItTakes() {
    let sizes = (1...9600).filter { MixedRadixTransform.takes(size: $0) }
    let powers = (0..<14).map { 1 << $0 }
    #expect(sizes == (powers + powers.map { 3 * $0 }).filter { $0 <= 9600 }.sorted())
    for halvings in 0..<5 {
      for rate in [93.75, 62.5] {
        let size = SymbolSpectra.transformSize(symbolSeconds: Double(1 << halvings) / rate)
        #expect(MixedRadixTransform.takes(size: size))
      }
    }
  }

  /// A protocol of random parameters, whose transform is not usually a power of two.
  private static func drawn(_ random: inout SeededGenerator) throws -> ModemProtocol {
    while true {
      // Half of them are whole numbers, as people write them.
      let drawn = Double.random(in: 5...100, using: &random)
      let symbolsPerSecond = Bool.random(using: &random) ? drawn.rounded() : drawn
      let spacing = symbolsPerSecond * Double(Int.random(in: 1...8, using: &random))
      let width = 63 * spacing
      let band = ModemProtocol.listeningBandHertz
      guard (20...200).contains(spacing), width < band.upperBound - band.lowerBound else {
        continue
      }
      let lowest = Double.random(in: band.lowerBound...band.upperBound - width, using: &random)
      let preamble = Array(0..<64).shuffled(using: &random)
        .prefix(Int.random(in: 6...12, using: &random))
      let json = """
        {
          "name": "own", "summary": "drawn", "family": "hop",
          "placements": [{"lowestToneHertz": \(lowest), "highestToneHertz": \(lowest + width)}],
          "symbolsPerSecond": \(symbolsPerSecond), "toneSpacingHertz": \(spacing),
          "transitionSeconds": \(Double.random(in: 0...0.5 / symbolsPerSecond, using: &random)),
          "rampSeconds": \(Double.random(in: 0.001...0.1, using: &random)),
          "gapSeconds": \(Double.random(in: 0.02...2, using: &random)),
          "preamble": \(Array(preamble)), "bitsPerSymbol": \(Int.random(in: 3...4, using: &random)),
          "longestTextBytes": \(Int.random(in: 16...255, using: &random)),
          "variant": \(Int.random(in: 0...1, using: &random))
        }
        """
      return try ProtocolCatalog.parse(Array(json.utf8), path: "test")
    }
  }
}

import Foundation
import HandShakeCatalog
import Testing

@testable import HandShakeModem

/// ggwave's protocols against vectors whose tones were found in the real library's waveforms.
@Suite struct GGWaveVectorTests {
  struct Vectors: Decodable {
    var vectors: [Vector]
  }

  struct Vector: Decodable, Sendable {
    var `protocol`: String
    var fixedLength: Int?
    var payload: [UInt8]
    var stream: [UInt8]
    var tones: [[Int]]
    var frames: Int

    func modem() throws -> (modem: ModemProtocol, parameters: GGWaveParameters) {
      var modem = try ProtocolCatalog.find(self.protocol)
      if let fixedLength { modem = try #require(modem.fixedLength(fixedLength)) }
      return (modem, try #require(modem.family as? GGWaveParameters))
    }
  }

  static let file = Result<Vectors, any Error> {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/ggwave.json")
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: path))
  }

  @Test func streamsAndTones() throws {
    let vectors = try Self.file.get().vectors
    #expect(vectors.count == 6)
    for vector in vectors {
      let code = GGWaveCode(try vector.modem().parameters)
      let stream = code.stream(vector.payload)
      #expect(stream == vector.stream, "\(vector.protocol)")
      #expect(code.tones(stream) == vector.tones, "\(vector.protocol)")
    }
  }

  /// In the samples the tones of each vector are the strongest of their groups, at every rate.
  @Test(arguments: [44_100.0, 48_000, 96_000])
  func tonesInTheSamples(rateHertz: Double) throws {
    for vector in try Self.file.get().vectors where vector.payload.count < 140 {
      let (modem, parameters) = try vector.modem()
      let placement = modem.placements[0]
      var transmitter = try Transmitter(
        .text(vector.payload), protocol: modem, placement: placement, sampleRateHertz: rateHertz)
      var samples = [Float](repeating: 0, count: transmitter.sampleCount)
      // In blocks of an odd size, as a device may ask for them.
      var position = 0
      while position < samples.count {
        let end = min(position + 997, samples.count)
        position += samples.withUnsafeMutableBufferPointer {
          transmitter.read(into: UnsafeMutableBufferPointer(rebasing: $0[position..<end]))
        }
      }
      #expect(samples.count == Int((Double(vector.frames) / 46.875 * rateHertz).rounded()))
      #expect(samples.allSatisfy { abs($0) <= 1 })
      let markerSeconds = parameters.fixedLength == nil ? GGWaveParameters.markerSeconds : 0
      for (number, tones) in vector.tones.enumerated() {
        let start = Int(
          (markerSeconds + Double(number) * parameters.symbolSeconds) * rateHertz)
        let symbol = samples[start..<start + Int(parameters.symbolSeconds * rateHertz)]
        let powers = (0..<parameters.toneCount).map {
          power(symbol, (placement.lowestToneHertz + 46.875 * Double($0)) / rateHertz)
        }
        let strongest = stride(from: 0, to: powers.count, by: 16).map { first in
          (first..<first + 16).max { powers[$0] < powers[$1] }!
        }
        #expect(strongest == tones, "\(vector.protocol), symbol \(number)")
      }
    }
  }

  @Test func markersShareTheTones() {
    #expect(
      GGWaveCode.startMarker == [0, 3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23, 24, 27, 28, 31])
    #expect(Set(GGWaveCode.startMarker + GGWaveCode.endMarker) == Set(0..<32))
  }

  @Test func parityGrowsWithTheLength() {
    let counts = [1, 2, 3, 4, 5, 14, 15, 16, 20, 32, 64, 100, 139, 140].map {
      GGWaveCode.parityCount(length: $0)
    }
    #expect(counts == [2, 2, 2, 4, 4, 4, 6, 6, 8, 12, 24, 40, 54, 56])
  }

  @Test func whatIsTooLongIsRefusedWithTheLimit() throws {
    let fast = try ProtocolCatalog.find("ggwave-ultrasound-fast")
    func error(_ count: Int, _ modem: ModemProtocol) -> TransmitterError? {
      do throws(TransmitterError) {
        _ = try Transmitter(
          .text([UInt8](repeating: 65, count: count)), protocol: modem,
          placement: modem.placements[0], sampleRateHertz: 48000)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(0, fast) == .emptyText)
    #expect(error(140, fast) == nil)
    #expect(error(141, fast) == .textTooLong(count: 141, limit: 140))
    #expect(error(10_000, fast) == .textTooLong(count: 10_000, limit: 140))
    let fixed = try #require(fast.fixedLength(8))
    #expect(error(8, fixed) == nil)
    #expect(error(9, fixed) == .textTooLong(count: 9, limit: 8))
    #expect(fast.fixedLength(0) == nil)
    #expect(fast.fixedLength(65) == nil)
    #expect(try ProtocolCatalog.find("hop").fixedLength(8) == nil)
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

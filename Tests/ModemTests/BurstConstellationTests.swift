import HandShakeCoding
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct BurstConstellationTests {
  @Test(arguments: [2, 4, 6, 8])
  func pointsAreGrayAndOfUnitPower(bitsPerSymbol: Int) {
    let constellation = BurstConstellation(bitsPerSymbol: bitsPerSymbol)
    let count = 1 << bitsPerSymbol
    let points = constellation.points(
      (0..<UInt32(count)).flatMap { Bits.unpack($0, count: bitsPerSymbol) })
    #expect(points.count == count)
    #expect(abs(points.reduce(0) { $0 + $1.power } / Float(count) - 1) < 1e-5)
    #expect(points[0].real > 0 && points[0].imaginary > 0)
    // Neighbours differ in one bit.
    let sorted = constellation.amplitudes.sorted()
    let spacing = sorted[1] - sorted[0]
    for a in 0..<count {
      for b in 0..<count {
        if a != b, (points[a] - points[b]).power < 1.1 * spacing * spacing {
          #expect((a ^ b).nonzeroBitCount == 1)
        }
      }
    }
  }

  /// Against the definition, with and without prior knowledge.
  @Test(arguments: [2, 4, 6, 8])
  func ratiosAreExact(bitsPerSymbol: Int) {
    let constellation = BurstConstellation(bitsPerSymbol: bitsPerSymbol)
    let count = 1 << bitsPerSymbol
    let labels = (0..<UInt32(count)).map { Bits.unpack($0, count: bitsPerSymbol) }
    let points = constellation.points(labels.flatMap { $0 })
    let symbol = Complex(0.31, -0.62)
    let variance: Float = 0.2
    for scale: Float in [0, 0.7] {
      let priors = (0..<bitsPerSymbol).map { scale * Float($0 - 2) }
      var llrs = [Float](repeating: 0, count: bitsPerSymbol)
      var mean = Complex(0, 0)
      var spread: Float = 0
      [symbol].withUnsafeBufferPointer {
        constellation.demap(
          $0, variances: [variance], priors: scale == 0 ? nil : priors, llrs: &llrs,
          means: &mean, spreads: &spread)
      }
      let weights = (0..<count).map { index in
        var exponent = -Double((symbol - points[index]).power / variance)
        for bit in 0..<bitsPerSymbol {
          exponent += Double(labels[index][bit] == 0 ? priors[bit] : -priors[bit]) / 2
        }
        return exponential(exponent)
      }
      let total = weights.reduce(0, +)
      for bit in 0..<bitsPerSymbol {
        let ones = (0..<count).reduce(0) { $0 + (labels[$1][bit] == 1 ? weights[$1] : 0) }
        let expected = logarithm((total - ones) / ones) - Double(priors[bit])
        #expect(abs(Double(llrs[bit]) - expected) < 1e-3)
      }
      let real = (0..<count).reduce(0) { $0 + weights[$1] * Double(points[$1].real) } / total
      let power = (0..<count).reduce(0) { $0 + weights[$1] * Double(points[$1].power) } / total
      #expect(abs(Double(mean.real) - real) < 1e-4)
      #expect(abs(Double(spread) - (power - Double(mean.power))) < 1e-3)
    }
  }

  /// A sounder has constant amplitude but for its edges, and its halves mirror each other.
  @Test(arguments: BurstSounder.allCases)
  func soundersAreTwoOppositeChirps(sounder: BurstSounder) {
    let samples = sounder.samples(bandwidthRatio: 0.875)
    let half = sounder.chirpCount
    #expect(samples.count == 2 * half)
    for index in 8..<2 * half - 8 { #expect(abs(samples[index].power - 1) < 1e-5) }
    #expect(samples[0].power < 1e-3 && samples[2 * half - 1].power < 1e-3)
    for index in 8..<half - 8 {
      #expect(abs(samples[index].real - samples[half + index].real) < 1e-5)
      #expect(abs(samples[index].imaginary + samples[half + index].imaginary) < 1e-5)
    }
    // The frequency starts at one edge of the sweep and ends at the other.
    let turn = samples[9].timesConjugate(of: samples[8])
    #expect((turn.imaginary > 0) == (sounder == .long))
  }
}

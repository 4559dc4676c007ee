import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct MatchedFilterTests {
  private let placement = classic.placements[0]

  private func energies(
    _ history: borrowing BasebandHistory, start: Double, dilation: Double = 0
  ) -> [Float] {
    var filter = MatchedFilter(shape: classicParameters.toneShape)
    var energies = [Float](repeating: 0, count: 97)
    energies.withUnsafeMutableBufferPointer {
      filter.energies(
        history, unitNoise, start: start, dilation: dilation,
        lowestHertz: placement.lowestToneHertz, spacingHertz: classicParameters.toneSpacingHertz,
        into: $0)
    }
    return energies
  }

  @Test(arguments: [UInt8(0), 7, 48, 95, 96])
  func aToneHasItsEnergyInItsOwnFilter(symbol: UInt8) {
    let hertz = classicParameters.hertz(of: symbol, in: placement)
    let sent = [Float](repeating: 0, count: 4800) + samples(ofTones: [hertz, 14000])
    let (history, delay) = convert(sent, span: 4000)
    let energies = energies(history, start: delay + 800)
    // A sine of amplitude 1 is a phasor of 1/2.
    let whole = 0.25 * MatchedFilter(shape: classicParameters.toneShape).toneGain
    #expect(abs(Double(energies[Int(symbol)]) / whole - 1) < 0.02)
    for (other, energy) in energies.enumerated() where other != Int(symbol) {
      // The fades cost the neighbours some of their orthogonality.
      let distance = abs(other - Int(symbol))
      let limit = distance == 1 ? 0.08 : distance == 2 ? 0.02 : 0.01
      #expect(Double(energy) < limit * whole, "symbol \(other)")
    }
  }

  @Test(arguments: [-0.009, 0.009])
  func dilatedTonesHaveTheirEnergyInDilatedFilters(dilation: Double) {
    var random = SeededRandom(seed: 1)
    let hertz = classicParameters.hertz(of: 90, in: placement)
    let channel = Channel(
      motion: Motion(clockPartsPerMillion: dilation * 1e6), leadSeconds: 0.1...0.1)
    let recording = channel.capture(samples(ofTones: [hertz]), random: &random)
    let (history, delay) = convert(recording, span: 4000)
    let start = delay + 800 / (1 + dilation)
    let whole = 0.25 * MatchedFilter(shape: classicParameters.toneShape).toneGain
    let dilated = energies(history, start: start, dilation: dilation)
    #expect(abs(Double(dilated[90]) / whole - 1) < 0.02)
    // Without: 0.9 % of 19.8 kHz is six tones.
    #expect(Double(energies(history, start: start)[90]) < 0.05 * whole)
  }

  @Test func noiseHasItsPowerInEveryFilter() {
    var random = SeededRandom(seed: 2)
    var history = BasebandHistory(span: 1000, originSeconds: 0)
    var means = [Double](repeating: 0, count: 97)
    let rounds = 400
    for round in 0..<rounds {
      history.append([
        (0..<600).map { _ in Complex(Float(random.normal()), Float(random.normal())) }
      ])
      let energies = energies(history, start: Double(600 * round) + 30.4)
      for tone in 0..<97 { means[tone] += Double(energies[tone]) / Double(rounds) }
    }
    // Real and imaginary part of variance 1 each; five standard errors of one tone.
    for tone in 0..<97 { #expect(abs(means[tone] / 2 - 1) < 0.25, "tone \(tone)") }
    let mean = means.reduce(0, +) / 97
    #expect(abs(mean / 2 - 1) < 0.03)
  }

  @Test func theHalvesAreTheWhole() {
    var random = SeededRandom(seed: 3)
    var history = BasebandHistory(span: 1000, originSeconds: 0)
    history.append([
      (0..<800).map { _ in Complex(Float(random.normal()), Float(random.normal())) }
    ])
    let energies = energies(history, start: 100.7, dilation: 0.002)
    var filter = MatchedFilter(shape: classicParameters.toneShape)
    for symbol in [0, 31, 96] as [UInt8] {
      let halves = filter.halves(
        history, channel: 0, start: 100.7, dilation: 0.002,
        hertz: classicParameters.hertz(of: symbol, in: placement))
      let energy = (halves.first + halves.second).power
      #expect(abs(energy / energies[Int(symbol)] - 1) < 1e-2)
    }
  }
}

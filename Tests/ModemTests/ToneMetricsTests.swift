import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct ToneMetricsTests {
  private let noise: Float = 2
  private let allNoise = [Float](repeating: 2, count: 97)
  private let unlearnt = ToneMetrics(
    toneCount: 97, toneSpacingHertz: 30.5, echoSymbols: 2)

  /// Exponential energies, as noise gives them, and `level` on top of the tone that was sent.
  private func energies(
    sending tone: Int?, level: Float, _ random: inout SeededRandom
  ) -> [Float] {
    (0..<97).map { other in
      let own = Float(-logarithm(max(random.uniform(0...1), 1e-12))) * noise
      return other == tone ? own + level : own
    }
  }

  private func symbol(_ energies: [Float]) -> ToneSymbol {
    ToneSymbol(energies: energies, earlierNoise: allNoise, skirts: [])
  }

  private func metrics(level: Float, _ random: inout SeededRandom) -> ToneMetrics {
    var metrics = unlearnt
    let marker = classicParameters.startMarker
    metrics.learn(
      marker: marker.map { symbol(energies(sending: $0, level: level, &random)) },
      tones: marker)
    return metrics
  }

  @Test func theSentToneIsLikeliest() {
    var random = SeededRandom(seed: 1)
    var metrics = metrics(level: 100, &random)
    var llrs: [Float] = []
    for tone in 0..<97 {
      let best = metrics.append(
        symbol(energies(sending: tone, level: 100, &random)), to: &llrs)
      #expect(best.tone == tone && best.llr > 2)
    }
    #expect(llrs.count == 97 * 97)
    #expect(llrs.allSatisfy { $0.isFinite })
    #expect(abs(metrics.level - 100) < 5)
    #expect(abs(metrics.meanNoise - noise) < 0.01)
  }

  /// A tone that is not sent leaves the LLRs of all others below "heard".
  @Test func noiseIsNotHeard() {
    var random = SeededRandom(seed: 2)
    var metrics = metrics(level: 100, &random)
    var llrs: [Float] = []
    let heard = (0..<200).filter { _ in
      metrics.append(
        symbol(energies(sending: nil, level: 0, &random)), to: &llrs
      ).llr
        > 2
    }
    #expect(heard.count < 20)
  }

  /// A tone far louder than any before may be likelier, but the right one stays second.
  @Test func oneLoudStrangerCostsNoVeto() {
    var random = SeededRandom(seed: 3)
    var metrics = metrics(level: 100, &random)
    var symbol = energies(sending: 20, level: 100, &random)
    symbol[70] = 10_000
    var llrs: [Float] = []
    _ = metrics.append(self.symbol(symbol), to: &llrs)
    let ranked = llrs.indices.sorted { llrs[$0] > llrs[$1] }
    #expect(ranked.prefix(2).contains(20))
    #expect(llrs[70] - llrs[20] < 25, "the code must be able to overrule it")
  }

  /// Half of every tone's energy sounds again in the next symbol.
  @Test func echoesOfTheLastToneAreDiscounted() {
    var random = SeededRandom(seed: 4)
    let marker = classicParameters.startMarker
    var withEchoes: [[Float]] = []
    for (index, tone) in marker.enumerated() {
      var symbol = energies(sending: tone, level: 400, &random)
      if index > 0 { symbol[marker[index - 1]] += 200 }
      withEchoes.append(symbol)
    }
    var informed = unlearnt
    informed.learn(marker: withEchoes.map { symbol($0) }, tones: marker)
    var naive = metrics(level: 400, &random)
    var first = energies(sending: 50, level: 400, &random)
    first[marker.last!] += 200
    var second = energies(sending: 10, level: 400, &random)
    second[50] += 200
    var (informedLLRs, naiveLLRs): ([Float], [Float]) = ([], [])
    for symbol in [first, second] {
      _ = informed.append(self.symbol(symbol), to: &informedLLRs)
      _ = naive.append(self.symbol(symbol), to: &naiveLLRs)
    }
    #expect(informedLLRs[97 + 50] < naiveLLRs[97 + 50] - 5)
    #expect(informedLLRs[97 + 10] > informedLLRs[97 + 50] + 5)
  }

  /// A tone that fades in its own symbol is told by its echo in the next.
  @Test func echoesSpeakForTheirTone() {
    var random = SeededRandom(seed: 6)
    let marker = classicParameters.startMarker
    var metrics = unlearnt
    metrics.learn(
      marker: marker.enumerated().map { index, tone in
        var energies = energies(sending: tone, level: 400, &random)
        if index > 0 { energies[marker[index - 1]] += 200 }
        return symbol(energies)
      }, tones: marker)
    var deaf = metrics
    let faded = symbol(energies(sending: nil, level: 0, &random))
    var next = energies(sending: 10, level: 400, &random)
    next[50] += 200
    var (llrs, deafLLRs): ([Float], [Float]) = ([], [])
    metrics.append(faded, followedBy: [symbol(next)], to: &llrs)
    deaf.append(faded, to: &deafLLRs)
    #expect(llrs[50] > deafLLRs[50] + 2)
    #expect(llrs[30] < deafLLRs[30], "no echo speaks against a tone")
  }

  /// An echo that fills a part of the window leaks into the tones beside its own.
  @Test func skirtsOfALoudToneAreNoise() {
    let skirts = ToneSymbol.skirts(toneSpacingHertz: 46.875, symbolSeconds: 0.0213333)
    #expect(skirts.count == 5 && abs(skirts[0] - 0.2) < 1e-3 && abs(skirts[1] - 0.05) < 1e-3)
    var energies = allNoise
    energies[0] = 1000
    energies[50] = 1000
    energies[51] = 150
    let loud = ToneSymbol(energies: energies, earlierNoise: allNoise, skirts: skirts)
    let (skirted, plain) = (loud.skirtedNoise, loud.noise)
    #expect(skirted[51] > plain[51] + 150 && skirted[49] > plain[49] + 150)
    #expect(skirted[1] > plain[1] + 150 && skirted[57] == plain[57])
    // Noise alone has none.
    let quiet = ToneSymbol(energies: allNoise, earlierNoise: allNoise, skirts: skirts)
    #expect(quiet.skirtedNoise == quiet.noise)
  }

  /// A click lifts every tone alike; none of them becomes likelier.
  @Test func whatAllTonesShareIsNoise() {
    var random = SeededRandom(seed: 5)
    var metrics = metrics(level: 100, &random)
    var llrs: [Float] = []
    let click = energies(sending: nil, level: 0, &random).map { $0 * 300 }
    let best = metrics.append(symbol(click), to: &llrs)
    #expect(best.llr < 4)
    #expect(llrs.allSatisfy { $0.isFinite })
  }

  @Test func digitalSilenceGivesFiniteLLRs() {
    var metrics = unlearnt
    let silence = [Float](repeating: 1e-16, count: 97)
    let quiet = ToneSymbol(
      energies: [Float](repeating: 0, count: 97), earlierNoise: silence, skirts: [])
    metrics.learn(
      marker: [ToneSymbol](repeating: quiet, count: 8),
      tones: classicParameters.startMarker)
    var llrs: [Float] = []
    _ = metrics.append(quiet, to: &llrs)
    #expect(llrs.count == 97 && llrs.allSatisfy { $0.isFinite })
  }
}

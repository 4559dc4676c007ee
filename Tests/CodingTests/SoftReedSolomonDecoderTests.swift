import Testing

@testable import HandShakeCoding

struct SoftReedSolomonDecoderTests {
  /// Rows of zeros but for the given candidates.
  private func metrics(_ candidates: [[(UInt8, Float)]]) -> [Float] {
    var metrics = [Float](repeating: 0, count: 97 * candidates.count)
    for (row, list) in candidates.enumerated() {
      for (symbol, value) in list { metrics[97 * row + Int(symbol)] = value }
    }
    return metrics
  }

  @Test func returnsACleanWordWithoutPenalty() throws {
    let code = try ReedSolomon(field: GF97(), parityCount: 8, firstRootExponent: 1)
    let word = try code.encode([10, 20, 96, 0, 0, 5])
    let decision = try SoftReedSolomonDecoder(code: code).decode(
      metrics(word.map { [($0, Float(5))] }))
    #expect(decision.word == word)
    #expect(decision.penalty == 0)
    #expect(decision.changedSymbols == 0)
  }

  /// Six wrong symbols where a hard decision with the same reserve restores two.
  @Test func swapsAndErasesTheLeastReliable() throws {
    let code = try ReedSolomon(field: GF97(), parityCount: 8, firstRootExponent: 1)
    let word = try code.encode((0..<20).map { UInt8($0) })
    var candidates = word.map { [($0, Float(9))] }
    for position in [3, 7, 11, 15] { candidates[position] = [(90, 5), (word[position], 1)] }
    for position in [0, 18] { candidates[position] = [(91, 4), (word[position], 3)] }
    let decoder = try SoftReedSolomonDecoder(code: code)
    let decision = try decoder.decode(metrics(candidates))
    #expect(decision.word == word)
    #expect(decision.penalty == 4 * 4 + 2 * 1)
    #expect(decision.changedSymbols == 6)
    let hard = candidates.map { $0[0].0 }
    #expect(code.correct(hard, erasures: [], budget: 4) == nil)
  }

  /// Noise must pass as often as counting the corrigible syndromes of every trial says, less what
  /// trials have in common, and within the bound of 64/97².
  @Test func garbagePassesAsOftenAsDerived() throws {
    let seed: UInt64 = 20
    var generator = SeededGenerator(seed: seed)
    let code = try ReedSolomon(field: GF97(), parityCount: 4, firstRootExponent: 1)
    let decoder = try SoftReedSolomonDecoder(code: code, checkSymbols: 2)
    #expect(decoder.trials.count == 64)
    let length = 24
    let blocks = 8000
    var expected = 0.0
    for trial in decoder.trials {
      var share = 1.0 / (97 * 97 * 97 * 97)
      for _ in 0..<trial.erasures { share *= 97 }
      let oneErrorWords = trial.erasures == 0 ? Double(length * 96) : 0
      expected += Double(blocks) * share * (1 + oneErrorWords)
    }
    var passed = 0
    var metrics = [Float](repeating: 0, count: 97 * length)
    for _ in 0..<blocks {
      for index in metrics.indices { metrics[index] = Float(generator.next() >> 40) }
      if (try? decoder.decode(metrics)) != nil { passed += 1 }
    }
    #expect(expected < 64.0 / (97 * 97) * Double(blocks))
    #expect(Double(passed) < expected + 4 * expected.squareRoot(), "seed \(seed), \(passed)")
    #expect(Double(passed) > expected / 2, "seed \(seed), \(passed)")
  }

  /// Soft decoding must lose less than a third of the words that hard decoding loses.
  @Test func beatsHardDecisionInNoise() throws {
    let seed: UInt64 = 31
    var generator = SeededGenerator(seed: seed)
    let code = try ReedSolomon(field: GF97(), parityCount: 12, firstRootExponent: 1)
    let decoder = try SoftReedSolomonDecoder(code: code)
    var hardLosses = 0
    var softLosses = 0
    for _ in 0..<150 {
      let word = try randomWord(of: code, length: 32, using: &generator)
      var metrics: [Float] = []
      var hard: [UInt8] = []
      for symbol in word {
        let row = generator.noncoherentMetrics(
          symbol: Int(symbol), order: 97, symbolToNoise: 9.55)
        hard.append(UInt8(row.indices.max { row[$0] < row[$1] } ?? 0))
        metrics += row
      }
      if code.correct(hard, erasures: [], budget: 8) != word { hardLosses += 1 }
      let decision = try? decoder.decode(metrics)
      if decision?.word != word { softLosses += 1 }
      #expect(decision == nil || decision?.word == word, "wrong word, seed \(seed)")
    }
    #expect(hardLosses > 20, "seed \(seed): \(hardLosses)")
    #expect(3 * softLosses < hardLosses, "seed \(seed): \(softLosses) of \(hardLosses)")
  }

  @Test func refusesWrongCalls() throws {
    let code = try ReedSolomon(field: GF97(), parityCount: 8, firstRootExponent: 1)
    #expect(throws: ReedSolomonError.checkSymbols(9, allowed: 0...8)) {
      try SoftReedSolomonDecoder(code: code, checkSymbols: 9)
    }
    let decoder = try SoftReedSolomonDecoder(code: code)
    #expect(throws: ReedSolomonError.metricCount(100, elements: 97)) {
      try decoder.decode([Float](repeating: 0, count: 100))
    }
    #expect(throws: ReedSolomonError.length(8, allowed: 9...96)) {
      try decoder.decode([Float](repeating: 0, count: 8 * 97))
    }
    #expect(throws: ReedSolomonError.uncorrectable) {
      var generator = SeededGenerator(seed: 1)
      return try decoder.decode(
        (0..<(97 * 30)).map { _ in Float.random(in: 0..<1, using: &generator) })
    }
  }
}

extension SoftReedSolomonDecoder {
  fileprivate func decode(_ metrics: [Float]) throws(ReedSolomonError) -> Decision {
    try decode(metrics.span)
  }
}

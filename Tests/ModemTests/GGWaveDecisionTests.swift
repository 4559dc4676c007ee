import HandShakeCatalog
import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

/// What is taken for a message of a format that has no checksum.
@Suite struct GGWaveDecisionTests {
  private static func parameters(_ name: String) -> GGWaveParameters {
    ProtocolCatalog.builtIn.first { $0.name == name }!.family as! GGWaveParameters
  }

  /// Energies of the tones of `stream`: unit noise, and tones so much stronger.
  private func energies(
    _ tones: [[Int]], toneCount: Int, ratio: Double, _ random: inout SeededRandom
  ) -> [Float] {
    tones.flatMap { sounding in
      (0..<toneCount).map { tone in
        Float(
          -logarithm(random.uniform(1e-9...1)) * (sounding.contains(tone) ? 1 + ratio : 1))
      }
    }
  }

  private func decision(
    _ energies: [Float], lengths: ClosedRange<Int>, _ parameters: GGWaveParameters
  ) -> GGWaveDecision? {
    let likelihoods = GGWaveLikelihoods(
      energies: energies, groupCount: parameters.tonesAtOnce, blocksPerSymbol: 1,
      microphoneCount: 1)
    return lengths.compactMap {
      GGWaveDecision(length: $0, code: GGWaveCode(parameters), likelihoods: likelihoods)
    }.max { $0.evidenceBits < $1.evidenceBits }
  }

  @Test(arguments: [1, 2, 3, 4, 16])
  func clearMessagesHaveEvidence(length: Int) throws {
    let parameters = Self.parameters("ggwave-ultrasound-fastest")
    let code = GGWaveCode(parameters)
    var random = SeededRandom(seed: UInt64(length))
    var certain = 0
    for _ in 0..<20 {
      let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let heard = try #require(
        decision(
          energies(code.tones(code.stream(message)), toneCount: 96, ratio: 1000, &random),
          lengths: length...length, parameters))
      #expect(heard.message == message)
      if heard.isCertain { certain += 1 }
    }
    // Fading may all but extinguish a tone.
    #expect(certain >= 18)
  }

  /// Loud tones that are no message: neither random ones, nor those of a stream with three wrong
  /// bytes.
  @Test(arguments: ["ggwave-ultrasound-fastest", "ggwave-dual-fastest"])
  func loudNonsenseHasNone(name: String) throws {
    let parameters = Self.parameters(name)
    let code = GGWaveCode(parameters)
    var random = SeededRandom(seed: 3)
    var most: Float = -.infinity
    var count = 0
    for length in 1...4 {
      for _ in 0..<60 {
        var stream = code.stream(
          (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        let isRandom = Bool.random(using: &random)
        let places = stream.indices.shuffled(using: &random)
        for place in isRandom ? places : Array(places.prefix(length < 4 ? 4 : 5)) {
          stream[place] = UInt8.random(in: 0...255, using: &random)
        }
        guard
          let heard = decision(
            energies(
              code.tones(stream), toneCount: parameters.toneCount, ratio: 1000, &random),
            lengths: length...length, parameters)
        else { continue }
        most = max(most, heard.evidenceBits)
        count += 1
      }
    }
    #expect(count == 240, "something was not read at all")
    #expect(most < GGWaveDecision.neededBits)
  }

  /// At any strength the likeliest message is right or lacks evidence.
  @Test func weakMessagesAreRightOrRefused() {
    let parameters = Self.parameters("ggwave-ultrasound-fastest")
    let code = GGWaveCode(parameters)
    var random = SeededRandom(seed: 4)
    var taken = 0
    for trial in 0..<400 {
      let length = 1 + trial % 4
      let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let tones = code.tones(code.stream(message))
      let heard = decision(
        energies(tones, toneCount: 96, ratio: random.uniform(2...40), &random),
        lengths: length...length, parameters)
      guard let heard, heard.isCertain else { continue }
      taken += 1
      #expect(heard.message == message, "trial \(trial)")
    }
    #expect(taken > 40)
  }

  /// What is passed over because it can't be certain is not; all else is as ever.
  @Test func uncertaintyShowsBeforeDecoding() {
    let parameters = Self.parameters("ggwave-ultrasound-fastest")
    let code = GGWaveCode(parameters)
    var random = SeededRandom(seed: 6)
    var passedOver = 0
    for trial in 0..<200 {
      let length = 1 + trial % 24
      let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let likelihoods = GGWaveLikelihoods(
        energies: energies(
          code.tones(code.stream(message)), toneCount: 96, ratio: random.uniform(0...40), &random),
        groupCount: parameters.tonesAtOnce, blocksPerSymbol: 1,
        microphoneCount: 1)
      let all = GGWaveDecision(length: length, code: code, likelihoods: likelihoods)
      let some = GGWaveDecision(
        length: length, code: code, likelihoods: likelihoods,
        onlyCertain: true)
      if let some {
        #expect(some.message == all?.message, "trial \(trial)")
        #expect(some.evidenceBits == all?.evidenceBits, "trial \(trial)")
      } else {
        #expect(all?.isCertain != true, "trial \(trial)")
        passedOver += 1
      }
    }
    #expect((20...180).contains(passedOver), "\(passedOver)")
  }

  /// A word of the code with zeros outside is one as well: where a marker is found a symbol late or
  /// early, what stands there may be read as zeros, and all of the parity agrees. The length
  /// doesn't.
  @Test(arguments: [("ggwave-dual-fastest", 63, 64), ("ggwave-ultrasound-fastest", 60, 63)])
  func anotherTimingIsRefused(name: String, length: Int, otherLength: Int) throws {
    let parameters = Self.parameters(name)
    let code = GGWaveCode(parameters)
    var random = SeededRandom(seed: 5)
    for isLate in [false, true] {
      for _ in 0..<4 {
        let message = (0..<length).map { _ in UInt8.random(in: 1...255, using: &random) }
        var tones = code.tones(code.stream(message))
        // Next to nothing sounds in the symbol before or after.
        tones.insert([], at: isLate ? tones.count : 0)
        let energies = energies(
          tones, toneCount: parameters.toneCount, ratio: 1000, &random)
        let heard = try #require(
          decision(energies, lengths: otherLength...otherLength, parameters))
        #expect(!heard.isCertain, "\(heard)")
      }
    }
  }
}

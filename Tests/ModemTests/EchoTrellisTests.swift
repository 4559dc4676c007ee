import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct EchoTrellisTests {
  private static let known = [3, 40, 17, 60, 9, 33, 51, 22, 44, 12, 28, 57]
  private static let toneCount = HopParameters.toneCount

  /// Two windows of every symbol, and of one more, of a frame that sends `tones` in a room whose
  /// echo has the energies `profile`, by age and window: Rayleigh fading, and noise of energy 1.
  private func windows(
    sending tones: [Int], profile: [[Float]], level: Float, _ random: inout SeededRandom
  ) -> [ToneSymbol] {
    func exponential() -> Float { Float(-logarithm(max(random.uniform(0...1), 1e-12))) }
    return (0...tones.count).flatMap { symbol in
      (0..<EchoProfile.windowsPerSymbol).map { window in
        var energies = (0..<Self.toneCount).map { _ in exponential() }
        for (age, gains) in profile.enumerated() where (0..<tones.count).contains(symbol - age) {
          energies[tones[symbol - age]] += level * gains[window] * exponential()
        }
        return ToneSymbol(
          energies: energies, earlierNoise: [Float](repeating: 1, count: Self.toneCount),
          skirts: [])
      }
    }
  }

  private func sentTones(_ random: inout SeededRandom) -> [Int] {
    Self.known + (0..<40).map { _ in Int(random.uniform(0...63.999)) }
  }

  /// How many of the unknown symbols a trellis tells rightly.
  private func rightCount(of tones: [Int], _ windows: [ToneSymbol]) -> Int {
    var trellis = EchoTrellis(windows: windows, known: Self.known, toneSpacingHertz: 46.875)
    let llrs = trellis.llrs(from: Self.known.count)
    #expect(llrs.count == (tones.count - Self.known.count) * Self.toneCount)
    #expect(llrs.allSatisfy { $0.isFinite })
    return tones.dropFirst(Self.known.count).enumerated().count { index, tone in
      let row = llrs[index * Self.toneCount..<(index + 1) * Self.toneCount]
      return row.max() == row[row.startIndex + tone]
    }
  }

  @Test func tonesWithoutEchoesAreTold() {
    var random = SeededRandom(seed: 1)
    let tones = sentTones(&random)
    let windows = windows(
      sending: tones, profile: [[1, 0.3], [0, 0.3]], level: 300, &random)
    #expect(rightCount(of: tones, windows) >= 37)
  }

  /// The echo two symbols after a tone is louder than the tone itself.
  @Test func echoesLouderThanTheTonesAreTold() {
    var random = SeededRandom(seed: 2)
    let profile: [[Float]] = [[0.1, 0.3], [0.5, 0.9], [1, 0.8], [0.5, 0.3], [0.1, 0.05]]
    let tones = sentTones(&random)
    let windows = windows(sending: tones, profile: profile, level: 1000, &random)
    // Whatever is loudest in a window is an older tone in most.
    let loudest = tones.indices.dropFirst(Self.known.count).count { symbol in
      let energies = windows[symbol * EchoProfile.windowsPerSymbol].energies
      return energies.max() == energies[tones[symbol]]
    }
    #expect(loudest < 15)
    #expect(rightCount(of: tones, windows) >= 34)
  }

  /// A trellis that begins a symbol early sees every tone one symbol older.
  @Test func anEarlyBeginningCostsLittle() {
    var random = SeededRandom(seed: 3)
    let tones = sentTones(&random)
    let windows = windows(
      sending: tones, profile: [[0, 0], [1, 0.9], [0.6, 0.4], [0.2, 0.1]], level: 1000, &random)
    #expect(rightCount(of: tones, windows) >= 34)
  }

  @Test func noiseTellsNothing() {
    var random = SeededRandom(seed: 4)
    let windows = windows(sending: sentTones(&random), profile: [], level: 0, &random)
    var trellis = EchoTrellis(windows: windows, known: Self.known, toneSpacingHertz: 46.875)
    let llrs = trellis.llrs(from: Self.known.count)
    #expect(HopLLRs.mutualInformation(llrs) < 0.8)
  }

  @Test func digitalSilenceGivesFiniteLLRs() {
    let silence = ToneSymbol(
      energies: [Float](repeating: 0, count: Self.toneCount),
      earlierNoise: [Float](repeating: 1e-16, count: Self.toneCount), skirts: [])
    var trellis = EchoTrellis(
      windows: Array(repeating: silence, count: 2 * 30), known: Self.known,
      toneSpacingHertz: 46.875)
    #expect(trellis.llrs(from: 8).allSatisfy { $0.isFinite })
  }
}

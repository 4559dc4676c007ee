import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct NoiseFloorTests {
  /// Learns `frames` frames of exponential noise of the given powers.
  private func learn(
    _ floor: inout NoiseFloor, powers: [Double], frames: Int, _ random: inout SeededRandom
  ) {
    for _ in 0..<frames {
      let energies = powers.map { Float($0 * -logarithm(max(random.uniform(0...1), 1e-12))) }
      var scratch = [Float](repeating: 0, count: powers.count)
      energies.withUnsafeBufferPointer { energies in
        scratch.withUnsafeMutableBufferPointer {
          floor.learn(energies.baseAddress!, scratch: $0.baseAddress!)
        }
      }
    }
  }

  @Test func findsThePowerOfEveryBin() {
    var random = SeededRandom(seed: 1)
    // Coloured by 20 dB from end to end.
    let powers = (0..<64).map { exponential(-4.6 * Double($0) / 64) }
    var floor = NoiseFloor(binCount: 64, memory: 80)
    learn(&floor, powers: powers, frames: 600, &random)
    let errors = (0..<64).map { Double(floor.logarithms[$0]) - logarithm(powers[$0]) }
    #expect(abs(errors.reduce(0, +) / 64) < 0.2)
    #expect(errors.allSatisfy { abs($0) < 0.8 })
  }

  @Test func knowsTheLevelFromTheFirstFrame() {
    var random = SeededRandom(seed: 2)
    var floor = NoiseFloor(binCount: 96, memory: 80)
    learn(&floor, powers: [Double](repeating: 1e-8, count: 96), frames: 1, &random)
    let mean = floor.logarithms.reduce(0, +) / 96
    #expect(abs(mean - Float(logarithm(1e-8))) < 0.6)
  }

  @Test func followsTheLevelWithinASecond() {
    var random = SeededRandom(seed: 3)
    var floor = NoiseFloor(binCount: 64, memory: 80)
    learn(&floor, powers: [Double](repeating: 1, count: 64), frames: 200, &random)
    // 30 frames of half a tone are 0.98 s.
    learn(&floor, powers: [Double](repeating: 100, count: 64), frames: 30, &random)
    let mean = Double(floor.logarithms.reduce(0, +) / 64)
    #expect(abs(mean - logarithm(100)) < 0.5)
  }

  /// Without noise, what sounded before the silence was no noise either.
  @Test func digitalSilenceForgetsWhatSoundedBefore() {
    var random = SeededRandom(seed: 5)
    var floor = NoiseFloor(binCount: 64, memory: 80)
    let unlearnt = floor.logarithms
    let powers = (0..<64).map { exponential(-4.6 * Double($0) / 64) }
    learn(&floor, powers: powers, frames: 100, &random)
    learn(&floor, powers: [Double](repeating: 0, count: 64), frames: 1, &random)
    #expect(floor.isUntaught)
    #expect(floor.logarithms == unlearnt)
    learn(&floor, powers: [Double](repeating: 1e-8, count: 64), frames: 20, &random)
    let slope = floor.logarithms[..<16].reduce(0, +) - floor.logarithms[48...].reduce(0, +)
    #expect(abs(slope) / 16 < 0.5)
  }

  @Test func tonesThatGoLeaveLittleAndWhistlesThatStayBecomeNoise() {
    var random = SeededRandom(seed: 4)
    var floor = NoiseFloor(binCount: 64, memory: 80)
    var powers = [Double](repeating: 1, count: 64)
    learn(&floor, powers: powers, frames: 200, &random)
    powers[20] = 1e5
    learn(&floor, powers: powers, frames: 2, &random)
    #expect(floor.logarithms[20] < 1.5)
    learn(&floor, powers: powers, frames: 600, &random)
    #expect(floor.logarithms[20] > 10)
    #expect(abs(floor.logarithms[40]) < 1)
  }
}

import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct ChannelBalanceTests {
  /// Which of the channels count after a second, each a mixture of three sources of noise by its
  /// `gains`.
  private func counting(_ gains: [[Float]]) -> [Int] {
    var random = SeededRandom(seed: 1)
    var balance = ChannelBalance(channelCount: gains.count, rateHertz: 8000)
    var last: [Float] = []
    for _ in 0..<100 {
      let sources = (0..<3).map { _ in
        (0..<80).map { _ in Complex(Float(random.normal()), Float(random.normal())) }
      }
      last = balance.gains(
        gains.map { gains in
          (0..<80).map { index in
            gains.indices.reduce(Complex(0, 0)) { $0 + sources[$1][index].scaled(by: gains[$1]) }
          }
        })
    }
    return last.indices.filter { last[$0] > 0 }
  }

  @Test func independentMicrophonesCount() {
    #expect(counting([[1, 0, 0], [0, 1, 0], [0, 0, 1]]) == [0, 1, 2])
    #expect(counting([[1, 0, 0], [0, 1e-4, 0]]) == [0, 1])
  }

  @Test func aSilentOneDoesNot() {
    #expect(counting([[0, 0, 0], [1, 0, 0], [0, 1, 0]]) == [1, 2])
    #expect(counting([[0, 0, 0], [0, 0, 0]]) == [])
  }

  /// The last bit of an input without a microphone toggles now and then.
  @Test func theLastBitDoesNotBesideOthers() {
    #expect(counting([[1, 0, 0], [0, 1e-6, 0]]) == [0])
    #expect(counting([[1e-6, 0, 0], [0, 1e-6, 0]]) == [])
  }

  @Test func aCopyDoesNot() {
    #expect(counting([[1, 0, 0], [1, 0, 0]]) == [0])
    #expect(counting([[1, 0, 0], [-1, 0, 0]]) == [0])
    #expect(counting([[1, 0, 0], [0.01, 0, 0], [0, 1, 0]]) == [0, 2])
  }

  /// Half of the noise is their own.
  @Test func microphonesInTheSameSoundCount() {
    #expect(counting([[1, 1, 0], [1, 0, 1]]) == [0, 1])
  }

  @Test func allAreMadeAsLoud() {
    var random = SeededRandom(seed: 2)
    var balance = ChannelBalance(channelCount: 2, rateHertz: 8000)
    var gains: [Float] = []
    for _ in 0..<200 {
      gains = balance.gains(
        [1, 0.1].map { (gain: Float) in
          (0..<80).map { _ in
            Complex(Float(random.normal()), Float(random.normal())).scaled(by: gain)
          }
        })
    }
    #expect(abs(gains[0] - 1) < 0.1)
    #expect(abs(gains[1] / 100 - 1) < 0.1)
  }
}

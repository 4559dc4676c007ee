import HandShakeSignal

/// How loud the noise of each microphone is, and which of them count.
///
/// Energies of all microphones over their noise add up (square-law combining). What adds nothing does not count: a
/// microphone that is silent, or that repeats another one.
struct ChannelBalance {
  /// Natural logarithm of the noise power of each microphone.
  private var levels: [Float]
  /// Pieces in a row that were digital silence.
  private var silentPieces: [Int]
  private var pieceCount = 0
  /// Products of all pairs of microphones, `left * count + right`, over the latest pieces.
  private var products: [Complex]

  /// Pieces over which noise is learnt: 2.6 s, as in `NoiseFloor`.
  private static let memory = 260
  /// Nepers of surprise that count at most, and the share of a common change that is followed at once.
  private static let (clip, levelGain): (Float, Float) = (2.5, 0.1)
  /// Pieces of digital silence after which a microphone is taken to be muted.
  private static let mutedPieces = 10
  /// Share of the products that each piece leaves: they reach back half a second.
  private static let productMemory: Float = 0.98
  /// Coherence from which one microphone repeats another: 1 in 100 of its power is its own.
  private static let copyCoherence: Float = 0.99

  init(channelCount: Int) {
    levels = Array(repeating: 0, count: channelCount)
    silentPieces = Array(repeating: Self.mutedPieces, count: channelCount)
    products = Array(repeating: Complex(0, 0), count: channelCount * channelCount)
  }

  /// Takes the latest 10 ms of `baseband`, by microphone.
  ///
  /// - Returns: by how much the energies of each microphone are multiplied so that all have the noise of the first that
  ///   counts; 0 for those that do not count.
  mutating func gains(_ baseband: [[Complex]]) -> [Float] {
    let count = levels.count
    for left in 0..<count {
      for right in left..<count {
        let place = left * count + right
        products[place] =
          products[place].scaled(by: Self.productMemory)
          + Self.product(baseband[left], baseband[right])
      }
    }
    learn(baseband.map { Self.product($0, $0).real })
    var reference: Int?
    return (0..<count).map { channel in
      guard silentPieces[channel] < Self.mutedPieces,
        !(0..<channel).contains(where: { repeats(channel, $0) })
      else { return 0 }
      let first = reference ?? channel
      reference = first
      return fastExponential(levels[first] - levels[channel])
    }
  }

  /// Learns the noise from the energy of a piece in each microphone.
  private mutating func learn(_ energies: [Float]) {
    for (channel, energy) in energies.enumerated() {
      silentPieces[channel] = energy > 0 ? 0 : silentPieces[channel] + 1
    }
    let sounding = energies.indices.filter { energies[$0] > 0 }
    guard !sounding.isEmpty else { return }
    pieceCount += 1
    let gain = 1 / Float(min(pieceCount, Self.memory))
    let surprises = energies.indices.map {
      energies[$0] > 0 ? fastLogarithm(energies[$0]) - levels[$0] : 0
    }
    let shift = surprises.reduce(0, +) / Float(sounding.count)
    for channel in sounding {
      let own = min(max(surprises[channel] - shift, -Self.clip), Self.clip)
      // At first the mean of all that came.
      levels[channel] +=
        pieceCount == 1
        ? surprises[channel] : max(Self.levelGain, gain) * shift + gain * own
    }
  }

  /// Whether a microphone repeats an earlier one, at whatever gain and with either sign.
  private func repeats(_ channel: Int, _ earlier: Int) -> Bool {
    let count = levels.count
    let energies =
      products[earlier * count + earlier].real * products[channel * count + channel].real
    return silentPieces[earlier] < Self.mutedPieces && energies > 0
      && products[earlier * count + channel].power > Self.copyCoherence * energies
  }

  private static func product(_ left: [Complex], _ right: [Complex]) -> Complex {
    var sum = Complex(0, 0)
    for index in left.indices { sum = sum + left[index].timesConjugate(of: right[index]) }
    return sum
  }
}

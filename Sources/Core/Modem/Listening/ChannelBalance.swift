import HandShakeSignal

/// How loud each microphone is, and which of them count: not one that is silent, or that repeats another one.
struct ChannelBalance {
  /// Natural logarithm of the power of each microphone, lately.
  private var levels: [Float]
  /// The same of the first that counts over a longer time.
  private var reference: Float = 0
  /// Pieces in a row that were digital silence.
  private var silentPieces: [Int]
  private var pieceCount = 0
  /// Products of all pairs of microphones, `left * count + right`, over the latest pieces.
  private var products: [Complex]

  /// Pieces over which the power is averaged, 0.3 s, and that of the reference, 3 s.
  private static let (memory, longMemory) = (30, 300)
  /// Pieces of digital silence after which a microphone is taken to be muted.
  private static let mutedPieces = 10
  /// Share of the products that each piece leaves: they reach back half a second.
  private static let productMemory: Float = 1 - 1 / 50
  /// Coherence from which one microphone repeats another: 1 in 100 of its power is its own.
  private static let copyCoherence: Float = 0.99

  init(channelCount: Int) {
    levels = Array(repeating: 0, count: channelCount)
    silentPieces = Array(repeating: Self.mutedPieces, count: channelCount)
    products = Array(repeating: Complex(0, 0), count: channelCount * channelCount)
  }

  /// Takes the latest 10 ms of `baseband`, by microphone.
  ///
  /// - Returns: by how much the energies of each microphone are multiplied so that all are as loud as the first that
  ///   counts is on average; 0 for those that do not count.
  mutating func gains(_ baseband: [[Complex]]) -> [Float] {
    let count = levels.count
    var energies: [Float] = []
    for left in 0..<count {
      for right in left..<count {
        let (place, new) = (left * count + right, Self.product(baseband[left], baseband[right]))
        products[place] = products[place].scaled(by: Self.productMemory) + new
        if left == right { energies.append(new.real) }
      }
    }
    learn(energies)
    let counting = (0..<count).filter { channel in
      silentPieces[channel] < Self.mutedPieces
        && !(0..<channel).contains { repeats(channel, $0) }
    }
    if let first = counting.first {
      reference += (levels[first] - reference) / Float(min(pieceCount, Self.longMemory))
    }
    return (0..<count).map { counting.contains($0) ? fastExponential(reference - levels[$0]) : 0 }
  }

  /// Follows the power of each microphone by the energy of a piece in it.
  private mutating func learn(_ energies: [Float]) {
    pieceCount += 1
    for (channel, energy) in energies.enumerated() {
      silentPieces[channel] = energy > 0 ? 0 : silentPieces[channel] + 1
      guard energy > 0 else { continue }
      levels[channel] +=
        (fastLogarithm(energy) - levels[channel]) / Float(min(pieceCount, Self.memory))
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
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        var sum = Complex(0, 0)
        for index in 0..<left.count { sum = sum + left[index].timesConjugate(of: right[index]) }
        return sum
      }
    }
  }
}

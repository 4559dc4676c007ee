import HandShakeSignal

/// Whitens the noise of one microphone for `BurstSearch`.
struct BurstSearchWhitening {
  private var floor: NoiseFloor
  private var energies = [Float](repeating: 0, count: binCount)
  private var scratch = [Float](repeating: 0, count: binCount)
  /// Gains that whiten the noise by bin, and with the weight those learnt since.
  private var colour = [Float](repeating: 1, count: binCount)
  private var colours: [(gains: [Float], weight: Float)] = []
  /// What brings the power of the noise to that of the first microphone.
  private(set) var weight: Float = 1
  /// Blocks that a sounder and the block after its end reach over.
  private let blocksBefore: Int
  private let blockLength: Int
  /// Gain of each point of the block at hand.
  private(set) var gains: [Float]

  private static let binCount = 256

  /// - Parameters:
  ///   - blockLength: points of the transform.
  ///   - memory: blocks over which the noise is learnt.
  init(blockLength: Int, memory: Int, blocksBefore: Int) {
    self.blockLength = blockLength
    self.blocksBefore = blocksBefore
    floor = NoiseFloor(binCount: Self.binCount, memory: memory)
    gains = [Float](repeating: 0, count: blockLength)
  }

  /// Forgets the noise after digital silence.
  mutating func forget() {
    floor.forget()
    colours.removeAll()
  }

  /// Natural logarithm of the noise's energy in a bin, in the mean; nil while it is unknown.
  var level: Float? {
    floor.isUntaught ? nil : floor.logarithms.reduce(0, +) / Float(Self.binCount)
  }

  /// Learns the noise from the next block, and finds the gains of its `points`, and the weight that brings the noise to
  /// the level `reference`.
  mutating func take(_ points: UnsafePointer<Complex>, reference: Float?) {
    let width = blockLength / Self.binCount
    for bin in 0..<Self.binCount {
      energies[bin] =
        ComplexRun.energy(points + bin * width, count: width) / Float(width * blockLength)
    }
    chooseColour(reference)
    energies.withUnsafeBufferPointer { energies in
      scratch.withUnsafeMutableBufferPointer {
        floor.learn(energies.baseAddress!, scratch: $0.baseAddress!)
      }
    }
    gains.withUnsafeMutableBufferPointer { gains in
      for bin in 0..<Self.binCount {
        // Between the middles of neighbouring bins.
        let (here, after) = (colour[bin], colour[(bin + 1) % Self.binCount])
        for step in 0..<width {
          let weight = Float(step) / Float(width)
          gains[(bin * width + width / 2 + step) & (blockLength - 1)] =
            here + weight * (after - here)
        }
      }
    }
  }

  /// Makes `colour` what whitens the noise from before any sounder that reaches into the next block: a
  /// sounder that sets in after digital silence would be taken for the noise, a part of it at a time.
  ///
  /// The level of the noise is left out of it: where it changes it would tear a sounder.
  private mutating func chooseColour(_ reference: Float?) {
    guard let level else {
      for bin in colour.indices { colour[bin] = 1 }
      weight = 1
      return
    }
    let gains = floor.logarithms.map { fastExponential(0.5 * (level - $0)) }
    colours.append((gains, fastExponential((reference ?? level) - level)))
    if colours.count > blocksBefore { (colour, weight) = colours.removeFirst() }
  }
}

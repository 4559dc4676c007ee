import HandShakeSignal

/// Whitens the noise of one microphone for `BurstSearch`.
struct BurstSearchWhitening {
  private var floor: NoiseFloor
  private var energies = [Float](repeating: 0, count: binCount)
  private var scratch = [Float](repeating: 0, count: binCount)
  /// Whitening gains by bin; `colours` queues later gains with their weights.
  private var colour = [Float](repeating: 1, count: binCount)
  private var colours: [(gains: [Float], weight: Float)] = []
  /// The factor from the power of this noise to the power of the first microphone's noise.
  private(set) var weight: Float = 1
  /// Blocks that a sounder and the block after its end reach over.
  private let blocksBefore: Int
  private let blockLength: Int
  /// Gain of each point of the current block.
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

  /// Natural logarithm of the noise's energy in a bin, averaged over bins; nil while it is unknown.
  var level: Float? {
    floor.isUntaught ? nil : floor.logarithms.reduce(0, +) / Float(Self.binCount)
  }

  /// Learns the noise from the next block. Computes the gains of its `points`, and the weight that
  /// scales the noise to the level `reference`.
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
        // Interpolate between the centres of neighbouring bins.
        let (here, after) = (colour[bin], colour[(bin + 1) % Self.binCount])
        for step in 0..<width {
          let weight = Float(step) / Float(width)
          gains[(bin * width + width / 2 + step) & (blockLength - 1)] =
            here + weight * (after - here)
        }
      }
    }
  }

  /// Sets `colour` to the whitening gains from before any sounder that reaches into the next block.
  /// Otherwise a sounder after digital silence would count as noise, part by part.
  ///
  /// The gains exclude the level of the noise, as a change of level would split a sounder.
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

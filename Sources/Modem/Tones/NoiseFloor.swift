import Signal

/// Noise power per frequency bin, learnt from what has been heard so far.
///
/// It follows the mean of the logarithm of each bin's energy, from which that of exponentially
/// distributed noise differs by Euler's constant. What all bins have in common, the level, moves
/// within a fraction of a second; each bin's difference from it slowly and never far at a time: a
/// tone that comes and goes leaves little trace, a whistle that stays becomes noise within seconds.
struct NoiseFloor {
  /// Natural logarithm of the mean noise energy per bin.
  private(set) var logarithms: [Float]
  private var frames = 0

  /// Mean of the logarithm of a unit-mean exponential variable, negated.
  static let eulerConstant: Float = 0.5772157
  /// Frames over which the estimate averages.
  private let memory: Int
  /// Largest surprise in nepers that counts; larger ones count as this.
  private let clip: Float = 2.5
  private let levelGain: Float = 0.1

  init(binCount: Int, memory: Int) {
    logarithms = [Float](repeating: 0, count: binCount)
    self.memory = memory
  }

  /// Takes the logarithms of one frame's energies.
  mutating func learn(_ frame: UnsafePointer<Float>) {
    frames += 1
    let gain = 1 / Float(min(frames + 8, memory))
    var mean: Float = 0
    for bin in 0..<logarithms.count { mean += frame[bin] - logarithms[bin] }
    let shift = mean / Float(logarithms.count) + Self.eulerConstant
    let levelMove = frames == 1 ? shift : levelGain * shift
    logarithms.withUnsafeMutableBufferPointer { floor in
      for bin in 0..<floor.count {
        let surprise = frame[bin] + Self.eulerConstant - floor[bin] - shift
        floor[bin] += levelMove + gain * max(-clip, min(clip, surprise))
      }
    }
  }
}

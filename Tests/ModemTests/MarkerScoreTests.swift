import HandShakeSignal
import Testing

@testable import HandShakeModem

/// Positive numbers over many decades, the same for the same seed.
private struct Decades {
  var state: UInt64

  mutating func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return fastExponential(40 * (Float(state >> 40) / Float(1 << 24) - 0.5))
  }
}

@Test(arguments: [8, 216, 1040])
func `a floor divides energies and tells the mean logarithm and the largest`(binCount: Int) {
  var random = Decades(state: UInt64(binCount))
  var floor = NoiseFloor(binCount: binCount, memory: 80)
  var scratch = [Float](repeating: 0, count: binCount)
  let learnt = (0..<binCount).map { _ in random.next() }
  floor.learn(learnt, scratch: &scratch)
  let energies = (0..<binCount).map { _ in random.next() }
  var ratios = energies
  let (meanLogarithm, largest) = floor.divide(&ratios)
  let expected = zip(energies, floor.logarithms).map { logarithm(Double($0)) - Double($1) }
  let mean = expected.reduce(0, +) / Double(binCount)
  #expect(abs(Double(meanLogarithm) - mean) < 1e-3)
  #expect(largest == ratios.max())
  for bin in 0..<binCount {
    #expect(abs(logarithm(Double(ratios[bin])) - expected[bin]) < 1e-4, "bin \(bin)")
  }
}

@Test func `paths through a ring of frames find the frame that fits`() {
  let binCount = 16
  let ring = FrameRing(binCount: binCount, frameCount: 41)
  let steps = [(bin: 3, frames: 0), (bin: 12, frames: 9), (bin: 7, frames: 17)]
  let path = steps.map {
    PathStep(offset: Int32($0.bin * ring.stride + Int($0.frames)), frames: Int32($0.frames))
  }
  // A path that fits nowhere comes first.
  let paths =
    path.map { PathStep(offset: Int32(15 * ring.stride) + $0.frames, frames: $0.frames) } + path
  for start in 20...160 {
    var filled = ring
    for first in Swift.stride(from: 0, to: start / 8 * 8 + 32, by: 8) {
      var rows = [Float](repeating: 1, count: 8 * binCount)
      for step in steps where first..<first + 8 ~= start + step.frames {
        rows[(start + step.frames - first) * binCount + step.bin] = 2
      }
      filled.append(rows, firstFrame: first)
    }
    for frame in start - 7...start {
      let products = paths.withUnsafeBufferPointer {
        filled.largestProducts($0, toneCount: 3, frame: frame)
      }
      #expect(products[start - frame] == 8, "start \(start), from \(frame)")
      #expect(products.max() == 8)
    }
    #expect(filled.product(path[...], frame: start) == 8)
  }
}

/// Low-pass that halves the rate of real samples.
///
/// If pass and stop band are symmetrical about a quarter of the rate, every other tap but the
/// middle tap is zero (F. Mintzer, "On half-band, third-band, and Nth-band FIR filters and their
/// design", IEEE Trans. ASSP 30, 1982). Half of the samples therefore need only the middle tap. The
/// other taps are symmetrical, so each multiplies the sum of two samples.
struct HalfBandDecimator {
  /// The nonzero taps before the middle tap.
  private let taps: [Float]
  private let middleTap: Float
  private var centres: [Float]
  private var sides: [Float]
  private var isCentreNext = true
  /// The number of latest samples that are zero.
  private var silentCount: Int

  /// - Parameter lowPass: 4 n + 1 symmetrical taps of a half-band filter.
  init(lowPass: [Double]) {
    let half = lowPass.count / 2
    precondition(half % 2 == 0, "the middle tap is one of those that stay")
    middleTap = Float(lowPass[half])
    taps = stride(from: 1, to: half, by: 2).map { Float(lowPass[$0]) }
    sides = [Float](repeating: 0, count: half)
    centres = [Float](repeating: 0, count: half)
    silentCount = 2 * half
  }

  /// Filters `count` more samples into `output`. Output 0 of the first call belongs to the first
  /// sample, with silence before it. `output` needs room for half of `count` and 8 more.
  ///
  /// - Returns: the number of samples in `output`.
  mutating func filter(
    _ input: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>
  ) -> Int {
    let isSilent = UnsafeBufferPointer(start: input, count: count).allSatisfy { $0 == 0 }
    silentCount = isSilent ? silentCount + count : 0
    deal(input, count)
    let outputCount = max(0, centres.count - 2 * taps.count)
    // Outputs are computed in eights; the last eight may lack samples.
    guard silentCount < centres.count + sides.count else {
      output.update(repeating: 0, count: outputCount)
      sides.removeFirst(outputCount)
      centres.removeFirst(outputCount)
      return outputCount
    }
    let spare = repeatElement(Float(0), count: 8)
    sides.append(contentsOf: spare)
    centres.append(contentsOf: spare)
    for start in stride(from: 0, to: outputCount, by: 8) {
      output[eight: start] = eight(from: start)
    }
    sides.removeLast(8)
    centres.removeLast(8)
    sides.removeFirst(outputCount)
    centres.removeFirst(outputCount)
    return outputCount
  }

  /// Distributes samples to `centres` and `sides` in turn.
  private mutating func deal(_ input: UnsafePointer<Float>, _ count: Int) {
    // Index of the first centre among the samples, and of the first side sample.
    let (centre, side) = isCentreNext ? (0, 1) : (1, 0)
    Self.append(to: &centres, input + centre, count: (count + side) / 2)
    Self.append(to: &sides, input + side, count: (count + centre) / 2)
    if count % 2 != 0 { isCentreNext.toggle() }
  }

  /// Appends every other sample.
  private static func append(to part: inout [Float], _ input: UnsafePointer<Float>, count: Int) {
    let start = part.count
    part.append(contentsOf: repeatElement(0, count: count))
    part.withUnsafeMutableBufferPointer { part in
      for index in 0..<count { part[start + index] = input[2 * index] }
    }
  }

  @inline(__always)
  private func eight(from start: Int) -> SIMD8<Float> {
    taps.withUnsafeBufferPointer { taps in
      sides.withUnsafeBufferPointer { sides in
        let sides = sides.baseAddress! + start
        let last = 2 * taps.count - 1
        var sum = middleTap * centres[eight: start + taps.count]
        for index in 0..<taps.count {
          sum += taps[index] * (sides[eight: index] + sides[eight: last - index])
        }
        return sum
      }
    }
  }
}

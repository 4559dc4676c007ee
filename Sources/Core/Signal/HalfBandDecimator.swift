/// Low-pass that halves the rate of real samples.
///
/// Where pass and stop band lie alike about a quarter of the rate, every other tap but the middle
/// one is zero (F. Mintzer, "On half-band, third-band, and Nth-band FIR filters and their design",
/// IEEE Trans. ASSP 30, 1982): of the samples, one half meets that one tap only. The others' taps
/// are symmetrical, so each meets the sum of two samples.
struct HalfBandDecimator {
  /// The taps that are not zero before the middle one.
  private let taps: [Float]
  private let middleTap: Float
  private var centres: [Float]
  private var sides: [Float]
  private var isCentreNext = true
  /// How many of the latest samples are zero.
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

  /// Writes what `count` more samples determine to `output`, whose sample 0 belongs to the first
  /// sample ever, with silence before it. There must be room for half of `count` and 8 more.
  ///
  /// - Returns: how many samples `output` now has.
  mutating func filter(
    _ input: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>
  ) -> Int {
    let isSilent = UnsafeBufferPointer(start: input, count: count).allSatisfy { $0 == 0 }
    silentCount = isSilent ? silentCount + count : 0
    deal(input, count)
    let outputCount = max(0, centres.count - 2 * taps.count)
    // Outputs are computed in eights; the last of them may lack samples.
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

  /// Deals samples out to `centres` and `sides` in turn.
  private mutating func deal(_ input: UnsafePointer<Float>, _ count: Int) {
    // Place of the first centre among the samples, and of the first other one.
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

/// The information of a binary `PolarCode` about each coded bit from all other bits: soft
/// cancellation (SCAN; U. U. Fayyaz and J. R. Barry, "Low-complexity soft-output decoding of polar
/// codes", IEEE J. Sel. Areas Commun. 32, 2014).
///
/// Each subtree receives the ratios of its word and returns the contribution of its frozen inputs.
/// The schedule is that of successive cancellation. The result of a right half helps its left half
/// at the next visit.
public struct PolarSoftDecoder: Sendable {
  /// Ratios that subtrees receive, the subtree of depth d at 2^d.
  private var downward: [Float] = []
  /// Ratios that subtrees return, a row of N for each depth.
  private var upward: [Float] = []

  /// Number of visits of the tree.
  private static let visitCount = 3
  /// The ratio of frozen and shortened bits.
  private static let certain: Float = 1e4
  /// The share of its ratios that the decoder returns.
  ///
  /// The tree has short loops, so the same evidence returns to a bit more than once, most often in
  /// punctured codes.
  static let trust: Float = 0.75

  /// A decoder without buffers.
  public init() {}

  /// The extrinsic log-likelihood ratios of all coded bits, positive for 0. A bit's own ratio is
  /// not part of its result.
  ///
  /// - Parameters:
  ///   - ratios: ratios of the bits in sending order, without information from the code.
  ///   - code: a code with symbols of one bit.
  /// - Throws: `count` unless the number of ratios is that of the code.
  public mutating func extrinsics(
    of ratios: UnsafeBufferPointer<Float>, code: PolarCode
  ) throws(PolarCodeError) -> [Float] {
    guard code.levelCount == 1, ratios.count == code.symbolCount else {
      throw .count(ratios.count, expected: code.symbolCount)
    }
    let length = code.blockLength
    let depth = length.trailingZeroBitCount
    downward = [Float](repeating: 0, count: 2 * length)
    upward = [Float](repeating: 0, count: (depth + 1) * length)
    for (index, position) in code.order.enumerated() {
      downward[length + Int(position)] += ratios[index]
    }
    for position in code.shortened { downward[length + Int(position)] = Self.certain }
    downward.withUnsafeMutableBufferPointer { downward in
      upward.withUnsafeMutableBufferPointer { upward in
        code.schedule.withUnsafeBufferPointer { schedule in
          let tree = Tree(length, downward.baseAddress!, upward.baseAddress!)
          for _ in 0..<Self.visitCount {
            var node = schedule.baseAddress!
            tree.visit(&node, tree.downward + length, first: 0)
          }
        }
      }
    }
    return code.order.enumerated().map { index, position in
      // Another copy of the bit is independent evidence.
      let copies = downward[length + Int(position)] - ratios[index]
      return copies + Self.trust * upward[depth * length + Int(position)]
    }
  }

  /// The tree over borrowed memory.
  private struct Tree {
    let length: Int
    let downward: UnsafeMutablePointer<Float>
    let upward: UnsafeMutablePointer<Float>

    init(
      _ length: Int, _ downward: UnsafeMutablePointer<Float>, _ upward: UnsafeMutablePointer<Float>
    ) {
      (self.length, self.downward, self.upward) = (length, downward, upward)
    }

    /// Visits the subtree of `node`, whose first input is `first`, and moves `node` behind it.
    func visit(
      _ node: inout UnsafePointer<PolarNode>, _ ratios: UnsafeMutablePointer<Float>, first: Int
    ) {
      let depth = Int(node.pointee.depth)
      let (kind, size) = (node.pointee.kind, 1 << depth)
      let result = upward + (depth * length + first)
      node += 1
      switch kind {
      case .frozen: result.update(repeating: PolarSoftDecoder.certain, count: size)
      case .free: break
      case .repetition:
        var sum: Float = 0
        for index in 0..<size { sum += ratios[index] }
        for index in 0..<size { result[index] = sum - ratios[index] }
      case .split:
        let half = size / 2
        let below = downward + half
        let left = upward + ((depth - 1) * length + first)
        let right = left + half
        for index in 0..<half {
          below[index] = Self.check(ratios[index], ratios[half + index] + right[index])
        }
        visit(&node, below, first: first)
        for index in 0..<half {
          below[index] = ratios[half + index] + Self.check(ratios[index], left[index])
        }
        visit(&node, below, first: first + half)
        for index in 0..<half {
          result[index] = Self.check(left[index], ratios[half + index] + right[index])
          result[half + index] = right[index] + Self.check(left[index], ratios[index])
        }
      }
    }

    /// The ratio of the sum of two bits.
    @inline(__always)
    private static func check(_ a: Float, _ b: Float) -> Float {
      let sum = abs(a + b)
      let difference = abs(a - b)
      return 0.5 * (sum - difference) + logOnePlusExp(negative: sum)
        - logOnePlusExp(negative: difference)
    }
  }
}

/// Where the arrays of `PolarLanes` lie in one block of floats and one of bytes.
///
/// Values of all L paths for one position stand side by side, so that one step for all paths runs
/// through memory in order.
struct PolarLaneLayout: Sendable {
  let laneCount: Int
  let blockLength: Int

  /// The ratios received, N.
  let received = 0
  /// Ratios of the tree: the subtree of depth d has 2^d rows of L at 2^d rows.
  var ratios: Int { blockLength }
  /// The metrics of the paths, L.
  var metrics: Int { ratios + 2 * blockLength * laneCount }
  /// Costs of the two values of a bit, 2L.
  var costs: Int { metrics + laneCount }
  /// The smallest magnitudes in each lane of a free subtree, L rows of L.
  var smallest: Int { costs + 2 * laneCount }
  var floatCount: Int { smallest + laneCount * laneCount }

  /// The decided words of the subtrees, N rows of L, the code's positions in order.
  let word = 0
  /// The word of a left half while the right one is decoded: depth d at 2^d rows.
  var leftWords: Int { blockLength * laneCount }
  /// Origins of the lanes: two rows of L for each depth to 12.
  var origins: Int { leftWords + 2 * blockLength * laneCount }
  /// The bits at hand, L.
  var bits: Int { origins + 26 * laneCount }
  /// The lanes, the best first, L.
  var ranking: Int { bits + laneCount }
  /// A word to be taken apart, N.
  var extracted: Int { ranking + laneCount }
  var byteCount: Int { extracted + blockLength }
}

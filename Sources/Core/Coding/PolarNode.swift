/// A step of decoding a polar code: a subtree that is decoded as a whole, or split.
struct PolarNode: Sendable, Equatable {
  /// The kind of a subtree's inputs.
  enum Kind: UInt8, Sendable {
    /// All frozen.
    case frozen
    /// Only the last input carries a bit: a repetition code.
    case repetition
    /// All carry bits.
    case free
    /// Mixed inputs: the two halves follow.
    case split
  }

  let kind: Kind
  /// log₂ of the number of inputs.
  let depth: UInt8

  /// The nodes of trees of `blockLength` inputs each in the order of decoding, a split before its
  /// halves.
  static func schedule(_ isInformation: [Bool], blockLength: Int) -> [PolarNode] {
    var counts = [0]
    counts.reserveCapacity(isInformation.count + 1)
    for bit in isInformation { counts.append(counts.last! + (bit ? 1 : 0)) }
    var nodes: [PolarNode] = []
    for start in stride(from: 0, to: isInformation.count, by: blockLength) {
      append(&nodes, counts, start: start, depth: blockLength.trailingZeroBitCount)
    }
    return nodes
  }

  private static func append(_ nodes: inout [PolarNode], _ counts: [Int], start: Int, depth: Int) {
    let size = 1 << depth
    let carried = counts[start + size] - counts[start]
    let kind: Kind =
      if carried == 0 {
        .frozen
      } else if carried == size {
        .free
      } else if carried == 1 && counts[start + size - 1] == counts[start] {
        .repetition
      } else {
        .split
      }
    nodes.append(PolarNode(kind: kind, depth: UInt8(depth)))
    guard kind == .split else { return }
    append(&nodes, counts, start: start, depth: depth - 1)
    append(&nodes, counts, start: start + size / 2, depth: depth - 1)
  }
}

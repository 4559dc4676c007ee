/// Where the arrays of a list decoder lie in one block of floats and one of bytes.
///
/// With L paths, N positions and n symbols. Every path owns a slot of 2N ratios and one of 2N
/// bits, in which layer d of the decoding tree, 2ᵈ values, lies at 2ᵈ.
struct PolarListLayout: Sendable {
  let listSize: Int
  let blockLength: Int
  let symbolCount: Int

  /// Log-likelihood ratios, L slots of 2N.
  let ratios = 0

  /// The ratio of the next bit after every prefix of every symbol, n rows of 64.
  let prefixRatios: Int

  /// The sums behind `prefixRatios`, 128.
  let prefixSums: Int

  /// The metrics of the paths, L.
  let pathMetrics: Int

  /// The metrics of their continuations, 2L in the order of size.
  let candidateMetrics: Int

  let floatCount: Int

  /// Partial sums, L slots of 2N.
  let bits = 0

  /// The symbol bits decided so far behind a leading 1, two sets of L rows of n.
  let prefixes: Int

  /// Which slots hold what belongs to a path, two sets of L rows of `rowLength`.
  let owners: Int

  /// The continuations that `candidateMetrics` belongs to, 2L.
  let candidates: Int

  /// One polar codeword, N.
  let word: Int

  /// The information bits of a path, at most 6N.
  let information: Int

  let byteCount: Int

  /// A row of owners: 12 for the layers of ratios, 12 for those of bits, 1 for the prefixes.
  static let rowLength = 32
  static let bitOwners = 12
  static let prefixOwner = 24

  init(listSize: Int, blockLength: Int, symbolCount: Int) {
    self.listSize = listSize
    self.blockLength = blockLength
    self.symbolCount = symbolCount
    prefixRatios = listSize * 2 * blockLength
    prefixSums = prefixRatios + 64 * symbolCount
    pathMetrics = prefixSums + 128
    candidateMetrics = pathMetrics + listSize
    floatCount = candidateMetrics + 2 * listSize
    prefixes = listSize * 2 * blockLength
    owners = prefixes + 2 * listSize * symbolCount
    candidates = owners + 2 * listSize * Self.rowLength
    word = candidates + 2 * listSize
    information = word + blockLength
    byteCount = information + 6 * blockLength
  }
}

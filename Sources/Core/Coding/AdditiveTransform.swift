/// Transforms polynomials over GF(2¹⁶) between their coefficients and their values at consecutive
/// elements, in n log n steps, for blocks of elements at once.
///
/// S.-J. Lin, W.-H. Chung, Y. S. Han, "Novel polynomial basis and its application to Reed-Solomon
/// erasure codes", FOCS 2014. The subspace polynomial s_j(x) = ∏ (x − v) over the elements v with
/// numbers below 2ʲ is linear over GF(2). Basis polynomial i is the product of s_j(x) / s_j(2ʲ)
/// over the bits j of i. Reed-Solomon codes in the ordinary basis need n² steps.
struct AdditiveTransform: Sendable {
  let field: GF65536
  /// s_j(2ⁱ) / s_j(2ʲ) at 16 j + i.
  private let subspaceValues: [UInt16]
  /// The derivative of s_j(x) / s_j(2ʲ), a constant.
  private let derivatives: [UInt16]

  init(_ field: GF65536) {
    self.field = field
    var values = [UInt16](repeating: 0, count: 256)
    var derivatives: [UInt16] = []
    // s_0(x) = x, and s_{j+1}(x) = s_j(x)² + s_j(2ʲ) s_j(x).
    var row = (0..<16).map { UInt16(1) << UInt16($0) }
    var slope: UInt16 = 1
    for level in 0..<16 {
      let scale = field.reciprocal(row[level])
      for bit in 0..<16 { values[16 * level + bit] = field.product(scale, row[bit]) }
      derivatives.append(field.product(scale, slope))
      let pivot = row[level]
      slope = field.product(slope, pivot)
      row = row.map { field.product($0, $0 ^ pivot) }
    }
    subspaceValues = values
    self.derivatives = derivatives
  }

  /// s_j(x) / s_j(2ʲ) for the element with number `x`.
  private func factor(level: Int, at x: Int) -> UInt16 {
    var value: UInt16 = 0
    for bit in level..<16 where x >> bit & 1 != 0 { value ^= subspaceValues[16 * level + bit] }
    return value
  }

  /// Replaces `size` rows of coefficients by the values at the elements `offset` ..< `offset +
  /// size`.
  ///
  /// - Parameters:
  ///   - rows: `size` rows, a power of two, of `width` elements each.
  ///   - offset: a multiple of `size`.
  func evaluate(_ rows: UnsafeMutablePointer<UInt16>, size: Int, width: Int, offset: Int = 0) {
    let multiplier = GF65536Multiplier()
    var half = size / 2
    while half > 0 {
      for start in stride(from: 0, to: size, by: 2 * half) {
        let low = rows + start * width
        addProducts(to: low, half, width, at: offset + start, multiplier)
        for index in 0..<half * width { low[half * width + index] ^= low[index] }
      }
      half /= 2
    }
  }

  /// Replaces the values at the elements 0 ..< `size` by the coefficients.
  func interpolate(_ rows: UnsafeMutablePointer<UInt16>, size: Int, width: Int) {
    let multiplier = GF65536Multiplier()
    var half = 1
    while half < size {
      for start in stride(from: 0, to: size, by: 2 * half) {
        let low = rows + start * width
        for index in 0..<half * width { low[half * width + index] ^= low[index] }
        addProducts(to: low, half, width, at: start, multiplier)
      }
      half *= 2
    }
  }

  /// Adds to the `half` rows at `low` the products of the next `half` rows and the factor at
  /// element `x`.
  private func addProducts(
    to low: UnsafeMutablePointer<UInt16>, _ half: Int, _ width: Int, at x: Int,
    _ multiplier: borrowing GF65536Multiplier
  ) {
    let factor = factor(level: half.trailingZeroBitCount, at: x)
    guard factor != 0 else { return }
    multiplier.setFactor(factor)
    multiplier.addProducts(of: low + half * width, to: low, count: half * width)
  }

  /// Replaces `size` rows of coefficients by the coefficients of the derivative.
  func differentiate(_ rows: UnsafeMutablePointer<UInt16>, size: Int, width: Int) {
    let multiplier = GF65536Multiplier(count: 16)
    for level in 0..<16 { multiplier.setFactor(derivatives[level], number: level) }
    // A row depends only on rows of higher numbers, so rows can be replaced in order.
    for number in 0..<size {
      let row = rows + number * width
      row.update(repeating: 0, count: width)
      var level = 0
      while 1 << level < size {
        if number >> level & 1 == 0 {
          multiplier.addProducts(of: row + (width << level), to: row, count: width, number: level)
        }
        level += 1
      }
    }
  }
}

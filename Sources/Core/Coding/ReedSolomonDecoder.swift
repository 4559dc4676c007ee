extension ReedSolomon {
  /// The only codeword with 2·errors + erasures ≤ `budget` from `word`; nil if it does not exist.
  ///
  /// - Parameters:
  ///   - word: p + 1 to q − 1 elements of the field, the parity symbols last.
  ///   - erasures: positions in `word` to ignore, each once.
  ///   - budget: at most p. With c = p − budget check symbols, garbage passes with a chance of 1 in
  ///     q^c if erasures use the whole distance, and less if errors do.
  @inlinable
  func correct(_ word: [UInt8], erasures: [Int], budget: Int) -> [UInt8]? {
    guard erasures.count <= budget else { return nil }
    let syndromes = syndromes(of: word)
    if syndromes.allSatisfy({ $0 == 0 }) { return word }
    let lastPosition = word.count - 1
    guard
      let locator = locator(
        of: syndromes, erasureLocators: erasures.map { field.power(lastPosition - $0) }),
      2 * (locator.count - 1) - erasures.count <= budget
    else { return nil }

    // Chien: the error at position i is a root of the locator at 1/Xᵢ.
    var positions: [Int] = []
    for position in 0..<word.count
    where value(of: locator, at: field.power(position - lastPosition)) == 0 {
      positions.append(position)
    }
    guard positions.count == locator.count - 1 else { return nil }

    var corrected = word
    let evaluator = evaluator(of: syndromes, locator: locator)
    for position in positions {
      let magnitude = magnitude(
        at: lastPosition - position, among: positions.map { lastPosition - $0 },
        evaluator: evaluator)
      corrected[position] = field.difference(corrected[position], magnitude)
    }
    return self.syndromes(of: corrected).allSatisfy({ $0 == 0 }) ? corrected : nil
  }

  /// The polynomial ∏(1 − Xᵢx) over all erased and wrong positions, lowest coefficient first, or
  /// nil if no polynomial fits the syndromes.
  ///
  /// Berlekamp and Massey's shift-register synthesis, started from the erasure locator: Blahut,
  /// "Algebraic Codes for Data Transmission" (2003), section 7.4.
  @inlinable
  func locator(of syndromes: [UInt8], erasureLocators: [UInt8]) -> [UInt8]? {
    var locator = [UInt8](repeating: 0, count: parityCount + 1)
    locator[0] = 1
    for (count, erased) in erasureLocators.enumerated() {
      for degree in stride(from: count + 1, to: 0, by: -1) {
        locator[degree] = field.difference(
          locator[degree], field.product(erased, locator[degree - 1]))
      }
    }
    let erasureCount = erasureLocators.count
    var length = erasureCount
    var previous = locator
    var previousDiscrepancy: UInt8 = 1
    var shift = 1
    for index in erasureCount..<parityCount {
      var discrepancy: UInt8 = 0
      for degree in 0...index {
        discrepancy = field.sum(
          discrepancy, field.product(locator[degree], syndromes[index - degree]))
      }
      if discrepancy == 0 {
        shift += 1
        continue
      }
      let before = locator
      let factor = field.product(discrepancy, field.reciprocal(previousDiscrepancy))
      if shift <= parityCount {
        for degree in shift...parityCount {
          locator[degree] = field.difference(
            locator[degree], field.product(factor, previous[degree - shift]))
        }
      }
      if 2 * length <= index + erasureCount {
        length = index + 1 + erasureCount - length
        previous = before
        previousDiscrepancy = discrepancy
        shift = 1
      } else {
        shift += 1
      }
    }
    guard length <= parityCount, locator[length] != 0,
      locator[(length + 1)...].allSatisfy({ $0 == 0 })
    else { return nil }
    return [UInt8](locator[...length])
  }

  /// Forney's evaluator: the product of syndrome and locator polynomials modulo xᵖ.
  @inlinable
  func evaluator(of syndromes: [UInt8], locator: [UInt8]) -> [UInt8] {
    var evaluator = [UInt8](repeating: 0, count: parityCount)
    for degree in 0..<parityCount {
      for index in 0...min(degree, locator.count - 1) {
        evaluator[degree] = field.sum(
          evaluator[degree], field.product(locator[index], syndromes[degree - index]))
      }
    }
    return evaluator
  }

  /// The value to subtract at the position with locator X = α^`exponent`: evaluator(1/X) / (Xᵇ ∏(1
  /// − Y/X)) over the other locators Y.
  ///
  /// The product is Forney's formal derivative in full, which holds in every characteristic.
  @inlinable
  func magnitude(at exponent: Int, among exponents: [Int], evaluator: [UInt8]) -> UInt8 {
    var denominator = field.power(firstRootExponent * exponent)
    for other in exponents where other != exponent {
      denominator = field.product(denominator, field.difference(1, field.power(other - exponent)))
    }
    return field.product(
      value(of: evaluator, at: field.power(-exponent)), field.reciprocal(denominator))
  }

  /// The value at `point` of a polynomial with its lowest coefficient first.
  @inlinable
  func value(of polynomial: [UInt8], at point: UInt8) -> UInt8 {
    var value: UInt8 = 0
    for coefficient in polynomial.reversed() {
      value = field.sum(field.product(value, point), coefficient)
    }
    return value
  }
}

import HandShakeCoding

extension Collection where Element: BinaryFloatingPoint {
  /// The elements from the smallest to the largest.
  @inlinable public var ascending: [Element] {
    let keys = map { Double($0) }
    return ranking(keys).map { Element(keys[$0]) }
  }

  /// The element at the quantile `share`, 0...1; there must be an element.
  @inlinable public func quantile(_ share: Double) -> Element {
    let keys = map { Double($0) }
    return Element(keys[ranking(keys)[Swift.min(Int(share * Double(count)), count - 1)]])
  }
}

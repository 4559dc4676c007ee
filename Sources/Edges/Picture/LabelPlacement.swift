/// Finds places for labels so that none covers another.
struct LabelPlacement {
  /// Where labels may lie.
  let area: Box
  /// Labels that have their place.
  private(set) var taken: [Box] = []

  /// A label's height.
  static let height = 18.0
  /// Beyond so many the picture would be all labels.
  static let limit = 300

  /// A place for a label `width` wide that belongs to `frame`: from its left edge on, or where the
  /// area ends there up to its right edge, at the first height from its top down where nothing of
  /// `others` lies and no label; nil where no height is free.
  mutating func place(width: Double, for frame: Box, avoiding others: [Box] = []) -> Box? {
    guard taken.count < Self.limit, width <= area.width else { return nil }
    var lefts = [frame.left, frame.right - width]
    if lefts[0] + width > area.right { lefts.reverse() }
    var top = max(frame.top, area.top) + 3
    while top + Self.height <= min(frame.bottom, area.bottom) - 2 {
      for left in lefts where left >= area.left && left + width <= area.right {
        let place = Box(left: left, top: top, width: width, height: Self.height)
        if !taken.contains(where: place.intersects), !others.contains(where: place.intersects) {
          taken.append(place)
          return place
        }
      }
      top += Self.height + 2
    }
    return nil
  }
}

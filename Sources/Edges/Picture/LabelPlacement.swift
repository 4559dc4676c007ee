/// Finds positions for labels without overlap.
struct LabelPlacement {
  /// The area for labels.
  let area: Box
  /// The boxes of placed labels.
  private(set) var taken: [Box] = []

  /// A label's height.
  static let height = 18.0
  /// The most labels; more would cover the picture.
  static let limit = 300

  /// The box of a label of `width` for `frame`. It starts at the frame's left edge; if the area is
  /// too short there, it ends at the right edge. It takes the first free height from the top down,
  /// without `others` and labels; nil if no height is free.
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

/// A point of a picture: pixels from its left and from its top.
struct Point {
  var x: Double
  var y: Double
}

/// An upright rectangle of a picture.
struct Box: Equatable {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  var right: Double { left + width }
  var bottom: Double { top + height }

  func intersects(_ other: Box) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// What of it lies in `other`, nil where nothing does.
  func clipped(to other: Box) -> Box? {
    let (left, top) = (max(left, other.left), max(top, other.top))
    let (right, bottom) = (min(right, other.right), min(bottom, other.bottom))
    guard left < right, top < bottom else { return nil }
    return Box(left: left, top: top, width: right - left, height: bottom - top)
  }
}

/// A point of a picture, in pixels from the left and from the top.
package struct Point {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// An upright rectangle of a picture.
package struct Box: Equatable {
  package var left: Double
  package var top: Double
  package var width: Double
  package var height: Double

  package init(left: Double, top: Double, width: Double, height: Double) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }

  var right: Double { left + width }
  var bottom: Double { top + height }

  func intersects(_ other: Box) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// The part of it in `other`; nil if they do not overlap.
  func clipped(to other: Box) -> Box? {
    let (left, top) = (max(left, other.left), max(top, other.top))
    let (right, bottom) = (min(right, other.right), min(bottom, other.bottom))
    guard left < right, top < bottom else { return nil }
    return Box(left: left, top: top, width: right - left, height: bottom - top)
  }
}

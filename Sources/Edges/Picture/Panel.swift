/// A part of a picture with a horizontal and a vertical axis.
package struct Panel {
  package let box: Box
  let horizontal: Axis
  let vertical: Axis

  /// The font size of ticks and axis titles.
  package static let letterSize = 13.0

  /// A panel that fills `box` with its axes and their texts.
  package init(box: Box, horizontal: Axis, vertical: Axis) {
    (self.box, self.horizontal, self.vertical) = (box, horizontal, vertical)
  }

  package func x(_ value: Double) -> Double { box.left + horizontal.position(value) * box.width }
  package func y(_ value: Double) -> Double { box.bottom - vertical.position(value) * box.height }

  /// Draws the grid lines at the ticks. Call it before the content.
  package func drawGrid(on canvas: Canvas) {
    for tick in horizontal.ticks {
      canvas.line(
        [Point(x: x(tick.value), y: box.top), Point(x: x(tick.value), y: box.bottom)], .grid)
    }
    for tick in vertical.ticks {
      canvas.line(
        [Point(x: box.left, y: y(tick.value)), Point(x: box.right, y: y(tick.value))], .grid)
    }
  }

  /// Draws the edge, the ticks and the axis texts; the horizontal axis only if `isLowest`.
  package func drawAxes(on canvas: Canvas, isLowest: Bool) {
    canvas.outline(box, .ink)
    for tick in horizontal.ticks {
      let x = x(tick.value)
      canvas.line([Point(x: x, y: box.bottom), Point(x: x, y: box.bottom + 5)], .ink)
      if isLowest {
        canvas.text(tick.text, at: Point(x: x, y: box.bottom + 19), .middle, Self.letterSize)
      }
    }
    for tick in vertical.ticks {
      let y = y(tick.value)
      canvas.line([Point(x: box.left - 5, y: y), Point(x: box.left, y: y)], .ink)
      canvas.text(tick.text, at: Point(x: box.left - 9, y: y + 4.5), .end, Self.letterSize)
    }
    if isLowest {
      canvas.text(
        horizontal.title, at: Point(x: box.left + box.width / 2, y: box.bottom + 40), .middle,
        Self.letterSize)
    }
    canvas.uprightText(
      vertical.title, at: Point(x: box.left - 52, y: box.top + box.height / 2), Self.letterSize)
  }
}

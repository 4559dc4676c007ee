/// A part of a picture with a horizontal and a vertical axis.
package struct Panel {
  package let box: Box
  let horizontal: Axis
  let vertical: Axis

  /// Size of the letters at ticks and beside axes.
  package static let letterSize = 13.0

  /// A panel that fills `box`, but for what stands beside its axes.
  package init(box: Box, horizontal: Axis, vertical: Axis) {
    (self.box, self.horizontal, self.vertical) = (box, horizontal, vertical)
  }

  package func x(_ value: Double) -> Double { box.left + horizontal.position(value) * box.width }
  package func y(_ value: Double) -> Double { box.bottom - vertical.position(value) * box.height }

  /// Lines at the ticks, to be drawn before what they lie under.
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

  /// The edge, the ticks and what stands beside them; the horizontal axis only where `isLowest`.
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

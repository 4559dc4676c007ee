import HandShakeHeard
import HandShakeTerminal

/// The frames in a spectrum: outlined boxes at their place and time, with their content.
enum FrameMarks {
  private static let letterSize = 12.0
  /// The least width of a box, so that a burst is visible among hours.
  private static let leastWidth = 8.0
  /// The most characters of a label; the longest that fits is used.
  private static let lengths = [48, 24, 12]
  /// Up to this number of frames, labels avoid the boxes of others if there is room.
  private static let crowd = 200

  /// Draws `frames` into `panel`; gives the content of each at its position.
  static func draw(_ frames: [HeardFrame], in panel: Panel, on canvas: Canvas) -> [SVGNotes.Note] {
    var labels = LabelPlacement(area: panel.box)
    let marks = frames.compactMap { frame in
      box(of: frame, in: panel).map { (frame: frame, box: $0) }
    }
    for mark in marks {
      // A white line under the colour separates the outline from its background.
      canvas.outline(mark.box, Colour(0xFFFFFF, opacity: 0.85), width: 3.5)
      canvas.outline(mark.box, colour(of: mark.frame), width: 1.8)
    }
    for mark in marks {
      // With very many frames every label would cover some.
      let others = marks.count > crowd ? [] : marks.map(\.box).filter { !$0.intersects(mark.box) }
      drawLabel(of: mark.frame, at: mark.box, avoiding: others, &labels, canvas)
    }
    return marks.map { SVGNotes.Note(box: $0.box, text: $0.frame.line) }
  }

  static func colour(of frame: HeardFrame) -> Colour { frame.isReceived ? .received : .failed }

  private static func box(of frame: HeardFrame, in panel: Panel) -> Box? {
    var left = panel.x(frame.seconds.lowerBound)
    var width = panel.x(frame.seconds.upperBound) - left
    if width < leastWidth {
      left -= (leastWidth - width) / 2
      width = leastWidth
    }
    let top = panel.y(frame.placement.highestToneHertz)
    let height = panel.y(frame.placement.lowestToneHertz) - top
    return Box(left: left, top: top, width: width, height: height).clipped(to: panel.box)
  }

  private static func drawLabel(
    of frame: HeardFrame, at box: Box, avoiding others: [Box], _ labels: inout LabelPlacement,
    _ canvas: Canvas
  ) {
    for (avoided, length) in lengths.map({ (others, $0) }) + lengths.map({ ([], $0) }) {
      let text = shortened(frame.label, length)
      let width = canvas.textWidth(text, letterSize) + 10
      guard let place = labels.place(width: width, for: box, avoiding: avoided) else { continue }
      canvas.fill(place, Colour(0xFFFFFF, opacity: 0.88))
      // A bar on the side of its frame.
      let isLeft = place.left >= box.left
      canvas.fill(
        Box(
          left: isLeft ? place.left : place.right - 3, top: place.top, width: 3,
          height: place.height), colour(of: frame))
      canvas.text(
        text, at: Point(x: place.left + (isLeft ? 7 : 3), y: place.bottom - 5), .start,
        letterSize, colour(of: frame))
      return
    }
  }

  static func shortened(_ text: String, _ length: Int) -> String {
    text.count <= length ? text : text.prefix(length - 3) + "..."
  }
}

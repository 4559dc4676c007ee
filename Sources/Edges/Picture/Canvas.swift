import CHandShakeCairo
import HandShakeTerminal

/// A picture that is drawn by Cairo. All Cairo calls are here.
///
/// Coordinates are pixels from the left and the top. Cairo stores an error and ignores all later
/// calls; `finish` throws it.
package final class Canvas {
  /// Width and height.
  let box: Box
  /// The boxes of all written texts.
  private(set) var texts: [Box] = []

  private let format: PictureFormat
  private let surface: OpaquePointer
  private let context: OpaquePointer
  /// The bytes that an SVG surface has written.
  private let written = Bytes()

  /// The point of a text at its place.
  package enum Anchor: Double {
    case start = 0
    case middle = 0.5
    case end = 1
  }

  private final class Bytes {
    var bytes: [UInt8] = []

    /// Appends Cairo's data to the `Bytes` at `closure`.
    static let append: cairo_write_func_t = { closure, data, length in
      guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
      Unmanaged<Bytes>.fromOpaque(closure).takeUnretainedValue().bytes
        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
      return CAIRO_STATUS_SUCCESS
    }

    var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  }

  /// A white picture of `width` by `height` pixels.
  package init(width: Int, height: Int, format: PictureFormat) {
    box = Box(left: 0, top: 0, width: Double(width), height: Double(height))
    self.format = format
    // Cairo returns no null pointers: a failure gives an object in an error state.
    surface =
      switch format {
      case .png: cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
      case .svg:
        cairo_svg_surface_create_for_stream(
          Bytes.append, written.closure, Double(width), Double(height))
      }
    context = cairo_create(surface)
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    fill(box, .paper)
  }

  deinit {
    cairo_destroy(context)
    // An unfinished SVG surface writes now, to `written`.
    cairo_surface_destroy(surface)
  }

  /// The whole file; afterwards drawing is impossible. Throws `undrawable`.
  package func finish() throws(CommandFailure) -> [UInt8] {
    cairo_surface_flush(surface)
    var status = cairo_status(context)
    if status == CAIRO_STATUS_SUCCESS, format == .png {
      status = cairo_surface_write_to_png_stream(surface, Bytes.append, written.closure)
    }
    cairo_surface_finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = cairo_surface_status(surface) }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .undrawable(detail: String(cString: cairo_status_to_string(status)))
    }
    return written.bytes
  }

  /// Fills a rectangle.
  func fill(_ box: Box, _ colour: Colour) {
    use(colour)
    cairo_rectangle(context, box.left, box.top, box.width, box.height)
    cairo_fill(context)
  }

  /// Draws the edges of a rectangle.
  func outline(_ box: Box, _ colour: Colour, width: Double = 1) {
    use(colour)
    cairo_set_line_width(context, width)
    cairo_rectangle(context, box.left, box.top, box.width, box.height)
    cairo_stroke(context)
  }

  /// Draws a line through `points`.
  package func line(_ points: [Point], _ colour: Colour, width: Double = 1, isDashed: Bool = false)
  {
    guard let first = points.first else { return }
    use(colour)
    cairo_set_line_width(context, width)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    if isDashed { cairo_set_dash(context, [6, 4], 2, 0) }
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    cairo_stroke(context)
    if isDashed { cairo_set_dash(context, nil, 0, 0) }
  }

  /// Fills the area inside `points`.
  func area(_ points: [Point], _ colour: Colour) {
    guard let first = points.first else { return }
    use(colour)
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    cairo_close_path(context)
    cairo_fill(context)
  }

  /// Fills a circle.
  package func dot(_ centre: Point, radius: Double, _ colour: Colour) {
    use(colour)
    cairo_new_sub_path(context)
    cairo_arc(context, centre.x, centre.y, radius, 0, 2 * .pi)
    cairo_fill(context)
  }

  /// Writes `text` with its base line at `place`.
  package func text(
    _ text: String, at place: Point, _ anchor: Anchor, _ size: Double, _ colour: Colour = .ink
  ) {
    let width = textWidth(text, size)
    let left = place.x - anchor.rawValue * width
    texts.append(Box(left: left, top: place.y - 0.8 * size, width: width, height: size))
    show(text, at: Point(x: left, y: place.y), colour)
  }

  private func show(_ text: String, at place: Point, _ colour: Colour) {
    use(colour)
    cairo_move_to(context, place.x, place.y)
    cairo_show_text(context, Self.drawable(text))
    cairo_new_path(context)
  }

  /// Writes `text` upwards with the middle of its base line at `place`.
  func uprightText(_ text: String, at place: Point, _ size: Double) {
    let width = textWidth(text, size)
    texts.append(
      Box(left: place.x - 0.8 * size, top: place.y - width / 2, width: size, height: width))
    cairo_save(context)
    cairo_translate(context, place.x, place.y)
    cairo_rotate(context, -.pi / 2)
    show(text, at: Point(x: -width / 2, y: 0), .ink)
    cairo_restore(context)
  }

  /// The longest start of `text` that fits in `width`.
  func fitting(_ text: String, _ size: Double, width: Double) -> String {
    var shown = text
    while textWidth(shown, size) > width, !shown.isEmpty {
      // Take few steps also for a text that is many times too long.
      let share = min(width / textWidth(shown, size), 0.99)
      shown = shown.prefix(max(0, Int(share * Double(shown.count)) - 3)) + "..."
      if shown == "..." { break }
    }
    return shown
  }

  /// The width of `text`.
  func textWidth(_ text: String, _ size: Double) -> Double {
    cairo_set_font_size(context, size)
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, Self.drawable(text), &extents)
    return extents.x_advance
  }

  /// Draws `pixels`, opaque 0xAARRGGBB in rows from the top, over `box`, clipped to `frame`, with
  /// smooth enlargement.
  func image(_ pixels: [UInt32], columns: Int, rows: Int, over box: Box, within frame: Box) {
    guard columns > 0, rows > 0, pixels.count == columns * rows else { return }
    let image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(columns), Int32(rows))
    defer { cairo_surface_destroy(image) }
    guard let data = cairo_image_surface_get_data(image) else { return }
    let stride = Int(cairo_image_surface_get_stride(image))
    pixels.withUnsafeBytes { source in
      for row in 0..<rows {
        let start = source.baseAddress! + row * columns * 4
        UnsafeMutableRawPointer(data + row * stride).copyMemory(from: start, byteCount: columns * 4)
      }
    }
    cairo_surface_mark_dirty(image)
    cairo_save(context)
    cairo_rectangle(context, frame.left, frame.top, frame.width, frame.height)
    cairo_clip(context)
    cairo_translate(context, box.left, box.top)
    cairo_scale(context, box.width / Double(columns), box.height / Double(rows))
    cairo_set_source_surface(context, image, 0, 0)
    // Beyond the edge, smoothing would otherwise mix in black.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_paint(context)
    cairo_restore(context)
  }

  private func use(_ colour: Colour) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.opacity)
  }

  /// `text` without noncharacters, which may come from the air and would end all drawing.
  private static func drawable(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { isRefused($0) ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isNoncharacterCodePoint || scalar.value == 0
  }
}

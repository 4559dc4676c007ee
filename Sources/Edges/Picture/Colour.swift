/// A colour in sRGB with its opacity, each 0...1.
package struct Colour {
  var red: Double
  var green: Double
  var blue: Double
  var opacity = 1.0

  /// The colour of the hexadecimal `code` 0xRRGGBB.
  package init(_ code: UInt32, opacity: Double = 1) {
    red = Double(code >> 16 & 0xFF) / 255
    green = Double(code >> 8 & 0xFF) / 255
    blue = Double(code & 0xFF) / 255
    self.opacity = opacity
  }

  static let paper = Colour(0xFFFFFF)
  package static let ink = Colour(0x222222)
  static let grid = Colour(0xDDDDDD)
  static let received = Colour(0x1667A8)
  static let failed = Colour(0xC62F2F)
  static let noise = Colour(0x777777)
}

/// Levels as colours of evenly increasing lightness, also for colour-blind readers: viridis, by S.
/// van der Walt and N. Smith (2015), in the public domain.
enum ColourMap {
  /// 17 of its 256 colours, from the lowest level to the highest. Linear interpolation is within
  /// 2/255.
  private static let anchors: [UInt32] = [
    0x440154, 0x48186A, 0x472D7B, 0x424086, 0x3B528B, 0x33638D, 0x2C728E, 0x26828E, 0x21918C,
    0x1FA088, 0x28AE80, 0x3FBC73, 0x5EC962, 0x84D44B, 0xADDC30, 0xD8E219, 0xFDE725,
  ]

  /// 256 opaque colours as 0xAARRGGBB, from the lowest level to the highest.
  static let table: [UInt32] = (0..<256).map { index in
    let position = Double(index) / 255 * Double(anchors.count - 1)
    let lower = min(Int(position), anchors.count - 2)
    let share = position - Double(lower)
    var colour: UInt32 = 0xFF
    for shift: UInt32 in [16, 8, 0] {
      let from = Double(anchors[lower] >> shift & 0xFF)
      let to = Double(anchors[lower + 1] >> shift & 0xFF)
      colour = colour << 8 | UInt32((from + share * (to - from)).rounded())
    }
    return colour
  }
}

import HandShakeSignal

/// A point or direction, in metres.
public struct Position: Sendable, Equatable {
  /// Along the room's length.
  public var x: Double
  /// Along the room's width.
  public var y: Double
  /// Above the floor.
  public var z: Double

  /// The point at these coordinates.
  public init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  func distance(to other: Position) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }
}

/// A rectangular room, and the mirror images of a sound source in its walls.
struct ShoeboxRoom {
  /// Inner dimensions.
  var size: Position
  /// Amplitude factor of one reflection.
  var reflection: Double

  /// Absorption of air at 18 kHz, in dB per metre: ISO 9613-1 at 20 degrees Celsius and 50 %.
  static let airDecibelsPerMetre = 0.4

  /// The image sources of up to `order` reflections, with the amplitude after them (Allen and
  /// Berkley, "Image method for efficiently simulating small-room acoustics", 1979). The source
  /// itself is the first image.
  func images(of source: Position, order: Int) -> [(position: Position, gain: Double)] {
    var images: [(position: Position, gain: Double, reflections: Int)] = []
    func mirrored(_ at: Double, _ length: Double, _ times: Int) -> Double {
      Double(times) * length + (times.isMultiple(of: 2) ? at : length - at)
    }
    for i in -order...order {
      for j in -order...order {
        for k in -order...order {
          let reflections = abs(i) + abs(j) + abs(k)
          guard reflections <= order else { continue }
          var gain = 1.0
          for _ in 0..<reflections { gain *= reflection }
          let position = Position(
            mirrored(source.x, size.x, i), mirrored(source.y, size.y, j),
            mirrored(source.z, size.z, k))
          images.append((position, gain, reflections))
        }
      }
    }
    images.sort { $0.reflections < $1.reflections }
    return images.map { ($0.position, $0.gain) }
  }
}

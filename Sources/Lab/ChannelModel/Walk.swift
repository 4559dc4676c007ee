import HandShakeSignal

/// A receiver that walks to and fro through a room. Every path has its own Doppler shift.
public struct Walk: Sendable, Equatable {
  /// Walking speed. Every capture draws a new heading.
  public var metresPerSecond: Double

  /// A walk at this speed.
  public init(metresPerSecond: Double) { self.metresPerSecond = metresPerSecond }

  /// The received sound of `samples`. The direct sound has gain 1 at the start.
  func hear(_ samples: [Float], rateHertz: Double, random: inout SeededRandom) -> [Float] {
    let room = ShoeboxRoom(size: Position(6.5, 4.6, 2.7), reflection: 0.6)
    let source = Position(1.2, random.uniform(0.8...3.8), random.uniform(0.8...1.4))
    let start = Position(3.6, 2.3, 1.4)
    let heading = random.uniform(0...2 * .pi)
    let (east, north) = (cosine(heading), sine(heading))
    // The walker turns back before a wall.
    let longestWay = 1.5
    func walker(_ index: Int) -> Position {
      let way = abs(metresPerSecond) * Double(index) / rateHertz
      let lap = (way + longestWay).truncatingRemainder(dividingBy: 4 * longestWay)
      let offset = lap < 2 * longestWay ? lap - longestWay : 3 * longestWay - lap
      return Position(start.x + offset * east, start.y + offset * north, start.z)
    }

    let direct = source.distance(to: start)
    let interpolator = Interpolator(samples)
    var heard = [Float](repeating: 0, count: samples.count + Int(rateHertz / 10))
    // Paths change smoothly: a straight line over 1/750 s has an error of less than a micrometre.
    let stride = Int(rateHertz / 750)
    for image in room.images(of: source, order: 3) {
      let distances = (0...heard.count / stride + 1).map {
        image.position.distance(to: walker($0 * stride))
      }
      let gains = distances.map { distance in
        image.gain * direct / distance
          * amplitudeRatio(decibels: -ShoeboxRoom.airDecibelsPerMetre * (distance - direct))
      }
      distances.withUnsafeBufferPointer { distances in
        gains.withUnsafeBufferPointer { gains in
          interpolator.add(to: &heard) { index in
            let (knot, rest) = index.quotientAndRemainder(dividingBy: stride)
            let part = Double(rest) / Double(stride)
            let distance = distances[knot] + part * (distances[knot + 1] - distances[knot])
            let gain = gains[knot] + part * (gains[knot + 1] - gains[knot])
            // A walker who approaches must not hear sound before it is sent.
            let delay = (distance - direct + longestWay) / soundMetresPerSecond
            return (Double(index) - delay * rateHertz, Float(gain))
          }
        }
      }
    }
    return heard
  }
}

import HandShakeSignal

/// A synthetic room: mirror images for early reflections, decaying noise for late reflections.
public struct Room: Sendable, Equatable {
  /// The name in tests and tables.
  public var name: String
  /// Length, width and height.
  public var size: Position
  /// Position of the loudspeaker. Every capture moves it by about 0.1 m.
  public var loudspeaker: Position
  /// Position of the microphone. Every capture moves it by about 0.1 m.
  public var microphone: Position
  /// Amplitude factor of one reflection at 18 kHz.
  public var reflection: Double
  /// Amplitude of the direct sound relative to a free path: less than 1 behind an obstacle.
  public var directGain: Double
  /// Seconds in which the diffuse sound falls by 60 dB at 18 kHz.
  public var reverberationSeconds: Double
  /// Energy of the diffuse sound over an unobstructed direct sound, in dB.
  public var diffuseDecibels: Double
  /// Seconds from the direct sound to the start of the diffuse decay: 0 if loudspeaker and
  /// microphone share one open space, more if the sound comes round corners. The diffuse sound
  /// grows until then, for at least 10 ms.
  public var diffuseGrowthSeconds: Double

  /// A room with these properties.
  public init(
    name: String, size: Position, loudspeaker: Position, microphone: Position, reflection: Double,
    directGain: Double, reverberationSeconds: Double, diffuseDecibels: Double,
    diffuseGrowthSeconds: Double = 0
  ) {
    self.name = name
    self.size = size
    self.loudspeaker = loudspeaker
    self.microphone = microphone
    self.reflection = reflection
    self.directGain = directGain
    self.reverberationSeconds = reverberationSeconds
    self.diffuseDecibels = diffuseDecibels
    self.diffuseGrowthSeconds = diffuseGrowthSeconds
  }

  /// Two people at a desk.
  public static let desk = Room(
    name: "desk", size: Position(4.1, 3.3, 2.5), loudspeaker: Position(1.2, 0.9, 0.8),
    microphone: Position(1.8, 1.2, 0.8), reflection: 0.6, directGain: 1,
    reverberationSeconds: 0.3, diffuseDecibels: -14)
  /// Across an office with carpet.
  public static let office = Room(
    name: "office", size: Position(6.2, 4.7, 2.7), loudspeaker: Position(1.1, 1.4, 0.9),
    microphone: Position(4.6, 3.2, 1.1), reflection: 0.55, directGain: 1,
    reverberationSeconds: 0.4, diffuseDecibels: -6)
  /// Tiles and steel.
  public static let kitchen = Room(
    name: "kitchen", size: Position(3.6, 2.9, 2.5), loudspeaker: Position(0.6, 0.5, 1.0),
    microphone: Position(2.9, 2.2, 1.4), reflection: 0.8, directGain: 1,
    reverberationSeconds: 0.5, diffuseDecibels: -3)
  /// The length of a corridor.
  public static let corridor = Room(
    name: "corridor", size: Position(17.5, 1.9, 2.6), loudspeaker: Position(1.3, 0.8, 1.2),
    microphone: Position(10.2, 1.1, 1.3), reflection: 0.75, directGain: 1,
    reverberationSeconds: 0.7, diffuseDecibels: -2)
  /// Bare concrete.
  public static let stairwell = Room(
    name: "stairwell", size: Position(5.2, 2.8, 8.5), loudspeaker: Position(1.0, 0.9, 1.2),
    microphone: Position(3.7, 1.7, 4.2), reflection: 0.85, directGain: 0.8,
    reverberationSeconds: 1.1, diffuseDecibels: 0)
  /// Front seat to back seat.
  public static let car = Room(
    name: "car", size: Position(2.6, 1.45, 1.2), loudspeaker: Position(0.5, 0.4, 0.5),
    microphone: Position(1.9, 1.0, 0.8), reflection: 0.45, directGain: 0.9,
    reverberationSeconds: 0.08, diffuseDecibels: -8)
  /// A large hall, many seats away.
  public static let hall = Room(
    name: "hall", size: Position(19, 13.5, 6.4), loudspeaker: Position(2.2, 6.1, 1.5),
    microphone: Position(11.4, 8.3, 1.2), reflection: 0.7, directGain: 1,
    reverberationSeconds: 0.9, diffuseDecibels: 1)
  /// Round the corner, with a direct sound of -14 dB.
  public static let corner = Room(
    name: "corner", size: Position(5.4, 4.2, 2.6), loudspeaker: Position(0.8, 0.7, 1.0),
    microphone: Position(3.4, 3.3, 1.1), reflection: 0.65, directGain: 0.2,
    reverberationSeconds: 0.45, diffuseDecibels: -4)

  /// Every named room.
  public static let all = [desk, office, kitchen, corridor, stairwell, car, hall, corner]

  /// Time of the direct sound in a response.
  static let directSeconds = 0.005
  private static let longestImageSeconds = 0.06
  private static let shortestGrowthSeconds = 0.01

  /// One impulse response of this room: direct sound at 5 ms, mean power gain 1 from 15 to 20 kHz.
  public func impulseResponse(rateHertz: Double, random: inout SeededRandom) -> [Float] {
    impulseResponses(microphoneCount: 1, spanMetres: 0, rateHertz: rateHertz, random: &random)[0]
  }

  /// The impulse responses of this room to several microphones at once.
  ///
  /// The microphones are in a row, at equal distances along the room. Geometry sets the delay of
  /// the reflections and the direct sound. Each microphone has its own diffuse sound, because
  /// diffuse sound at 18 kHz is almost uncorrelated at 1 cm (Cook et al., "Measurement of
  /// correlation coefficients in reverberant sound fields", 1955).
  ///
  /// - Parameters:
  ///   - microphoneCount: number of microphones.
  ///   - spanMetres: distance from the first to the last microphone.
  /// - Returns: a response for each microphone. The direct sound of the first response is at 5 ms.
  ///   The mean power gain of all responses from 15 to 20 kHz is 1.
  public func impulseResponses(
    microphoneCount: Int, spanMetres: Double, rateHertz: Double, random: inout SeededRandom
  ) -> [[Float]] {
    func moved(_ position: Position) -> Position {
      Position(
        position.x + random.uniform(-0.1...0.1), position.y + random.uniform(-0.1...0.1),
        position.z + random.uniform(-0.1...0.1))
    }
    let source = moved(loudspeaker)
    let first = moved(microphone)
    let direct = source.distance(to: first)
    let images = ShoeboxRoom(size: size, reflection: reflection).images(of: source, order: 6)
    let step = spanMetres / Double(max(1, microphoneCount - 1))
    let responses = (0..<microphoneCount).map { number in
      let receiver = Position(first.x + Double(number) * step, first.y, first.z)
      return response(images, at: receiver, direct: direct, rateHertz: rateHertz, random: &random)
    }
    let power = responses.reduce(0) {
      let gain = Self.bandGain($1, rateHertz: rateHertz)
      return $0 + gain * gain / Double(microphoneCount)
    }
    let gain = 1 / power.squareRoot()
    return responses.map { $0.map { Float($0 * gain) } }
  }

  /// The response at one microphone. A distance of `direct` has a delay of 5 ms and amplitude 1.
  private func response(
    _ images: [(position: Position, gain: Double)], at receiver: Position, direct: Double,
    rateHertz: Double, random: inout SeededRandom
  ) -> [Double] {
    let decaySeconds = Self.directSeconds + diffuseGrowthSeconds + reverberationSeconds
    let count = Int((max(decaySeconds, Self.longestImageSeconds) + 0.01) * rateHertz)
    var response = [Double](repeating: 0, count: count)

    for (index, image) in images.enumerated() {
      let distance = image.position.distance(to: receiver)
      let extra = distance - direct
      let seconds = Self.directSeconds + extra / soundMetresPerSecond
      guard seconds < Self.longestImageSeconds else { continue }
      let gain =
        (index == 0 ? directGain : image.gain) * direct / distance
        * amplitudeRatio(decibels: -ShoeboxRoom.airDecibelsPerMetre * extra)
      let position = seconds * rateHertz
      let first = Int(position.rounded(.up)) - Interpolator.reach
      // The kernel advances from its 17th sample, and a delay needs the opposite.
      let kernel = Interpolator.kernel(atFraction: position.rounded(.up) - position)
      for (tap, value) in kernel.reversed().enumerated() where response.indices ~= first + tap {
        response[first + tap] += gain * value
      }
    }
    addDiffuseSound(to: &response, rateHertz: rateHertz, random: &random)
    return response
  }

  /// Adds normal noise with an exponential decay, the stochastic model of late reverberation
  /// (Polack, "La transmission de l'énergie sonore dans les salles", 1988). Before its loudest
  /// moment, the amplitude grows evenly for at least 10 ms.
  private func addDiffuseSound(
    to response: inout [Double], rateHertz: Double, random: inout SeededRandom
  ) {
    let growthSeconds = max(Self.shortestGrowthSeconds, diffuseGrowthSeconds)
    let decayPerSecond = 13.8155 / reverberationSeconds
    var tail = [Double](repeating: 0, count: response.count)
    var energy = 0.0
    for index in tail.indices {
      let seconds = Double(index) / rateHertz - Self.directSeconds
      guard seconds > 0 else { continue }
      let envelope =
        min(1, seconds / growthSeconds)
        * exponential(-0.5 * decayPerSecond * max(0, seconds - diffuseGrowthSeconds))
      energy += envelope * envelope
      tail[index] = envelope * random.normal()
    }
    let scale = amplitudeRatio(decibels: diffuseDecibels) / energy.squareRoot()
    for index in tail.indices { response[index] += scale * tail[index] }
  }

  /// Square root of the mean power gain from 15 to 20 kHz.
  static func bandGain(_ response: [Double], rateHertz: Double) -> Double {
    var size = 1024
    while size < response.count { size *= 2 }
    let transform = FourierTransform(size: size)
    for (index, value) in response.enumerated() {
      transform.buffer[index] = Complex(Float(value), 0)
    }
    transform.forward()
    let bins = Int(15000 / rateHertz * Double(size))...Int(20000 / rateHertz * Double(size))
    let power = bins.reduce(0.0) { $0 + Double(transform.buffer[$1].power) }
    return (power / Double(bins.count)).squareRoot()
  }
}

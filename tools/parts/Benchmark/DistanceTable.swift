import HandShakeAudioFile
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeExchange
import HandShakeModem
import HandShakeTransferKit

/// The accuracy of a distance measurement between two stations, in rooms with a direct path, a
/// faint direct path and no direct path.
struct DistanceTable {
  /// Trials per row.
  let count: Int
  let seed: UInt64
  /// Measured impulse responses at 48 kHz; empty for simulated rooms.
  let responses: [(name: String, samples: [Float])]

  /// The change to the direct sound.
  private enum Path: CaseIterable {
    case direct, faint, none

    var gain: Float {
      switch self {
      case .direct: 1
      case .faint: 0.1
      case .none: 0
      }
    }

    var name: String {
      switch self {
      case .direct: "direct"
      case .faint: "-20 dB"
      case .none: "none"
      }
    }
  }

  private static let distances = [0.5, 1, 2, 4, 8]
  /// Level of the other station, 20 dB less than the own level.
  private static let levelDecibels = -23.0
  private static let rooms: [Room] = [.desk, .office, .kitchen, .corridor, .car, .hall]
  /// The removed part around the direct sound, because its filters ring on.
  private static let (leadSeconds, tailSeconds) = (0.0003, 0.0005)

  init(_ options: Options) throws(AudioFileError) {
    count = options.count
    seed = options.seed
    var responses: [(name: String, samples: [Float])] = []
    for path in options.recordingPaths {
      responses.append((path, try FalseTexts.firstChannel(path)))
    }
    self.responses = responses
  }

  func print() {
    Swift.print(
      "Distance measured by two stations, clocks of 100 ppm, latencies up to 0.5 s, 20 dB, "
        + "\(count) each")
    Swift.print(
      "  path    metres        measured  median cm   90 % cm  stated cm  within stated")
    for path in Path.allCases {
      var all: [Trial] = []
      for (row, metres) in Self.distances.enumerated() {
        let trials = (0..<count).map { index in
          trial(path, metres, seed: seed &* 1_000_003 &+ UInt64(row * 10_000 + index))
        }
        line(path.name, column(metres, 1), trials)
        all += trials
      }
      line(path.name, "all", all)
      line(path.name, "said direct", all.filter { $0.distance?.hasDirectPath == true })
      line(path.name, "said none", all.filter { $0.distance?.hasDirectPath == false })
    }
    Swift.print("")
  }

  private struct Trial {
    let room: String
    let metres: Double
    let kelvinsAboveTwenty: Double
    let distance: Distance?

    /// At 20 °C.
    var error: Double { (distance?.metres ?? .nan) - metres }
    /// Whether the distance is within the stated limits, at an unknown temperature.
    var isWithin: Bool {
      guard let distance else { return false }
      let actual = metres * (1 + 0.61 * kelvinsAboveTwenty / 343)
      return abs(distance.metres - actual) <= distance.uncertaintyMetres
    }
  }

  private func line(_ name: String, _ metres: String, _ trials: [Trial]) {
    let measured = trials.filter { $0.distance != nil }
    let errors = measured.map { abs($0.error) }.sorted()
    guard !errors.isEmpty else {
      Swift.print("  \(name.padded(6))  \(metres.padded(12))  none of \(trials.count)")
      return
    }
    let stated = measured.compactMap { $0.distance?.uncertaintyMetres }.sorted()
    func percent(_ part: Int) -> Double { 100 * Double(part) / Double(errors.count) }
    Swift.print(
      "  \(name.padded(6))  \(metres.padded(12))  \(column(Double(measured.count), 0, width: 8))"
        + "  \(column(100 * errors[errors.count / 2], 1, width: 9))"
        + "  \(column(100 * errors[errors.count * 9 / 10], 1, width: 8))"
        + "  \(column(100 * stated[stated.count / 2], 1, width: 9))"
        + "  \(column(percent(measured.count { $0.isWithin }), 0, width: 11)) %")
  }

  private func trial(_ path: Path, _ metres: Double, seed: UInt64) -> Trial {
    var random = SeededRandom(seed: seed)
    let sign = random.uniform(-1...1) < 0 ? -1.0 : 1
    let stations = [100.0 * sign, -100.0 * sign].map { clock in
      AirStation(
        clockPartsPerMillion: clock, playbackSeconds: random.uniform(0.05...0.25),
        captureSeconds: random.uniform(0.05...0.25), noiseDecibels: Self.levelDecibels - 3 - 20)
    }
    let own = [random.uniform(0.03...0.2), random.uniform(0.03...0.2)]
    let kelvins = random.uniform(-10...10)
    let choice = Int(random.next() % UInt64(responses.isEmpty ? Self.rooms.count : responses.count))
    let name = responses.isEmpty ? Self.rooms[choice].name : responses[choice].name
    let airSeed = random.next()
    let air = SharedAir(stations: stations, blockLength: 1920, seed: airSeed) { from, to in
      if from == to { return AirPath(distanceMetres: own[from], levelDecibels: -3) }
      var way =
        responses.isEmpty
        ? AirPath(
          room: Self.rooms[choice], distanceMetres: metres, levelDecibels: Self.levelDecibels,
          random: &random)
        : AirPath(
          measured: responses[choice].samples, distanceMetres: metres,
          levelDecibels: Self.levelDecibels)
      let direct = Int(way.directSeconds * SharedAir.rateHertz)
      let lead = Int(Self.leadSeconds * SharedAir.rateHertz)
      let tail = Int(Self.tailSeconds * SharedAir.rateHertz)
      for index in max(0, direct - lead)..<min(way.response.count, direct + tail) {
        way.response[index] *= path.gain
      }
      return way
    }
    let measured = try? StationAir.distance(in: air, seed: UInt32(truncatingIfNeeded: airSeed))
    return Trial(
      room: name, metres: metres, kelvinsAboveTwenty: kelvins,
      distance: measured?.members[0].distance)
  }
}

import HandShakeChannelModel

/// The options of the air on the command line; see `usage`.
struct Options {
  var stationCount = 2
  /// Channels of input and output; nil for one channel per station.
  var givenChannelCount: Int?
  var rooms: [String] = []
  var distanceMetres = 2.0
  var ownDistanceMetres = 0.1
  var ownLouderDecibels = 20.0
  var signalToNoiseDecibels = Double.infinity
  var noisePath: String?
  var clocks: [Double] = [0]
  var playbackSeconds: [Double] = [0.02]
  var captureSeconds: [Double] = [0.02]
  /// Losses from one station to another, with indices from 0.
  var losses: [[Int]: AirLosses] = [:]
  var blockLength = 512
  var seed: UInt64 = 1

  var channelCount: Int { givenChannelCount ?? stationCount }

  static let usage = """
    usage: handshake-air [OPTION...]
    The air between stations. Reads what their loudspeakers play from standard input and writes what
    their microphones hear to standard output, at the pace of the input: 32-bit floats, 48 kHz, a
    channel for each station.
      --stations N        how many (2)
      --channels N        of input and output, those after the stations' silent (one for each
                          station)
      --room NAME|FILE    between stations: desk, office, kitchen, corridor, stairwell, car, hall,
                          corner, or an impulse response; given again, the ways 1:2, 1:3 … 2:1 take
                          turns. Without it there are no echoes
      --distance M        from station to station (2)
      --own-distance M    from a loudspeaker to the same station's microphone (0.1)
      --own-louder DB     a station hears itself at the level that it plays, and others this much
                          softer (20)
      --snr DB            a full-scale sine of another station over the noise in 0 to 24 kHz (no
                          noise)
      --noise FILE        noise of that power, over and over (white noise)
      --clock PPM,…       how much faster than nominal the clock of each station runs, in turn (0)
      --playback S,…      latency of each loudspeaker (0.02), up to a second; clocks drift by 0.1 ms
                          a second
      --capture S,…       of each microphone (0.02); and are set alike after 5 s of silence, or when
                          a latency has no room left, which is reported
      --lose FROM:TO:P    probability that an utterance, sound after 0.25 s of silence, gets nowhere
      --lose-stretches FROM:TO:P:SECONDS:PERIOD
                          probability that each PERIOD seconds of an utterance lose a stretch of
                          SECONDS
      --block N           samples of a block, a multiple of 8 (512)
      --seed N            of rooms, noise and losses (1)

    """

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst(), take(option, value) else { return nil }
    }
    let most = stationCount - 1
    guard channelCount >= stationCount else { return nil }
    guard losses.keys.allSatisfy({ ($0.max() ?? 0) <= most }) else { return nil }
  }

  private mutating func take(_ option: String, _ value: String) -> Bool {
    let numbers = value.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0) ?? .nan }
    let fields = value.split(separator: ":").map { Double($0) ?? .nan }
    let number = numbers[0]
    let latencies = AirStation.leastLatencySeconds...1
    switch option {
    case "--room": rooms.append(value)
    case "--noise": noisePath = value
    case "--stations" where (1...16).contains(Int(value) ?? 0): stationCount = Int(value)!
    case "--channels" where (1...32).contains(Int(value) ?? 0): givenChannelCount = Int(value)!
    case "--distance" where (0.1...100).contains(number): distanceMetres = number
    case "--own-distance" where (0.1...100).contains(number): ownDistanceMetres = number
    case "--own-louder" where number.isFinite: ownLouderDecibels = number
    case "--snr" where number.isFinite: signalToNoiseDecibels = number
    case "--clock" where numbers.allSatisfy { abs($0) <= 1000 }: clocks = numbers
    case "--playback" where numbers.allSatisfy(latencies.contains): playbackSeconds = numbers
    case "--capture" where numbers.allSatisfy(latencies.contains): captureSeconds = numbers
    case "--lose" where fields.count == 3 && (0...1).contains(fields[2]):
      guard let way = way(fields) else { return false }
      losses[way, default: AirLosses()].utteranceProbability = fields[2]
    case "--lose-stretches"
    where fields.count == 5 && (0...1).contains(fields[2]) && fields[3] > 0
      && fields[4] >= fields[3]:
      guard let way = way(fields) else { return false }
      losses[way, default: AirLosses()].stretchProbability = fields[2]
      losses[way]!.stretchSeconds = fields[3]
      losses[way]!.stretchPeriodSeconds = fields[4]
    case "--block" where (8...8192).contains(Int(value) ?? 0) && Int(value)! % 8 == 0:
      blockLength = Int(value)!
    case "--seed":
      guard let number = UInt64(value) else { return false }
      seed = number
    default: return false
    }
    return true
  }

  private func way(_ fields: [Double]) -> [Int]? {
    let stations = fields[..<2].compactMap { Int(exactly: $0) }
    return stations.count == 2 && stations.allSatisfy { $0 >= 1 } ? stations.map { $0 - 1 } : nil
  }
}

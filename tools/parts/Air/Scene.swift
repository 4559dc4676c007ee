import HandShakeAudioFile
import HandShakeChannelModel
import HandShakeFeed

extension Options {
  /// The air that the options describe.
  func makeAir() throws(AudioFileError) -> SharedAir {
    var noise: [Float] = []
    if let noisePath { noise = try Self.recording(noisePath) }
    let stations = (0..<stationCount).map { index in
      AirStation(
        clockPartsPerMillion: clocks[index % clocks.count],
        playbackSeconds: playbackSeconds[index % playbackSeconds.count],
        captureSeconds: captureSeconds[index % captureSeconds.count],
        noiseDecibels: -ownLouderDecibels - signalToNoiseDecibels, noise: noise)
    }
    var measured: [String: [Float]] = [:]
    for room in rooms where Self.named(room) == nil {
      measured[room] = try Self.recording(room)
    }
    var random = SeededRandom(seed: seed)
    return SharedAir(stations: stations, blockLength: blockLength, seed: seed) { from, to in
      let losses = losses[[from, to]] ?? AirLosses()
      if from == to { return AirPath(distanceMetres: ownDistanceMetres, losses: losses) }
      var path = AirPath(distanceMetres: distanceMetres)
      if !rooms.isEmpty {
        let name = rooms[(from * (stationCount - 1) + (to > from ? to - 1 : to)) % rooms.count]
        if let room = Self.named(name) {
          path = AirPath(room: room, distanceMetres: distanceMetres, random: &random)
        } else {
          path = AirPath(measured: measured[name]!, distanceMetres: distanceMetres)
        }
      }
      path.levelDecibels = -ownLouderDecibels
      path.losses = losses
      return path
    }
  }

  private static func named(_ name: String) -> Room? { Room.all.first { $0.name == name } }

  /// The first channel of a recording, at 48 kHz.
  private static func recording(_ path: String) throws(AudioFileError) -> [Float] {
    let reader = try RecordingReader(path: path)
    let channels = reader.channelCount
    var frames = [Float](repeating: 0, count: channels * 4096)
    var samples: [Float] = []
    while true {
      let count = try reader.read(into: &frames)
      if count == 0 { break }
      for index in 0..<count { samples.append(frames[index * channels]) }
    }
    guard Double(reader.sampleRateHertz) != SharedAir.rateHertz else { return samples }
    var resampled: [Float] = []
    let resampler: Resampler
    do {
      resampler = try Resampler(
        fromHertz: Double(reader.sampleRateHertz), toHertz: SharedAir.rateHertz, channels: 1)
    } catch {
      preconditionFailure("no resampling from \(reader.sampleRateHertz) Hz: \(error)")
    }
    samples.withUnsafeBufferPointer { samples in
      resampler.process(samples) { resampled += $0 }
    }
    resampler.flush { resampled += $0 }
    return resampled
  }
}

import HandShakeSignal

/// Stations in one air. Each station hears all stations and itself, block by block.
///
/// A block from every loudspeaker gives a block for every microphone:
///
///     played -> playback latency, clock -> losses, room, distance -> sum -> clock, capture latency
///       -> noise -> recorder -> heard
///
/// All blocks are equally long, but clocks differ, so latencies drift. The clocks are reset after
/// each `quietSeconds` without sound, so times within an exchange are exact. A latency has room for
/// a drift of its own length: 50 ms last 500 s at 100 ppm. After that, the clocks are reset during
/// sound, and `clockJumpCount` counts this.
public final class SharedAir {
  /// Samples per second of every stream.
  public static let rateHertz = 48000.0
  /// Seconds without sound after which the clocks are reset.
  public static let quietSeconds = 5.0
  /// The largest amplitude of a silent sample.
  static let silence: Float = 1e-5

  /// Samples per block of every stream.
  public let blockLength: Int
  /// The number of stations.
  public var stationCount: Int { loudspeakers.count }
  /// How often clocks were reset during sound, after a drift of a whole latency.
  public private(set) var clockJumpCount = 0

  private let transform: BlockTransform
  private var loudspeakers: [DriftingDelay]
  private var microphones: [Microphone]
  private var inputs: [Input]
  private var quietCount = 0

  /// The sound of a loudspeaker on equal paths, in full or after losses.
  private struct Input {
    let station: Int
    var gate: LossGate?
    var history: SpectrumHistory
  }

  private struct Way {
    let input: Int
    let response: PartitionedResponse
  }

  private struct Microphone {
    let ways: [Way]
    var delay: DriftingDelay
    var noise: NoiseSource
    let recorder: Recorder
  }

  /// - Parameters:
  ///   - blockLength: samples per block, a multiple of 8.
  ///   - seed: seed of noise and losses. Equal stations, paths, seeds and sound give equal sound.
  ///   - path: the path between two stations or from a station to itself; nil for no sound.
  public init(
    stations: [AirStation], blockLength: Int = 256, seed: UInt64 = 1,
    path: (_ from: Int, _ to: Int) -> AirPath?
  ) {
    precondition(blockLength > 0 && blockLength.isMultiple(of: 8), "blocks are of 8 n samples")
    self.blockLength = blockLength
    let transform = BlockTransform(blockLength: blockLength)
    self.transform = transform
    var seeds = SeededRandom(seed: seed)
    var random: SeededRandom { SeededRandom(seed: seeds.next()) }

    var inputs: [Input] = stations.indices.map {
      Input(station: $0, history: SpectrumHistory(blockLength: blockLength))
    }
    microphones = stations.indices.map { to in
      let ways = stations.indices.compactMap { from -> Way? in
        let losses = random
        guard let path = path(from, to) else { return nil }
        let response = PartitionedResponse(path.taps, transform: transform)
        var input = from
        if !path.losses.areNone {
          input = inputs.count
          inputs.append(
            Input(
              station: from, gate: LossGate(path.losses, random: losses),
              history: SpectrumHistory(blockLength: blockLength)))
        }
        inputs[input].history.hold(response.blockCount)
        return Way(input: input, response: response)
      }
      let station = stations[to]
      return Microphone(
        ways: ways,
        delay: DriftingDelay(
          seconds: station.captureSeconds, step: 1 / (1 + station.clockPartsPerMillion * 1e-6),
          blockLength: blockLength),
        noise: NoiseSource(station.noise, decibels: station.noiseDecibels, random: random),
        recorder: station.recorder)
    }
    self.inputs = inputs
    loudspeakers = stations.map { station in
      DriftingDelay(
        seconds: station.playbackSeconds, step: 1 + station.clockPartsPerMillion * 1e-6,
        blockLength: blockLength)
    }
  }

  /// The sound at every microphone while the loudspeakers play.
  ///
  /// - Parameter played: a block for every station.
  /// - Returns: a block for every station.
  public func advance(_ played: [[Float]]) -> [[Float]] {
    precondition(played.count == loudspeakers.count, "a block for every station")
    precondition(played.allSatisfy { $0.count == blockLength }, "all blocks are equally long")
    alignClocks(played)
    let sounding = played.indices.map { loudspeakers[$0].advance(played[$0]) }
    for index in inputs.indices {
      var block = sounding[inputs[index].station]
      inputs[index].gate?.pass(&block)
      inputs[index].history.push(block, transform: transform)
    }
    return microphones.indices.map { index in
      var sum = transform.silence
      for way in microphones[index].ways {
        way.response.add(to: &sum, from: inputs[way.input].history)
      }
      var heard = microphones[index].delay.advance(transform.inverse(sum))
      microphones[index].noise.add(to: &heard)
      microphones[index].recorder.record(&heard)
      return heard
    }
  }

  private func alignClocks(_ played: [[Float]]) {
    let isQuiet = played.allSatisfy { $0.allSatisfy { abs($0) <= Self.silence } }
    let wasQuiet = Double(quietCount) >= Self.quietSeconds * Self.rateHertz
    quietCount = isQuiet ? quietCount + blockLength : 0
    let isAtEnd =
      loudspeakers.contains { $0.isAtEnd } || microphones.contains { $0.delay.isAtEnd }
    guard wasQuiet || isAtEnd else { return }
    if !wasQuiet { clockJumpCount += 1 }
    for index in loudspeakers.indices {
      loudspeakers[index].align()
      microphones[index].delay.align()
    }
  }
}

/// A delay that advances by `step` input samples per output sample.
struct DriftingDelay {
  private static let mostDriftSeconds = 0.5

  private let delay: Double
  private let step: Double
  private let blockLength: Int
  private var history: [Float]
  /// Input samples since the delay was last exact.
  private var count = 0

  init(seconds: Double, step: Double, blockLength: Int) {
    precondition(seconds >= AirStation.leastLatencySeconds, "a latency is at least 17 samples")
    delay = seconds * SharedAir.rateHertz
    self.step = step
    self.blockLength = blockLength
    let drift = Self.mostDriftSeconds * SharedAir.rateHertz
    history = [Float](
      repeating: 0, count: blockLength + Int(delay + drift) + 2 * Interpolator.reach)
  }

  /// Position in the history of the sample at `offset` in the next block.
  private func position(_ offset: Int) -> Double {
    Double(history.count - blockLength + offset) - delay + Double(count + offset) * (step - 1)
  }

  /// Whether the next block needs samples outside the history.
  var isAtEnd: Bool {
    position(0) < Double(Interpolator.reach)
      || position(blockLength - 1) >= Double(history.count - Interpolator.reach)
  }

  mutating func align() { count = 0 }

  mutating func advance(_ block: [Float]) -> [Float] {
    history.withUnsafeMutableBufferPointer { history in
      let kept = history.count - blockLength
      let base = history.baseAddress!
      base.update(from: base + blockLength, count: kept)
      block.withUnsafeBufferPointer { (base + kept).update(from: $0.baseAddress!, count: $0.count) }
    }
    defer { count += blockLength }
    return Interpolator.values(of: history, count: blockLength) { position($0) }
  }
}

/// Noise of a given power: white noise, or a recording in a loop.
private struct NoiseSource {
  private let recording: [Float]
  private let deviation: Double
  private var random: SeededRandom
  private var place = 0

  init(_ recording: [Float], decibels: Double, random: SeededRandom) {
    self.recording = recording
    self.random = random
    let wanted = fullScaleSine * amplitudeRatio(decibels: decibels)
    let power = recording.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(recording.count)
    deviation = recording.isEmpty ? wanted : power > 0 ? wanted / power.squareRoot() : 0
  }

  mutating func add(to block: inout [Float]) {
    guard deviation > 0 else { return }
    for index in block.indices {
      if recording.isEmpty {
        block[index] += Float(deviation * random.normal())
      } else {
        block[index] += Float(deviation) * recording[place]
        place = (place + 1) % recording.count
      }
    }
  }
}

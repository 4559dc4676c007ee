import Signal

/// Why a receiver cannot be made.
public enum ReceiverError: Error, Equatable, Sendable {
  /// Samples come at a rate that is not a multiple of 16 kHz from 48 kHz up: resample them first.
  case unsupportedRate(hertz: Double)
}

/// Listens for many protocols at once: samples go in, events come out.
///
/// It knows nothing of devices, files or threads, keeps a bounded part of the past, and may run for
/// ever. All detectors share one down-conversion of the near-ultrasonic band.
public struct Receiver: ~Copyable {
  private var converter: DownConverter
  private var history: BasebandHistory
  private var alphabets: [AlphabetReceiver] = []
  private var hops: [HopReceiver] = []
  private var bursts: [BurstReceiver] = []
  /// Listeners to bursts that fit in no shared baseband.
  private var wideBursts: [WideBurstReceiver] = []
  private var ggwaves: GGWaveBands
  private var baseband: [Complex] = []
  private var meter: LevelMeter
  private let bandMeter: BandMeter?
  private var frameCount = 0
  private var desk = FailureDesk()
  private var clipping = ClippingRecord()
  /// Samples that were pushed.
  private var sampleCount = 0
  private let sampleRateHertz: Double

  /// Silence that is taken to lie before the first sample, so that a frame may start with it.
  private static let silenceSeconds = 0.5
  /// Magnitude beyond which a sample is none: files of floats that count in integers reach 2^31.
  private static let largestSample: Float = 1e10
  /// Samples that are worked on at a time.
  private let blockLength: Int

  /// A receiver of `protocols` in all their placements.
  ///
  /// - Parameters:
  ///   - sampleRateHertz: 48000, 64000, 80000 or any higher multiple of 16000.
  ///   - meteredBands: what levels are to tell one by one, of the near-ultrasonic band.
  public init(
    protocols: [ModemProtocol], sampleRateHertz: Double, meteredBands: [Placement] = []
  ) throws(ReceiverError) {
    guard DownConverter.accepts(rateHertz: sampleRateHertz) else {
      throw .unsupportedRate(hertz: sampleRateHertz)
    }
    converter = DownConverter(rateHertz: sampleRateHertz)
    meter = LevelMeter(rateHertz: sampleRateHertz)
    bandMeter = meteredBands.isEmpty ? nil : BandMeter(bands: meteredBands)
    blockLength = Int(sampleRateHertz / 100)
    self.sampleRateHertz = sampleRateHertz
    for listened in protocols {
      switch listened.family {
      case .alphabet(let parameters):
        alphabets.append(
          AlphabetReceiver(
            name: listened.name, placements: listened.placements, parameters: parameters))
      case .hop, .burst, .ggwave: break
      }
    }
    hops = Self.hopReceivers(protocols)
    ggwaves = GGWaveBands(protocols, sampleRateHertz: sampleRateHertz)
    for group in Self.burstGroups(protocols) {
      if WideBurstReceiver.isNeeded(for: group.placements) {
        wideBursts.append(
          WideBurstReceiver(
            variants: group.variants, placements: group.placements,
            sampleRateHertz: sampleRateHertz))
      } else {
        bursts.append(
          BurstReceiver(
            variants: group.variants, placements: group.placements,
            sourceRateHertz: DownConverter.outputRateHertz,
            sourceCentreHertz: DownConverter.centreHertz))
      }
    }
    let seconds =
      (alphabets.map { $0.historySeconds } + hops.map { $0.historySeconds }
      + bursts.map { $0.historySeconds } + [ggwaves.historySeconds, 1]).max()!
    let rate = DownConverter.outputRateHertz
    history = BasebandHistory(
      span: Int(seconds * rate), originSeconds: -Self.silenceSeconds - converter.delaySeconds)
    history.append(
      [Complex](repeating: Complex(0, 0), count: Int(Self.silenceSeconds * rate)))
  }

  /// One receiver for all hop protocols that differ in rate alone: they share preamble and header.
  private static func hopReceivers(_ protocols: [ModemProtocol]) -> [HopReceiver] {
    var groups: [(placements: [Placement], variants: [(name: String, parameters: HopParameters)])] =
      []
    for listened in protocols {
      guard case .hop(let parameters) = listened.family else { continue }
      let group = groups.firstIndex {
        $0.placements == listened.placements
          && $0.variants[0].parameters.isSameTiming(as: parameters)
      }
      if let group {
        groups[group].variants.append((listened.name, parameters))
      } else {
        groups.append((listened.placements, [(listened.name, parameters)]))
      }
    }
    return groups.map { HopReceiver(variants: $0.variants, placements: $0.placements) }
  }

  /// All burst protocols whose frames are alike on the air, in groups.
  private static func burstGroups(
    _ protocols: [ModemProtocol]
  ) -> [(placements: [Placement], variants: [(name: String, parameters: BurstParameters)])] {
    var groups:
      [(placements: [Placement], variants: [(name: String, parameters: BurstParameters)])] =
        []
    for listened in protocols {
      guard case .burst(let parameters) = listened.family else { continue }
      let group = groups.firstIndex {
        $0.placements == listened.placements
          && $0.variants[0].parameters.isSameWaveform(as: parameters)
      }
      if let group {
        groups[group].variants.append((listened.name, parameters))
      } else {
        groups.append((listened.placements, [(listened.name, parameters)]))
      }
    }
    return groups
  }

  /// Takes the next samples, full scale being 1, and returns what they brought.
  ///
  /// What is not a number, infinite, or beyond 10^10 is taken for 0.
  public mutating func push(_ samples: UnsafeBufferPointer<Float>) -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    var start = 0
    while start < samples.count {
      let end = min(start + blockLength, samples.count)
      take(UnsafeBufferPointer(rebasing: samples[start..<end]), &events)
      start = end
    }
    return desk.sort(events, now: now, earliestStart: earliestStart, clipping)
  }

  private var now: Double { history.seconds(atSample: Double(history.endIndex)) }

  /// When the first frame that is still arriving started.
  private var earliestStart: Double? {
    (alphabets.map { $0.earliestStart } + hops.map { $0.earliestStart }
      + bursts.map { $0.earliestStart } + wideBursts.map { $0.earliestStart }
      + ggwaves.arriving.map { $0.startSeconds })
      .compactMap { $0 }.min()
  }

  /// Tells what is left when no more samples come.
  public mutating func finish() -> [ReceiverEvent] {
    // Push the signal that still is in the filters through them.
    let tail = [Float](repeating: 0, count: blockLength)
    var events: [ReceiverEvent] = []
    for _ in 0..<20 {
      tail.withUnsafeBufferPointer { take($0, &events) }
    }
    for index in alphabets.indices { alphabets[index].finish(&events) }
    ggwaves.finish(history, frameCount: &frameCount, events: &events)
    for index in hops.indices {
      hops[index].process(
        history, whileArriving: [], frameCount: &frameCount, events: &events)
      hops[index].finish(&events)
    }
    for index in bursts.indices { bursts[index].finish(history, events: &events) }
    for index in wideBursts.indices { wideBursts[index].finish(&events) }
    return desk.sort(events, now: now, earliestStart: nil, isOver: true, clipping)
  }

  private mutating func take(
    _ samples: UnsafeBufferPointer<Float>, _ events: inout [ReceiverEvent]
  ) {
    let peak = LevelMeter.peak(of: samples)
    // The fourth power of more a float no longer holds, and nothing leaves the filters that is none.
    guard peak <= Self.largestSample else {
      let cleaned = samples.map { $0.magnitude <= Self.largestSample ? $0 : 0 }
      return cleaned.withUnsafeBufferPointer { take($0, &events) }
    }
    baseband.removeAll(keepingCapacity: true)
    converter.convert(samples, appendingTo: &baseband)
    history.append(baseband)
    let startSeconds = Double(sampleCount) / sampleRateHertz
    sampleCount += samples.count
    // Most blocks are nowhere near.
    if peak >= Level.fullScale {
      clipping.note(
        samples, peak: peak, from: startSeconds, to: Double(sampleCount) / sampleRateHertz)
    }
    if var level = meter.measure(samples, peak: peak, baseband) {
      if let bandMeter { level.meteredRootMeanSquares = bandMeter.levels(history) }
      events.append(.level(level))
    }
    for index in alphabets.indices {
      alphabets[index].process(history, frameCount: &frameCount, events: &events)
    }
    let arriving = ggwaves.arriving
    for index in hops.indices {
      let known = events.count
      hops[index].process(
        history, whileArriving: arriving, frameCount: &frameCount, events: &events)
      dropHopStarts(explainedBy: events[known...])
    }
    for index in bursts.indices {
      bursts[index].process(history, frameCount: &frameCount, events: &events)
    }
    for index in wideBursts.indices {
      wideBursts[index].process(samples, frameCount: &frameCount, events: &events)
    }
    let known = events.count
    ggwaves.process(samples, history, frameCount: &frameCount, events: &events)
    dropHopStarts(explainedBy: events[known...])
  }

  /// Gives up what seemed to start within messages that were read.
  private mutating func dropHopStarts(explainedBy events: ArraySlice<ReceiverEvent>) {
    for event in events {
      guard case .message(let message) = event else { continue }
      for index in hops.indices {
        hops[index].dropStarts(explainedBy: message.frame, history)
      }
    }
  }
}

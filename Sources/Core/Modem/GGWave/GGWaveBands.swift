import Signal

/// All listeners to ggwave protocols: those in the shared baseband, and those below it with a
/// down-conversion of their own.
struct GGWaveBands {
  private var near: GGWaveListeners
  private var low: GGWaveLowBand?

  /// Listeners for those of `protocols` that are ggwave's; one that sends fixed lengths only is not
  /// heard without one.
  init(_ protocols: [ModemProtocol], sampleRateHertz: Double) {
    near = GGWaveListeners(
      protocols, lie: ModemProtocol.listeningBandHertz, centreHertz: DownConverter.centreHertz)
    let below = GGWaveListeners(
      protocols, lie: ModemProtocol.lowBandHertz, centreHertz: GGWaveLowBand.centreHertz)
    if !below.isEmpty { low = GGWaveLowBand(below, sampleRateHertz: sampleRateHertz) }
  }

  /// How much of the past the listeners in the shared baseband look at.
  var historySeconds: Double { near.historySeconds }

  /// Messages that still arrive, beyond doubt.
  var arriving: [Frame] { near.arriving + (low?.listeners.arriving ?? []) }

  /// Works on `samples`, whose baseband has come to `history`.
  mutating func process(
    _ samples: UnsafeBufferPointer<Float>, _ history: borrowing BasebandHistory,
    frameCount: inout Int, events: inout [ReceiverEvent]
  ) {
    near.process(history, frameCount: &frameCount, events: &events)
    low?.process(samples, frameCount: &frameCount, events: &events)
  }

  /// Tells what is left when no more samples come.
  mutating func finish(
    _ history: borrowing BasebandHistory, frameCount: inout Int, events: inout [ReceiverEvent]
  ) {
    near.finish(history, frameCount: &frameCount, events: &events)
    low?.finish(frameCount: &frameCount, events: &events)
  }
}

/// The listeners in one baseband.
struct GGWaveListeners {
  private var receivers: [GGWaveReceiver] = []
  private var fixed: [GGWaveFixedReceiver] = []

  /// Listeners for the ggwave protocols among `protocols` in those of their placements that lie in
  /// `bandHertz`.
  init(_ protocols: [ModemProtocol], lie bandHertz: ClosedRange<Double>, centreHertz: Double) {
    var groups: [(placement: Placement, variants: [(name: String, parameters: GGWaveParameters)])] =
      []
    for listened in protocols {
      guard case .ggwave(let parameters) = listened.family else { continue }
      for placement in listened.placements where bandHertz.contains(placement.lowestToneHertz) {
        if let length = parameters.fixedLength {
          fixed.append(
            GGWaveFixedReceiver(
              name: listened.name, parameters: parameters, length: length, placement: placement,
              centreHertz: centreHertz))
        }
        guard parameters.fixedLength == nil, !parameters.needsFixedLength else { continue }
        let group = groups.firstIndex {
          $0.placement == placement
            && $0.variants[0].parameters.tonesAtOnce == parameters.tonesAtOnce
        }
        if let group {
          groups[group].variants.append((listened.name, parameters))
        } else {
          groups.append((placement, [(listened.name, parameters)]))
        }
      }
    }
    receivers = groups.map {
      GGWaveReceiver(
        variants: $0.variants, placement: $0.placement, centreHertz: centreHertz)
    }
  }

  var isEmpty: Bool { receivers.isEmpty && fixed.isEmpty }

  /// How much of the past they look at.
  var historySeconds: Double {
    (receivers.map { $0.historySeconds } + fixed.map { $0.historySeconds }).max() ?? 0
  }

  /// Messages that still arrive, beyond doubt.
  var arriving: [Frame] { receivers.flatMap { $0.arriving } }

  /// Works on what has come to `history`.
  mutating func process(
    _ history: borrowing BasebandHistory, frameCount: inout Int, events: inout [ReceiverEvent]
  ) {
    for index in receivers.indices {
      receivers[index].process(history, frameCount: &frameCount, events: &events)
    }
    for index in fixed.indices {
      fixed[index].process(history, frameCount: &frameCount, events: &events)
    }
  }

  /// Tells what is left when no more samples come.
  mutating func finish(
    _ history: borrowing BasebandHistory, frameCount: inout Int, events: inout [ReceiverEvent]
  ) {
    for index in receivers.indices {
      receivers[index].finish(history, frameCount: &frameCount, events: &events)
    }
    for index in fixed.indices {
      fixed[index].finish(history, frameCount: &frameCount, events: &events)
    }
  }
}

/// Listeners below the shared baseband, with a down-conversion of their own.
struct GGWaveLowBand {
  private(set) var listeners: GGWaveListeners
  private var converter: DownConverter
  private var history: BasebandHistory
  private var baseband: [Complex] = []

  /// The middle of a band that holds 500 to 7500 Hz.
  static let centreHertz = 4000.0
  private static let silenceSeconds = 0.5

  init(_ listeners: GGWaveListeners, sampleRateHertz: Double) {
    self.listeners = listeners
    converter = DownConverter(rateHertz: sampleRateHertz, centreHertz: Self.centreHertz)
    let rate = DownConverter.outputRateHertz
    history = BasebandHistory(
      span: Int(listeners.historySeconds * rate),
      originSeconds: -Self.silenceSeconds - converter.delaySeconds)
    history.append([Complex](repeating: Complex(0, 0), count: Int(Self.silenceSeconds * rate)))
  }

  mutating func process(
    _ samples: UnsafeBufferPointer<Float>, frameCount: inout Int, events: inout [ReceiverEvent]
  ) {
    baseband.removeAll(keepingCapacity: true)
    converter.convert(samples, appendingTo: &baseband)
    history.append(baseband)
    listeners.process(history, frameCount: &frameCount, events: &events)
  }

  mutating func finish(frameCount: inout Int, events: inout [ReceiverEvent]) {
    listeners.finish(history, frameCount: &frameCount, events: &events)
  }
}

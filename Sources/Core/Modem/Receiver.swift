import HandShakeSignal

/// Why a receiver cannot be made.
public enum ReceiverError: Error, Equatable, Sendable {
  /// The sample rate is not a multiple of 16 kHz from 48 to 768 kHz. Resample the signal first.
  case unsupportedRate(hertz: Double)
}

/// Listens for many protocols at once: it takes samples and returns events.
///
/// It uses no devices, files or threads. It keeps a bounded part of the past and can run without
/// end. All detectors share one down-conversion of the near-ultrasonic band.
public struct Receiver: ~Copyable {
  private var near: Band<DownConverter>
  private var wide: [Band<ComplexDecimator>]
  private var low: Band<DownConverter>?
  private var session = Session()
  private var meter: LevelMeter
  private let bandMeter: BandMeter?
  private var clipping = ClippingRecord()
  /// Number of pushed sample frames, each with one sample of each channel.
  private var frameCount = 0
  private let channelCount: Int
  /// The samples of a piece by channel, if there are several channels.
  private var separated: [[Float]]
  private let sampleRateHertz: Double

  /// Centre of a band that holds 500 to 7500 Hz.
  static let lowCentreHertz = 4000.0

  /// Largest magnitude; larger samples read as 0. Float files in integer steps reach 2^31.
  private static let largestSample: Float = 1e10
  /// Sample frames of a piece, 10 ms. Work goes by pieces, so events do not depend on the pushes.
  private let pieceLength: Int
  /// Samples of an incomplete piece.
  private var begun: [Float] = []

  /// A receiver of `protocols` in all their placements.
  ///
  /// - Parameters:
  ///   - sampleRateHertz: a multiple of 16000 from 48000 to 768000.
  ///   - channelCount: number of microphones that hear the same sound, 1...8.
  ///   - meteredBands: near-ultrasonic bands whose levels are reported one by one.
  /// - Throws: `ReceiverError.unsupportedRate` for any other sample rate.
  public init(
    protocols: [ModemProtocol], sampleRateHertz: Double, channelCount: Int = 1,
    meteredBands: [Placement] = []
  ) throws(ReceiverError) {
    guard DownConverter.accepts(rateHertz: sampleRateHertz) else {
      throw .unsupportedRate(hertz: sampleRateHertz)
    }
    var (nearListeners, lowListeners): ([any Listener], [any Listener]) = ([], [])
    wide = []
    for placed in Families.listeners(for: protocols, sampleRateHertz: sampleRateHertz) {
      switch placed.place {
      case .near: nearListeners.append(placed.listener)
      case .low: lowListeners.append(placed.listener)
      case .own(let filter):
        wide.append(Band(filter, [placed.listener], channelCount: channelCount))
      }
    }
    precondition(1...8 ~= channelCount, "one to eight channels are combined")
    self.channelCount = channelCount
    separated = Array(repeating: [], count: channelCount > 1 ? channelCount : 0)
    near = Band(
      DownConverter(rateHertz: sampleRateHertz), nearListeners, channelCount: channelCount)
    if !lowListeners.isEmpty {
      low = Band(
        DownConverter(rateHertz: sampleRateHertz, centreHertz: Self.lowCentreHertz), lowListeners,
        channelCount: channelCount)
    }
    meter = LevelMeter(rateHertz: sampleRateHertz, channelCount: channelCount)
    bandMeter = meteredBands.isEmpty ? nil : BandMeter(bands: meteredBands)
    pieceLength = Int(sampleRateHertz / 100)
    self.sampleRateHertz = sampleRateHertz
  }

  /// Takes the next samples and returns the new events. Full scale is 1. Channels are interleaved.
  ///
  /// The receiver works on pieces of 10 ms. Samples of an incomplete piece wait for the next call,
  /// so the events of a recording do not depend on how it is cut. A sample that is NaN, infinite,
  /// or beyond 10^10 counts as 0.
  public mutating func push(_ samples: UnsafeBufferPointer<Float>) -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    var rest = samples[...]
    let length = pieceLength * channelCount
    while begun.count + rest.count >= length {
      let front = rest.prefix(length - begun.count)
      rest = rest[front.endIndex...]
      if begun.isEmpty {
        take(UnsafeBufferPointer(rebasing: front))
      } else {
        begun += front
        takeBegun()
      }
      events += takeEvents()
    }
    begun += rest
    return events
  }

  private mutating func takeBegun() {
    var piece: [Float] = []
    swap(&piece, &begun)
    piece.withUnsafeBufferPointer { take($0) }
    piece.removeAll(keepingCapacity: true)
    swap(&piece, &begun)
  }

  private mutating func takeEvents() -> [ReceiverEvent] {
    session.claims.arriving = near.arriving + wide.flatMap { $0.arriving } + (low?.arriving ?? [])
    return session.takeEvents(now: now, clipping)
  }

  /// The channels that count, from 0: neither silent nor a copy of another channel.
  public var channels: [Int] { near.history.counting }

  /// Whether the end of a message came without its beginning. Only `ggwave` marks its ends.
  public var hasLoneEnd: Bool { session.claims.hasLoneEnd }

  /// The likeliest hypothesis that was dropped without an event.
  public var likeliestDropped: Hypothesis? { session.likeliestDropped }

  /// Keeps all hypotheses from now on. Returns the hypotheses since the last call, for calibration.
  public mutating func takeHypotheses() -> [Hypothesis] {
    defer { session.hypotheses = [] }
    return session.hypotheses ?? []
  }

  private var now: Double { near.history.seconds(atSample: Double(near.history.endIndex)) }

  /// The last events, after the last samples.
  public mutating func finish() -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    if !begun.isEmpty {
      takeBegun()
      events = takeEvents()
    }
    // Zeros push the remaining signal out of the filters.
    let tail = [Float](repeating: 0, count: pieceLength * channelCount)
    for _ in 0..<20 {
      tail.withUnsafeBufferPointer { take($0) }
    }
    session.claims.claimed = []
    low?.finish(&session)
    near.finish(&session)
    for band in wide { band.finish(&session) }
    return events + session.takeEvents(now: now, isOver: true, clipping)
  }

  private mutating func take(_ samples: UnsafeBufferPointer<Float>) {
    let peak = LevelMeter.peak(of: samples)
    // The fourth power of a larger sample overflows a float. A NaN would stay in the filters.
    guard peak <= Self.largestSample else {
      let cleaned = samples.map { $0.magnitude <= Self.largestSample ? $0 : 0 }
      return cleaned.withUnsafeBufferPointer { take($0) }
    }
    guard channelCount > 1 else { return take([samples], peak: peak, all: samples) }
    var separated: [[Float]] = []
    swap(&separated, &self.separated)
    for channel in separated.indices {
      let count = samples.count / channelCount
      if separated[channel].count != count {
        separated[channel] = Array(repeating: 0, count: count)
      }
      separated[channel].withUnsafeMutableBufferPointer {
        for frame in 0..<count { $0[frame] = samples[frame * channelCount + channel] }
      }
    }
    Self.withBuffers(separated[...]) { take($0, peak: peak, all: samples) }
    swap(&separated, &self.separated)
  }

  /// Lends all `channels` at once.
  private static func withBuffers(
    _ channels: ArraySlice<[Float]>, _ before: [UnsafeBufferPointer<Float>] = [],
    _ body: ([UnsafeBufferPointer<Float>]) -> Void
  ) {
    guard let first = channels.first else { return body(before) }
    first.withUnsafeBufferPointer { withBuffers(channels.dropFirst(), before + [$0], body) }
  }

  /// Takes a piece, by channel and as it came.
  private mutating func take(
    _ channels: [UnsafeBufferPointer<Float>], peak: Float, all samples: UnsafeBufferPointer<Float>
  ) {
    near.take(channels)
    let startSeconds = Double(frameCount) / sampleRateHertz
    frameCount += channels[0].count
    // Most blocks are far below full scale.
    if peak >= Level.fullScale {
      for channel in channels {
        clipping.note(
          channel, peak: LevelMeter.peak(of: channel), from: startSeconds,
          to: Double(frameCount) / sampleRateHertz)
      }
    }
    if var level = meter.measure(frameCount: channels[0].count, peak: peak, near.baseband) {
      if let bandMeter { level.meteredRootMeanSquares = bandMeter.levels(near.history) }
      level.channels = self.channels
      session.tell(.level(level))
    }
    session.budget.refill(atSeconds: now)
    session.claims.claimed = near.claimed + (low?.claimed ?? [])
    near.listen(&session)
    for index in wide.indices {
      wide[index].take(channels)
      wide[index].listen(&session)
    }
    if low != nil {
      low!.take(channels)
      low!.listen(&session)
    }
  }
}

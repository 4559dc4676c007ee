import HandShakeSignal

/// A filter that makes complex baseband of a part of the spectrum.
protocol BasebandFilter {
  /// Complex samples per second.
  var basebandRateHertz: Double { get }
  /// Delay of the baseband.
  var delaySeconds: Double { get }
  /// Appends the baseband of `samples`.
  mutating func convert(
    _ samples: UnsafeBufferPointer<Float>, appendingTo baseband: inout [Complex])
}

extension DownConverter: BasebandFilter {
  var basebandRateHertz: Double { Self.outputRateHertz }
}
extension ComplexDecimator: BasebandFilter {}

/// A part of the spectrum: its down-conversion, its latest seconds, and its listeners.
struct Band<Filter: BasebandFilter> {
  /// One filter for each microphone.
  private var filters: [Filter]
  private var balance: ChannelBalance
  private(set) var history: BasebandHistory
  /// Baseband of the latest samples, by microphone.
  private(set) var baseband: [[Complex]]
  /// The listeners in their order, which decides ties.
  private let listeners: [any Listener]

  /// Assumed silence before the first sample, so that a frame may start with the first sample.
  private static var silenceSeconds: Double { 0.5 }
  /// Least length of the baseband that is kept.
  private static var leastSeconds: Double { 1 }

  init(_ filter: Filter, _ listeners: [any Listener], channelCount: Int) {
    filters = Array(repeating: filter, count: channelCount)
    baseband = Array(repeating: [], count: channelCount)
    self.listeners = listeners
    let rate = filter.basebandRateHertz
    balance = ChannelBalance(channelCount: channelCount, rateHertz: rate)
    let seconds = listeners.map { $0.historySeconds }.max() ?? 0
    history = BasebandHistory(
      span: Int(max(seconds, Self.leastSeconds) * rate),
      originSeconds: -Self.silenceSeconds - filter.delaySeconds, rateHertz: rate,
      channelCount: channelCount)
    let silence = [Complex](repeating: Complex(0, 0), count: 1000)
    for _ in 0..<Int(Self.silenceSeconds * rate) / silence.count {
      history.append(Array(repeating: silence, count: channelCount))
    }
  }

  /// Frames that have certainly begun and whose end has not come.
  var arriving: [Frame] { listeners.flatMap { $0.arriving } }

  /// Frames with tones that other listeners must not take for starts.
  var claimed: [Frame] { listeners.flatMap { $0.claimed } }

  /// Takes the next samples of each microphone, for at most 8,192 samples of the baseband.
  mutating func take(_ samples: [UnsafeBufferPointer<Float>]) {
    for channel in filters.indices {
      baseband[channel].removeAll(keepingCapacity: true)
      filters[channel].convert(samples[channel], appendingTo: &baseband[channel])
    }
    // A filter that works in blocks gives nothing for most pieces.
    if baseband[0].isEmpty { return }
    history.append(baseband)
    if filters.count > 1 { history.gains = balance.gains(baseband) }
  }

  /// Lets the listeners work on the new samples.
  func listen(_ session: inout Session) { Scheduler.run(listeners, history, &session) }

  /// Finishes all listeners after the last sample. Others wait for listeners that claim tones.
  func finish(_ session: inout Session) {
    let claimants = listeners.filter { !$0.claimed.isEmpty }
    for listener in claimants { listener.finish(history, &session) }
    for listener in listeners where !claimants.contains(where: { $0 === listener }) {
      listener.finish(history, &session)
    }
  }
}

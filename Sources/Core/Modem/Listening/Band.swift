import HandShakeSignal

/// What makes complex baseband of a part of the spectrum.
protocol BasebandFilter {
  /// Complex samples a second.
  var basebandRateHertz: Double { get }
  /// Seconds by which the baseband is late.
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
  /// One for each microphone.
  private var filters: [Filter]
  private var balance: ChannelBalance
  private(set) var history: BasebandHistory
  /// Baseband of the latest samples, by microphone.
  private(set) var baseband: [[Complex]]
  /// In the order in which they listen, which decides ties.
  private let listeners: [any Listener]

  /// Silence that is taken to lie before the first sample, so that a frame may start with it.
  private static var silenceSeconds: Double { 0.5 }
  /// Seconds of baseband that are kept even if no listener asks for them.
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

  /// Frames that have begun for certain and whose end has not come.
  var arriving: [Frame] { listeners.flatMap { $0.arriving } }

  /// Frames whose tones other listeners must not take for starts of their own.
  var claimed: [Frame] { listeners.flatMap { $0.claimed } }

  /// Takes the next samples of each microphone, at most as many as make 8,192 of the baseband.
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

  /// Lets the listeners work on the samples that were taken.
  func listen(_ session: inout Session) { Scheduler.run(listeners, history, &session) }

  /// Finishes all listeners when no more samples come, those first that claim tones which others wait for.
  func finish(_ session: inout Session) {
    let claimants = listeners.filter { !$0.claimed.isEmpty }
    for listener in claimants { listener.finish(history, &session) }
    for listener in listeners where !claimants.contains(where: { $0 === listener }) {
      listener.finish(history, &session)
    }
  }
}

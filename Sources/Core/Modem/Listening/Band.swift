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
  private var filter: Filter
  private(set) var history: BasebandHistory
  /// Baseband of the latest samples.
  private(set) var baseband: [Complex] = []
  /// In the order in which they listen, which decides ties.
  private let listeners: [any Listener]

  /// Silence that is taken to lie before the first sample, so that a frame may start with it.
  private static var silenceSeconds: Double { 0.5 }
  /// Seconds of baseband that are kept even if no listener asks for them.
  private static var leastSeconds: Double { 1 }

  init(_ filter: Filter, _ listeners: [any Listener]) {
    self.filter = filter
    self.listeners = listeners
    let rate = filter.basebandRateHertz
    let seconds = listeners.map { $0.historySeconds }.max() ?? 0
    history = BasebandHistory(
      span: Int(max(seconds, Self.leastSeconds) * rate),
      originSeconds: -Self.silenceSeconds - filter.delaySeconds, rateHertz: rate)
    let silence = [Complex](repeating: Complex(0, 0), count: 1000)
    for _ in 0..<Int(Self.silenceSeconds * rate) / silence.count { history.append(silence) }
  }

  /// Frames that have begun for certain and whose end has not come.
  var arriving: [Frame] { listeners.flatMap { $0.arriving } }

  /// Frames whose tones other listeners must not take for starts of their own.
  var claimed: [Frame] { listeners.flatMap { $0.claimed } }

  /// Takes the next samples of the input, at most as many as make 8,192 of the baseband.
  mutating func take(_ samples: UnsafeBufferPointer<Float>) {
    baseband.removeAll(keepingCapacity: true)
    filter.convert(samples, appendingTo: &baseband)
    history.append(baseband)
  }

  /// Lets the listeners work on the samples that were taken.
  func listen(_ session: inout Session) {
    Scheduler.run(listeners, history, &session)
  }

  /// Finishes all listeners when no more samples come, those first that claim tones which others wait for.
  func finish(_ session: inout Session) {
    let claimants = listeners.filter { !$0.claimed.isEmpty }
    for listener in claimants { listener.finish(history, &session) }
    for listener in listeners where !claimants.contains(where: { $0 === listener }) {
      listener.finish(history, &session)
    }
  }
}

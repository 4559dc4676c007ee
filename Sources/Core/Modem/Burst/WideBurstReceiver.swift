import Signal

/// Listens for bursts in a band that the receiver's shared baseband does not hold: half the spectrum,
/// with a down-conversion of its own.
struct WideBurstReceiver {
  private var receiver: BurstReceiver
  private var bandPass: ComplexDecimator
  private var history: BasebandHistory
  private var baseband: [Complex] = []

  /// Silence that is taken to lie before the first sample, so that a frame may start with it.
  private static let silenceSeconds = 0.5

  /// Whether a placement goes beyond the shared baseband.
  static func isNeeded(for placements: [Placement]) -> Bool {
    placements.contains {
      $0.lowestToneHertz < DownConverter.passBandHertz.lowerBound - 100
        || $0.highestToneHertz > DownConverter.passBandHertz.upperBound
    }
  }

  init(
    variants: [(name: String, parameters: BurstParameters)], placements: [Placement],
    sampleRateHertz: Double
  ) {
    let lowest = placements.map { $0.lowestToneHertz }.min()!
    let highest = placements.map { $0.highestToneHertz }.max()!
    bandPass = ComplexDecimator(
      lowestHertz: lowest, highestHertz: highest, rateHertz: sampleRateHertz)
    receiver = BurstReceiver(
      variants: variants, placements: placements, sourceRateHertz: bandPass.outputRateHertz,
      sourceCentreHertz: bandPass.centreHertz)
    history = BasebandHistory(
      span: Int(receiver.historySeconds * bandPass.outputRateHertz),
      originSeconds: -Self.silenceSeconds - bandPass.delaySeconds,
      rateHertz: bandPass.outputRateHertz)
    let silence = [Complex](repeating: Complex(0, 0), count: 1000)
    for _ in 0..<Int(Self.silenceSeconds * bandPass.outputRateHertz) / 1000 {
      history.append(silence)
    }
  }

  var earliestStart: Double? { receiver.earliestStart }

  mutating func process(
    _ samples: UnsafeBufferPointer<Float>, frameCount: inout Int, events: inout [ReceiverEvent]
  ) {
    baseband.removeAll(keepingCapacity: true)
    bandPass.filter(samples, appendingTo: &baseband)
    history.append(baseband)
    receiver.process(history, frameCount: &frameCount, events: &events)
  }

  mutating func finish(_ events: inout [ReceiverEvent]) {
    receiver.finish(history, events: &events)
  }
}

import HandShake
import HandShakeModem
import HandShakeSealing
import HandShakeSignal

/// A station, and the evidence why a recording or a device brings no message.
package struct ReceiverFeed: ~Copyable {
  var station: Station
  private var analyser: SpectrumAnalyser?
  /// The evidence that explains why no message came.
  private(set) var evidence: Evidence

  /// The feed of `station`, which has heard no samples yet.
  package init(_ station: consuming Station) {
    evidence = Evidence(of: station.protocols, rateHertz: station.rateHertz)
    self.station = station
  }

  /// Takes whole frames, captured until `unixSeconds`. Returns the events of the station.
  package mutating func push(
    _ frames: UnsafeBufferPointer<Float>, at unixSeconds: Double = SealedClock.seconds
  ) -> [StationEvent] {
    let events = station.hear(frames, at: unixSeconds) { analyser?.push($0) }
    return noted(events)
  }

  /// Returns the last events of the station at the end of the input.
  package mutating func finish(at unixSeconds: Double = SealedClock.seconds) -> [StationEvent] {
    let events = station.finish(at: unixSeconds) { analyser?.push($0) }
    return noted(events)
  }

  /// Keeps the spectrum over time of `band`, in hertz, from the next samples on.
  mutating func analyse(band: ClosedRange<Double>) {
    analyser = SpectrumAnalyser(rateHertz: station.receiverRateHertz, band: band)
  }

  /// The whole spectrum over time, nil if it was not kept.
  mutating func endAnalysis() -> SpectrumSeries? {
    analyser?.finish()
    return analyser?.series
  }

  private mutating func noted(_ events: [StationEvent]) -> [StationEvent] {
    evidence.add(station.captured)
    defer {
      evidence.hasLoneEnd = station.hasLoneEnd
      evidence.dropped = station.likeliestDropped
    }
    return events.map { event in
      switch event {
      case .heard(.failed(var failure)):
        evidence.add(&failure)
        return .heard(.failed(failure))
      case .heard(.level(let level)): evidence.add(level)
      default: break
      }
      return event
    }
  }
}

extension [StationEvent] {
  /// The events of the receiver.
  package var heard: [ReceiverEvent] {
    compactMap { if case .heard(let event) = $0 { event } else { nil } }
  }
}

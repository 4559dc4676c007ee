import HandShake
import HandShakeModem
import HandShakeSealing
import HandShakeSignal

/// A station, with what is told by it of a recording or a device that brings no message.
package struct ReceiverFeed: ~Copyable {
  var station: Station
  private var analyser: SpectrumAnalyser?
  /// What was heard, by which is told why no message came.
  private(set) var evidence: Evidence

  /// What was heard by `station`, which heard nothing yet.
  package init(_ station: consuming Station) {
    evidence = Evidence(of: station.protocols, rateHertz: station.rateHertz)
    self.station = station
  }

  /// Takes whole frames, which were captured until `unixSeconds`, and gives what the station has to say about them.
  package mutating func push(
    _ frames: UnsafeBufferPointer<Float>, at unixSeconds: Double = SealedClock.seconds
  ) -> [StationEvent] {
    let events = station.hear(frames, at: unixSeconds) { analyser?.push($0) }
    return noted(events)
  }

  /// Gives what the station has to say at the end of the input.
  package mutating func finish(at unixSeconds: Double = SealedClock.seconds) -> [StationEvent] {
    let events = station.finish(at: unixSeconds) { analyser?.push($0) }
    return noted(events)
  }

  /// Keeps, from the next samples on, the spectrum over time of what lies in `band`, in hertz.
  mutating func analyse(band: ClosedRange<Double>) {
    analyser = SpectrumAnalyser(rateHertz: station.receiverRateHertz, band: band)
  }

  /// The spectrum over time to its end, nil where none was kept.
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
  /// What was heard.
  package var heard: [ReceiverEvent] {
    compactMap { if case .heard(let event) = $0 { event } else { nil } }
  }
}

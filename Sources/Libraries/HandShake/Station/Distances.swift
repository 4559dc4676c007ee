import HandShakeExchange
import HandShakeModem

// Protocols hide both ends of a distance measurement. A program that measures no distance, as the
// page, is linked without the search for arrivals. The optimiser removes protocols that only one
// module uses.

/// The end that measures a distance.
package protocol DistanceMeasuring: AnyObject {
  func take(_ event: ReceiverEvent)
  func next(at now: Double, _ sense: ChannelSense, _ sound: CapturedSound) -> RangingStep?
  func interrupt(at now: Double)
  func beginSpeaking(at now: Double)
  func endSpeaking(at now: Double)
}

/// The end that answers a distance measurement.
package protocol DistanceAnswering: AnyObject {
  var isOwing: Bool { get }
  func take(_ event: ReceiverEvent, at now: Double)
  func next(
    at now: Double, _ sense: ChannelSense, _ sound: CapturedSound
  ) -> RangingStation.Answer?
  func interrupt()
  func beginSpeaking(at now: Double)
  func endSpeaking(at now: Double)
}

/// A `RangingSender`.
final class DistanceMeasurement: DistanceMeasuring {
  private var sender: RangingSender

  init(_ sender: RangingSender) { self.sender = sender }

  func take(_ event: ReceiverEvent) { sender.take(event) }
  func next(at now: Double, _ sense: ChannelSense, _ sound: CapturedSound) -> RangingStep? {
    sender.next(at: now, sense, sound)
  }
  func interrupt(at now: Double) { sender.interrupt(at: now) }
  func beginSpeaking(at now: Double) { sender.beginSpeaking(at: now) }
  func endSpeaking(at now: Double) { sender.endSpeaking(at: now) }
}

/// A `RangingStation`.
final class DistanceAnswers: DistanceAnswering {
  private var station: RangingStation

  init(_ station: RangingStation) { self.station = station }

  var isOwing: Bool { station.isOwing }
  func take(_ event: ReceiverEvent, at now: Double) { station.take(event, at: now) }
  func next(
    at now: Double, _ sense: ChannelSense, _ sound: CapturedSound
  ) -> RangingStation.Answer? {
    station.next(at: now, sense, sound)
  }
  func interrupt() { station.interrupt() }
  func beginSpeaking(at now: Double) { station.beginSpeaking(at: now) }
  func endSpeaking(at now: Double) { station.endSpeaking(at: now) }
}

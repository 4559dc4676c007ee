import CHandShake
import HandShakeC
import Testing

/// A receiver, what it plays, and what it told.
final class SpeakingReceiver {
  let receiver: OpenReceiver
  private var speech: ArraySlice<Float> = []
  private var isSpeaking = false
  /// Its events except levels, and the text of the last event that had one.
  private(set) var events: [handshake_event] = []
  private(set) var text: String?

  init() throws { receiver = try OpenReceiver() }

  var kinds: [handshake_kind] { events.map(\.kind) }
  var last: handshake_event { events.last ?? handshake_event() }

  /// Hears `samples`, and gives as many of its own.
  fileprivate func exchange(_ samples: [Float]) throws -> [Float] {
    try #require(receiver.push(samples) == HANDSHAKE_OK)
    for (event, text) in try receiver.events() where event.kind != HANDSHAKE_LEVEL {
      events.append(event)
      self.text = text ?? self.text
    }
    if !isSpeaking {
      var transmitter: OpaquePointer?
      try #require(
        handshake_receiver_speech(receiver.handle, 48_000, &transmitter) == HANDSHAKE_OK)
      if transmitter != nil {
        defer { handshake_transmitter_close(transmitter) }
        speech = try HandShakeCTests.samples(of: transmitter)[...]
        isSpeaking = true
      }
    } else if speech.isEmpty {
      isSpeaking = false
      try #require(handshake_receiver_spoken(receiver.handle) == HANDSHAKE_OK)
    }
    let played = Array(speech.prefix(samples.count))
    speech = speech.dropFirst(samples.count)
    return played + [Float](repeating: 0, count: samples.count - played.count)
  }
}

/// Lets both hear each other, and each itself louder, until `isOver` or so many seconds are.
func converse(
  _ one: SpeakingReceiver, _ other: SpeakingReceiver, seconds: Double, until isOver: () -> Bool
) throws {
  var (ofOne, ofOther) = ([Float](repeating: 0, count: 2048), [Float](repeating: 0, count: 2048))
  for _ in 0..<Int(seconds * 48_000 / 2048) where !isOver() {
    let heardByOne = zip(ofOne, ofOther).map { 0.3 * $0 + 0.1 * $1 }
    let heardByOther = zip(ofOne, ofOther).map { 0.1 * $0 + 0.3 * $1 }
    (ofOne, ofOther) = (try one.exchange(heardByOne), try other.exchange(heardByOther))
  }
}

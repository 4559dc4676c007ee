import CHandShake
import HandShakeC
import Testing

/// The samples of a text, sealed where there is a secret, through the functions that a C program calls.
func samples(
  of text: String, sealedWith secret: OwnedSecret? = nil, protocolName: String? = nil,
  rateHertz: Double = 48_000
) throws -> [Float] {
  var transmitter: OpaquePointer?
  let bytes = Array(text.utf8)
  let opened = bytes.withUnsafeBytes { bytes in
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    return if let secret {
      handshake_transmitter_open_sealed(
        start, bytes.count, secret.handle, protocolName, 0, rateHertz, &transmitter)
    } else {
      handshake_transmitter_open(start, bytes.count, protocolName, 0, rateHertz, &transmitter)
    }
  }
  try #require(opened == HANDSHAKE_OK)
  defer { handshake_transmitter_close(transmitter) }
  let count = Int(handshake_transmitter_sample_count(transmitter))
  var samples: [Float] = []
  var block = [Float](repeating: 0, count: 1000)
  var written = 0
  repeat {
    try #require(
      handshake_transmitter_read(transmitter, &block, block.count, &written) == HANDSHAKE_OK)
    samples += block[..<written]
  } while written > 0
  #expect(samples.count == count)
  return samples
}

/// A secret that is destroyed with this.
final class OwnedSecret {
  let handle: OpaquePointer

  init(_ words: String) throws {
    var created: OpaquePointer?
    try #require(
      handshake_secret_create(words, words.utf8.count, &created) == HANDSHAKE_OK)
    handle = try #require(created)
  }

  deinit { handshake_secret_destroy(handle) }
}

/// An open receiver that is closed with this.
final class OpenReceiver {
  let handle: OpaquePointer

  init() throws {
    var opened: OpaquePointer?
    try #require(handshake_receiver_open(48_000, nil, 0, &opened) == HANDSHAKE_OK)
    handle = try #require(opened)
  }

  deinit { handshake_receiver_close(handle) }

  func push(_ samples: [Float]) -> handshake_status {
    handshake_receiver_push(handle, samples, samples.count)
  }

  /// All events that wait, with their texts.
  func events() throws -> [(event: handshake_event, text: String?)] {
    var found: [(event: handshake_event, text: String?)] = []
    var event = handshake_event()
    while true {
      try #require(handshake_receiver_poll(handle, &event) == HANDSHAKE_OK)
      if event.kind == HANDSHAKE_NONE { return found }
      // Not afterwards: the texts last until the next poll.
      if let text = event.text { #expect(text[event.text_length] == 0) }
      let text = event.text.map {
        String(
          decoding: UnsafeRawBufferPointer(start: $0, count: event.text_length), as: UTF8.self)
      }
      found.append((event, text))
    }
  }

  /// The messages among them.
  func messages() throws -> [String?] {
    try events().filter { $0.event.kind == HANDSHAKE_MESSAGE }.map(\.text)
  }
}

import CHandShake
import Glibc
import HandShakeC
import Testing

/// What a C program fills a `handshake_sending` with.
struct Sent {
  var bytes: [UInt8]? = Array("hi".utf8)
  /// Nil for the count of `bytes`.
  var count: Int?
  var fileName: String?
  var protocolName: String?
  var ceilingHertz = 0.0
  var rung: Int32 = -1
  var repairPercent: Int32 = 0
  var copies: Int32 = 1
  var secret: OpaquePointer?
  var floorHertz = 0.0
  var size = MemoryLayout<handshake_sending>.size

  /// Lends it to `use`.
  func lend<Result>(_ use: (UnsafePointer<handshake_sending>) throws -> Result) rethrows -> Result {
    let strings = [fileName, protocolName].map { $0.map { strdup($0) } }
    defer { for string in strings { free(string ?? nil) } }
    return try (bytes ?? []).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { text in
      // An empty array has no address.
      let start = bytes == nil ? nil : text.baseAddress ?? UnsafePointer(bitPattern: 8)
      var sending = handshake_sending(
        size: size, bytes: start, length: count ?? text.count, file_name: strings[0] ?? nil,
        protocol: strings[1] ?? nil, ceiling_hertz: ceilingHertz, rung: rung,
        repair_percent: repairPercent, copies: copies, secret: secret,
        floor_hertz: floorHertz)
      return try use(&sending)
    }
  }

  /// A transmitter of it, and what opening it gave.
  func open(rateHertz: Double = 48_000) -> (status: handshake_status, transmitter: OpaquePointer?) {
    var transmitter = OpaquePointer(bitPattern: 8)
    let status = lend { handshake_transmitter_open($0, rateHertz, &transmitter) }
    return (status, transmitter)
  }

  /// Whether it can be sent.
  func status(rateHertz: Double = 48_000) -> handshake_status {
    let (status, transmitter) = open(rateHertz: rateHertz)
    #expect((transmitter == nil) == (status != HANDSHAKE_OK))
    handshake_transmitter_close(transmitter)
    return status
  }

  /// All its samples.
  func samples(rateHertz: Double = 48_000) throws -> [Float] {
    let (status, transmitter) = open(rateHertz: rateHertz)
    try #require(status == HANDSHAKE_OK)
    defer { handshake_transmitter_close(transmitter) }
    return try HandShakeCTests.samples(of: transmitter)
  }
}

/// The samples of a text, sealed where there is a secret, through the functions that a C program
/// calls.
func samples(
  of text: String, sealedWith secret: OwnedSecret? = nil, protocolName: String? = nil,
  rateHertz: Double = 48_000
) throws -> [Float] {
  try Sent(bytes: Array(text.utf8), protocolName: protocolName, secret: secret?.handle)
    .samples(rateHertz: rateHertz)
}

/// All samples of a transmitter.
func samples(of transmitter: OpaquePointer?) throws -> [Float] {
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
    try #require(handshake_receiver_open(48_000, 1, nil, 0, &opened) == HANDSHAKE_OK)
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

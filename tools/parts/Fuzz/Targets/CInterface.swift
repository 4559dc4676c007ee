import CHandShake
import Glibc
import HandShakeC

extension FuzzTarget {
  /// Calls of the C functions with any arguments except invalid pointers.
  static let cInterface = samples(
    "c-interface", longest: 256,
    seeds: {
      [
        [5, 0, 1, 0, 0, 2, 104, 105, 0, 0, 0, 1, 6, 6, 6, 3, 2, 2, 2, 4, 7],
        [0, 0, 0, 0, 1, 3, 1, 9, 1, 12, 3, 2, 2, 2, 2, 4],
        [0, 1, 2, 3, 8, 250, 5, 3, 3, 3, 3],
        [0, 0, 0, 1, 8, 1, 0, 5, 0, 1, 2, 104, 105, 0, 1, 6, 4, 1, 0, 1, 4, 3, 2, 2, 2],
      ]
    }
  ) { input in
    var bytes = FuzzBytes(input)
    var calls = Calls()
    for _ in 0..<40 where !bytes.isAtEnd { calls.make(&bytes) }
    calls.close()
  }
}

/// Calls on a receiver and a transmitter. Both may be missing.
private struct Calls {
  private var receiver: OpaquePointer?
  private var transmitter: OpaquePointer?
  private var opened = 0
  private var block = [Float](repeating: 0, count: 4096)

  private static let rates = [
    48_000, 64_000, 44_100, 0, -1, .nan, .infinity, 1e300, 8000, 48_000.5,
  ]
  private static let counts = [0, 1, 7, 480, 4096, -1, Int.min, Int.max, 1 << 28 + 1]
  private static let values: [Float] = [0, 1, -1, .nan, .infinity, 3e38, 1e-20, 0.3]
  private static let names = [
    "hop", "classic", "burst", "ggwave-ultrasound-fast", "ggwave-dual-fast", "", "x", "/",
    "./a.json",
  ]

  private static let ages = [600, .infinity, 0, -1, .nan, 1e300]
  /// Made once, because it takes as long as 20,000 executions.
  nonisolated(unsafe) private static let secret: OpaquePointer? = {
    var secret: OpaquePointer?
    precondition(handshake_secret_create("platform four", 13, &secret) == HANDSHAKE_OK)
    return secret
  }()

  mutating func make(_ bytes: inout FuzzBytes) {
    switch bytes.byte() % 10 {
    case 0: openReceiver(&bytes)
    case 1:
      let value = bytes.element(of: Self.values)
      if bytes.byte() & 1 != 0 { for index in block.indices { block[index] = value } }
      push(bytes.element(of: Self.counts))
    case 2: poll()
    case 3: check(handshake_receiver_finish(receiver))
    case 4:
      handshake_receiver_close(receiver)
      receiver = nil
    case 5: openTransmitter(&bytes)
    case 6: read(bytes.element(of: Self.counts))
    case 7:
      handshake_transmitter_close(transmitter)
      transmitter = nil
    case 8: unseal(&bytes)
    default: check(handshake_status(UInt32(bytes.number(4))))
    }
  }

  mutating func close() {
    handshake_receiver_close(receiver)
    handshake_transmitter_close(transmitter)
  }

  private func check(_ status: handshake_status) {
    precondition(strlen(handshake_message(status)) > 0)
  }

  private mutating func openReceiver(_ bytes: inout FuzzBytes) {
    let rate = bytes.byte() & 7 == 7 ? bytes.double() : bytes.element(of: Self.rates)
    let names = (0..<Int(bytes.byte()) % 4).map { _ in strdup(bytes.element(of: Self.names)) }
    defer { for name in names { free(name) } }
    // Opening a receiver takes far longer than all other calls.
    guard receiver == nil, opened < 2 else { return }
    opened += 1
    let pointers = names.map { UnsafePointer<CChar>($0) }
    let extra = Int(bytes.byte()) % 16 == 0 ? -1 : 0
    check(handshake_receiver_open(rate, 1, pointers, names.count + extra, &receiver))
  }

  private mutating func openTransmitter(_ bytes: inout FuzzBytes) {
    let name = bytes.element(of: Self.names)
    let rate = bytes.byte() & 7 == 7 ? bytes.double() : bytes.element(of: Self.rates)
    let ceiling = bytes.byte() & 7 == 7 ? bytes.double() : 0
    let text = bytes.bytes(Int(bytes.byte()) % 32).map { CChar(bitPattern: $0) }
    let count = bytes.byte() == 255 ? bytes.element(of: Self.counts) : text.count
    guard transmitter == nil else { return }
    // A wrong count within the limit is an error of the caller, so it is replaced.
    let held = (0...(1 << 20)).contains(count) ? text.count : count
    let secret = bytes.byte() & 1 == 0 ? nil : Self.secret
    let fileName = bytes.byte() & 1 == 0 ? nil : strdup(bytes.element(of: Self.names))
    defer { free(fileName) }
    let chosen = strdup(name)
    defer { free(chosen) }
    text.withUnsafeBufferPointer { text in
      var sending = handshake_sending(
        size: MemoryLayout<handshake_sending>.size, bytes: text.baseAddress, length: held,
        file_name: fileName, protocol: chosen, ceiling_hertz: ceiling,
        rung: Int32(bytes.byte()) % 12 - 2, repair_percent: Int32(bytes.byte()) % 103 - 1,
        copies: Int32(bytes.byte()) % 4, secret: secret, floor_hertz: ceiling)
      check(handshake_transmitter_open(&sending, rate, &transmitter))
    }
  }

  private func unseal(_ bytes: inout FuzzBytes) {
    let secrets = [OpaquePointer?](
      repeating: bytes.byte() == 255 ? nil : Self.secret, count: Int(bytes.byte()) % 18)
    let extra = bytes.byte() == 255 ? -20 : 0
    check(
      handshake_receiver_unseal(
        receiver, secrets, nil, secrets.count + extra, bytes.element(of: Self.ages),
        Int32(bytes.byte())))
  }

  private mutating func push(_ count: Int) {
    check(handshake_receiver_push(receiver, block, count))
  }

  private mutating func read(_ capacity: Int) {
    var written = 0
    check(handshake_transmitter_read(transmitter, &block, capacity, &written))
    precondition((0...block.count).contains(written))
  }

  private func poll() {
    var event = handshake_event()
    check(handshake_receiver_poll(receiver, &event))
    var seal = handshake_seal()
    check(handshake_receiver_seal(receiver, &seal))
    precondition(seal.sealed == 0 || seal.sealed_seconds.isFinite)
    guard let text = event.text else { return }
    precondition(text[event.text_length] == 0)
    precondition(event.kind != HANDSHAKE_FILE || strlen(event.name) > 0)
  }
}

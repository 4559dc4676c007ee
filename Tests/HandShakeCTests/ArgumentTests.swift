import CHandShake
import HandShakeC
import Testing

/// Whatever is passed, a status comes back.
@Suite struct ArgumentTests {
  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 0, -48_000, 1, 7_999, 1e300, .leastNonzeroMagnitude,
    784_000,
  ])
  func ratesThatNoReceiverTakes(rate: Double) {
    var receiver = OpaquePointer(bitPattern: 8)
    #expect(handshake_receiver_open(rate, 1, nil, 0, &receiver) == HANDSHAKE_BAD_RATE)
    #expect(receiver == nil)
  }

  @Test(arguments: [8_000, 11_025, 44_100, 47_999.9, 48_000, 50_000, 64_000, 192_000, 768_000])
  func ratesThatItTakes(rate: Double) {
    var receiver: OpaquePointer?
    #expect(handshake_receiver_open(rate, 1, nil, 0, &receiver) == HANDSHAKE_OK)
    handshake_receiver_close(receiver)
  }

  @Test func protocolNames() {
    func open(_ names: [String?], count: Int? = nil) -> handshake_status {
      var receiver: OpaquePointer?
      let copies = names.map { $0.map { Array($0.utf8CString) } }
      let pointers: [UnsafePointer<CChar>?] = copies.map { copy in
        copy.map { bytes in
          let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
          pointer.initialize(from: bytes, count: bytes.count)
          return UnsafePointer(pointer)
        }
      }
      defer {
        for pointer in pointers { pointer?.deallocate() }
        handshake_receiver_close(receiver)
      }
      return handshake_receiver_open(48_000, 1, pointers, count ?? names.count, &receiver)
    }
    #expect(open(["hop", "classic", "hop"]) == HANDSHAKE_OK)
    #expect(open(["hop", nil]) == HANDSHAKE_BAD_ARGUMENT)
    #expect(open([""]) == HANDSHAKE_UNKNOWN_PROTOCOL)
    #expect(open(["hop\n"]) == HANDSHAKE_UNKNOWN_PROTOCOL)
    #expect(open([String(repeating: "x", count: 100_000)]) == HANDSHAKE_UNKNOWN_PROTOCOL)
    #expect(open(["./not-there.json"]) == HANDSHAKE_BAD_PROTOCOL)
    #expect(open(["/"]) == HANDSHAKE_BAD_PROTOCOL)
    #expect(open(["hop"], count: 0) == HANDSHAKE_BAD_ARGUMENT)
    #expect(open(["hop"], count: -1) == HANDSHAKE_BAD_ARGUMENT)
    #expect(open(["hop"], count: 65) == HANDSHAKE_BAD_ARGUMENT)
    var receiver: OpaquePointer?
    #expect(handshake_receiver_open(48_000, 1, nil, 3, &receiver) == HANDSHAKE_BAD_ARGUMENT)
  }

  @Test func pointersThatAreMissing() throws {
    let receiver = try OpenReceiver()
    var event = handshake_event()
    #expect(handshake_receiver_open(48_000, 1, nil, 0, nil) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_push(nil, [0], 1) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_push(receiver.handle, nil, 1) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_push(receiver.handle, nil, 0) == HANDSHAKE_OK)
    #expect(handshake_receiver_finish(nil) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_poll(nil, &event) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_poll(receiver.handle, nil) == HANDSHAKE_BAD_ARGUMENT)
    handshake_receiver_close(nil)
    #expect(handshake_transmitter_sample_count(nil) == 0)
    var written = 0
    var block: [Float] = [0]
    #expect(handshake_transmitter_read(nil, &block, 1, &written) == HANDSHAKE_BAD_ARGUMENT)
    handshake_transmitter_close(nil)
  }

  @Test(arguments: [-1, Int.min, Int.max, 1 << 28 + 1])
  func countsOutOfRange(count: Int) throws {
    let receiver = try OpenReceiver()
    #expect(handshake_receiver_push(receiver.handle, [0], count) == HANDSHAKE_BAD_ARGUMENT)
    var of64: OpaquePointer?
    try #require(handshake_receiver_open(48_000, 64, nil, 0, &of64) == HANDSHAKE_OK)
    defer { handshake_receiver_close(of64) }
    #expect(handshake_receiver_push(of64, [0], 1 << 22 + 1) == HANDSHAKE_BAD_ARGUMENT)
    for channels in [0, -1, 65, Int.max] {
      var receiver: OpaquePointer?
      #expect(
        handshake_receiver_open(48_000, channels, nil, 0, &receiver) == HANDSHAKE_BAD_ARGUMENT)
    }
    #expect(Sent(count: count).status() != HANDSHAKE_OK)
  }

  @Test func misalignedPointers() throws {
    let receiver = try OpenReceiver()
    let bytes = [UInt8](repeating: 0, count: 64)
    bytes.withUnsafeBytes {
      let odd = OpaquePointer($0.baseAddress! + 1)
      #expect(
        handshake_receiver_push(receiver.handle, UnsafePointer(odd), 4) == HANDSHAKE_BAD_ARGUMENT)
    }
  }

  @Test func samplesThatAreNone() throws {
    let receiver = try OpenReceiver()
    let sound = try samples(of: "after all that", protocolName: "burst")
    for sample in [Float.nan, .infinity, -.infinity, 3e38, -3e38, .signalingNaN] {
      #expect(receiver.push([Float](repeating: sample, count: 4801)) == HANDSHAKE_OK)
      #expect(receiver.push([sample]) == HANDSHAKE_OK)
    }
    #expect(receiver.push([Float](repeating: 0, count: 24_000)) == HANDSHAKE_OK)
    #expect(receiver.push(sound) == HANDSHAKE_OK)
    _ = handshake_receiver_finish(receiver.handle)
    #expect(try receiver.messages() == ["after all that"])
  }

  @Test func afterTheEnd() throws {
    let receiver = try OpenReceiver()
    _ = handshake_receiver_finish(receiver.handle)
    #expect(receiver.push([0]) == HANDSHAKE_FINISHED)
    #expect(handshake_receiver_finish(receiver.handle) == HANDSHAKE_OK)
    #expect(try receiver.events().allSatisfy { $0.event.kind == HANDSHAKE_LEVEL })
  }

  @Test func whatCannotBeSent() {
    func open(
      _ text: String, protocolName: String? = nil, ceiling: Double = 0, rate: Double = 48_000
    ) -> handshake_status {
      Sent(bytes: Array(text.utf8), protocolName: protocolName, ceilingHertz: ceiling)
        .status(rateHertz: rate)
    }
    #expect(open("hi") == HANDSHAKE_OK)
    #expect(open("hi", rate: 44_100) == HANDSHAKE_OK)
    #expect(open("hi", rate: 768_000) == HANDSHAKE_OK)
    #expect(open("") == HANDSHAKE_BAD_TEXT)
    #expect(open("é", protocolName: "classic") == HANDSHAKE_BAD_TEXT)
    #expect(open("hi", protocolName: "no such") == HANDSHAKE_UNKNOWN_PROTOCOL)
    #expect(
      open(String(repeating: "x", count: 20_000), protocolName: "classic")
        == HANDSHAKE_TEXT_TOO_LONG)
    #expect(open("hi", ceiling: 1000) == HANDSHAKE_NO_PLACEMENT)
    #expect(open("hi", rate: 8000) == HANDSHAKE_NO_PLACEMENT)
    for ceiling in [Double.nan, .infinity, -1] {
      #expect(open("hi", ceiling: ceiling) == HANDSHAKE_BAD_ARGUMENT)
    }
    for rate in [Double.nan, .infinity, 0, -1, 768_001, 1e300] {
      #expect(open("hi", rate: rate) == HANDSHAKE_BAD_RATE)
    }
    #expect(Sent(bytes: [0xFF, 0xFE], protocolName: "burst").status() == HANDSHAKE_BAD_TEXT)
    #expect(Sent(bytes: nil, count: 3).status() == HANDSHAKE_BAD_ARGUMENT)
    #expect(Sent(size: 8).status() == HANDSHAKE_BAD_ARGUMENT)
    // Programs that were compiled before there was a floor go on working.
    let earlier = MemoryLayout<handshake_sending>.size - MemoryLayout<Double>.size
    #expect(Sent(floorHertz: -1, size: earlier).status() == HANDSHAKE_OK)
    #expect(Sent(floorHertz: -1).status() == HANDSHAKE_BAD_ARGUMENT)
    #expect(Sent(rung: -2).status() == HANDSHAKE_BAD_ARGUMENT)
    #expect(Sent(rung: 3).status() == HANDSHAKE_NO_RUNG)
    #expect(Sent(protocolName: "burst", rung: 99).status() == HANDSHAKE_NO_RUNG)
    #expect(Sent(repairPercent: 20).status() == HANDSHAKE_NO_REPAIR)
    #expect(Sent(repairPercent: 101).status() == HANDSHAKE_BAD_ARGUMENT)
    #expect(Sent(copies: 0).status() == HANDSHAKE_BAD_ARGUMENT)
    #expect(Sent(fileName: "a", protocolName: "hop").status() == HANDSHAKE_NO_FILES)
    let longName = String(repeating: "x", count: 5000)
    #expect(Sent(fileName: longName).status() == HANDSHAKE_BAD_ARGUMENT)
    #expect(Sent(protocolName: longName).status() == HANDSHAKE_UNKNOWN_PROTOCOL)
    #expect(Sent().lend { handshake_transmitter_open($0, 48_000, nil) } == HANDSHAKE_BAD_ARGUMENT)
    var transmitter: OpaquePointer?
    #expect(handshake_transmitter_open(nil, 48_000, &transmitter) == HANDSHAKE_BAD_ARGUMENT)
  }
}

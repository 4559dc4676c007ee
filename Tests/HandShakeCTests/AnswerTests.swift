import CHandShake
import HandShakeC
import Testing

/// Two receivers that speak to each other through the C interface.
@Suite struct AnswerTests {
  @Test(arguments: [(nil, 2), ("a.bin", 900)] as [(String?, Int)])
  func whatArrivesIsConfirmed(fileName: String?, byteCount: Int) throws {
    let (sender, listener) = (try SpeakingReceiver(), try SpeakingReceiver())
    #expect(handshake_receiver_answer(listener.receiver.handle, 0, 600) == HANDSHAKE_OK)
    let sent = Sent(bytes: [UInt8](repeating: 0x61, count: byteCount), fileName: fileName)
    let status = sent.lend { handshake_receiver_confirm(sender.receiver.handle, $0, 4) }
    #expect(status == HANDSHAKE_OK)
    try converse(sender, listener, seconds: 30) { sender.kinds.contains(HANDSHAKE_CONFIRMED) }
    #expect(sender.last.kind == HANDSHAKE_CONFIRMED && sender.last.received >= 1)
    #expect(
      listener.kinds.count { $0 == HANDSHAKE_MESSAGE || $0 == HANDSHAKE_FILE } == 1)
    #expect(listener.kinds.contains(HANDSHAKE_ANSWERED))
  }

  @Test func whatWasAnsweredCountsAlsoWhereThatWasEndedMeanwhile() throws {
    let (sender, listener) = (try SpeakingReceiver(), try SpeakingReceiver())
    var ends: [handshake_kind] {
      sender.kinds.filter { $0 == HANDSHAKE_CONFIRMED || $0 == HANDSHAKE_UNCONFIRMED }
    }
    for text in ["one", "two"] {
      for seconds in [0, 0.1] {
        #expect(handshake_receiver_answer(listener.receiver.handle, 0, seconds) == HANDSHAKE_OK)
      }
      let sent = Sent(bytes: Array(text.utf8), protocolName: "hop-quick")
      #expect(
        sent.lend { handshake_receiver_confirm(sender.receiver.handle, $0, 2) } == HANDSHAKE_OK)
      let count = ends.count
      try converse(sender, listener, seconds: 30) { ends.count > count }
    }
    #expect(ends == [HANDSHAKE_CONFIRMED, HANDSHAKE_UNCONFIRMED])
  }

  @Test func withoutAnAnswerItIsNot() throws {
    let (sender, listener) = (try SpeakingReceiver(), try SpeakingReceiver())
    let status = Sent(protocolName: "hop-quick").lend {
      handshake_receiver_confirm(sender.receiver.handle, $0, 0.5)
    }
    #expect(status == HANDSHAKE_OK)
    try converse(sender, listener, seconds: 30) { sender.kinds.contains(HANDSHAKE_UNCONFIRMED) }
    #expect(sender.last.kind == HANDSHAKE_UNCONFIRMED && sender.last.received == 3)
    #expect(sender.last.failure == HANDSHAKE_NO_ANSWER)
  }

  @Test(arguments: [(nil, 2), ("a.bin", 300)] as [(String?, Int)])
  func whatIsItsOwnIsNotAnswered(fileName: String?, byteCount: Int) throws {
    let (sender, listener) = (try SpeakingReceiver(), try SpeakingReceiver())
    #expect(handshake_receiver_answer(sender.receiver.handle, 0, 600) == HANDSHAKE_OK)
    let sent = Sent(bytes: [UInt8](repeating: 0x61, count: byteCount), fileName: fileName)
    #expect(
      sent.lend { handshake_receiver_confirm(sender.receiver.handle, $0, 2) } == HANDSHAKE_OK)
    try converse(sender, listener, seconds: 60) { sender.kinds.contains(HANDSHAKE_UNCONFIRMED) }
    #expect(sender.last.kind == HANDSHAKE_UNCONFIRMED)
    #expect(!sender.kinds.contains(HANDSHAKE_ANSWERED))
  }

  @Test func argumentsThatAreWrong() throws {
    let receiver = try OpenReceiver()
    for seconds in [-1, .nan, 3601] as [Double] {
      #expect(handshake_receiver_answer(receiver.handle, 0, seconds) == HANDSHAKE_BAD_ARGUMENT)
    }
    #expect(handshake_receiver_answer(receiver.handle, 1000, 600) == HANDSHAKE_NO_PLACEMENT)
    #expect(handshake_receiver_answer(nil, 0, 600) == HANDSHAKE_BAD_ARGUMENT)
    func confirm(_ sent: Sent, seconds: Double = 4) -> handshake_status {
      sent.lend { handshake_receiver_confirm(receiver.handle, $0, seconds) }
    }
    #expect(confirm(Sent(), seconds: .nan) == HANDSHAKE_BAD_ARGUMENT)
    #expect(confirm(Sent(protocolName: "classic")) == HANDSHAKE_NO_ANSWERS)
    #expect(confirm(Sent(fileName: "a", rung: 0)) == HANDSHAKE_NO_RUNG)
    #expect(handshake_receiver_confirm(receiver.handle, nil, 4) == HANDSHAKE_BAD_ARGUMENT)
    var speech = OpaquePointer(bitPattern: 8)
    #expect(handshake_receiver_speech(receiver.handle, 48_000, &speech) == HANDSHAKE_OK)
    #expect(speech == nil)
    #expect(handshake_receiver_speech(nil, 48_000, &speech) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_spoken(nil) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_spoken(receiver.handle) == HANDSHAKE_OK)
  }
}

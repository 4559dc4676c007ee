import HandShakeCoding
@testable import HandShakeSealing

extension FuzzTarget {
  /// Envelopes. The first byte selects raw bytes, which must not open, or bytes that somebody with
  /// the secret sealed, in valid or invalid packing.
  static let sealed = bytes(
    "sealed", longest: 700,
    seeds: {
      contents.flatMap { content in
        [0, 1].map { [$0, 2] + Envelope.plain(content, SealingTime(eighths: 9), byteCount: 40) }
      }
    }
  ) { input in
    var bytes = FuzzBytes(input)
    let isSealed = bytes.byte() & 1 != 0
    let contentNumber = bytes.byte()
    let rest = bytes.rest()
    guard isSealed else {
      precondition(keyring.open(rest, contentNumber: contentNumber) == nil)
      return
    }
    let envelope = fuzzSecret.sealed(rest, contentNumber: contentNumber)
    precondition(fuzzSecret.open(envelope, contentNumber: contentNumber ^ 1) == nil)
    guard let (message, room) = keyring.open(envelope, contentNumber: contentNumber) else {
      precondition(Envelope.content(of: rest) == nil)
      return
    }
    precondition(room.secret == fuzzSecret && !message.content.bytes.isEmpty)
    let again = try? fuzzSecret.seal(
      message.content, at: message.time, contentNumber: contentNumber, filling: envelope.count)
    precondition(again == envelope)
  }

  private static let contents = [
    SealedContent.text(Array("gate 7".utf8)), .text(Array("[B]".utf8)), .text(Array("é".utf8)),
    .text([UInt8](repeating: 120, count: 256)), .file([1, 97] + [UInt8](repeating: 5, count: 32)),
  ]

  /// Derived once, because it takes as long as 20,000 executions.
  private static let fuzzSecret = derived("platform four")

  private static let keyring: Keyring = {
    let rooms = ["platform five", "platform four"].map {
      Keyring.Room(name: $0, secret: derived($0))
    }
    guard let keyring = try? Keyring(rooms) else { preconditionFailure("two are few") }
    return keyring
  }()

  private static func derived(_ passphrase: String) -> Secret {
    guard let secret = try? Secret(passphrase: Array(passphrase.utf8)) else {
      preconditionFailure("\(passphrase) is a passphrase")
    }
    return secret
  }

  /// A list of seen messages. A list that was read and written reads the same again.
  static let replayMemory = bytes("replay-memory", seeds: { [ReplayMemory().bytes] }) { input in
    guard let memory = ReplayMemory(bytes: Array(input)) else { return }
    // The same holds for a memory without times.
    precondition(ReplayMemory(bytes: memory.bytes) == memory)
  }
}

import CHandShake
import Glibc
import HandShakeC
import HandShakeCatalog
import HandShakeCoding
import HandShakeModem
import HandShakeSealing
import Testing

/// Sealed texts and files through the C interface.
@Suite struct SealedTests {
  @Test(arguments: ["hop", "burst"])
  func aSealedTextArrives(protocolName: String) throws {
    let (home, lab) = (try OwnedSecret("platform four"), try OwnedSecret("platform five"))
    let receiver = try OpenReceiver()
    #expect(receiver.unseal([lab, home], rooms: ["lab", "home"]) == HANDSHAKE_OK)
    let before = Double(time(nil))
    try receiver.hear(samples(of: "sealed, C", sealedWith: home, protocolName: protocolName))
    let found = try #require(try receiver.ends().first)
    #expect(found.kind == HANDSHAKE_MESSAGE && found.text == "sealed, C")
    #expect(found.isSealed && found.room == "home")
    #expect((before - 1...Double(time(nil)) + 1).contains(found.sealedSeconds))
  }

  @Test func aSecretMayGoBeforeItsReceiver() throws {
    let receiver = try OpenReceiver()
    let sound: [Float]
    do {
      let secret = try OwnedSecret("platform four")
      #expect(receiver.unseal([secret]) == HANDSHAKE_OK)
      sound = try samples(of: "later", sealedWith: secret, protocolName: "burst")
    }
    try receiver.hear(sound)
    let found = try #require(try receiver.ends().first)
    #expect(found.text == "later" && found.isSealed && found.room == nil)
  }

  @Test func whatIsRefused() throws {
    let (home, lab) = (try OwnedSecret("platform four"), try OwnedSecret("platform five"))
    let sealed = try samples(of: "sealed", sealedWith: home, protocolName: "burst")
    let clear = try samples(of: "in clear", protocolName: "burst")
    let now = Int64(time(nil))
    let old = try samples(.text(Array("old".utf8)), sealedAt: now - 700)
    // One message, as it is sealed for two protocols.
    let copies = try ["burst", "hop"].map {
      try samples(.text(Array("once".utf8)), sealedAt: now, protocolName: $0)
    }

    func failures(
      _ secrets: [OwnedSecret], _ sounds: [[Float]], age: Double = 600, alsoUnsealed: Bool = false
    ) throws -> [handshake_failure] {
      let receiver = try OpenReceiver()
      if !secrets.isEmpty {
        #expect(
          receiver.unseal(secrets, greatestAge: age, alsoUnsealed: alsoUnsealed) == HANDSHAKE_OK)
      }
      for sound in sounds {
        #expect(receiver.push(sound) == HANDSHAKE_OK)
        #expect(receiver.push([Float](repeating: 0, count: 24_000)) == HANDSHAKE_OK)
      }
      #expect(handshake_receiver_finish(receiver.handle) == HANDSHAKE_OK)
      let ends = try receiver.ends()
      #expect(ends.allSatisfy { ($0.text == nil) == ($0.kind == HANDSHAKE_FAILED) })
      return ends.map(\.failure)
    }
    let none = HANDSHAKE_NO_FAILURE
    #expect(try failures([], [sealed, clear]) == [HANDSHAKE_NO_SECRET, none])
    #expect(
      try failures([lab], [sealed, clear]) == [HANDSHAKE_OTHER_SECRET, HANDSHAKE_NOT_SEALED])
    #expect(try failures([home], [sealed, clear], alsoUnsealed: true) == [none, none])
    #expect(try failures([home], [old, sealed]) == [HANDSHAKE_TOO_OLD, none])
    #expect(try failures([home], [old], age: 1000) == [none])
    #expect(try failures([home], [old], age: HANDSHAKE_USUAL_AGE) == [HANDSHAKE_TOO_OLD])
    let oldFile = try #require(
      CarriedFile(
        name: [0x61], digest: SHA256.digest(of: [0x61]), bytes: [0x61]))
    let fileSound = try samples(.file(oldFile), sealedAt: now - 7000)
    #expect(try failures([home], [fileSound], age: HANDSHAKE_USUAL_AGE) == [none])
    #expect(try failures([home], copies) == [none, HANDSHAKE_REPLAYED])
    let recorded = try failures([home], copies + [old], age: HANDSHAKE_RECORDING)
    #expect(recorded == [none, none, none])
    // At any age, and once.
    let patient = try failures([home], copies + [old], age: .infinity)
    #expect(patient == [none, HANDSHAKE_REPLAYED, none])
  }

  @Test func noSecretsTakeAllAwayAndLeaveTheMemory() throws {
    let home = try OwnedSecret("platform four")
    let receiver = try OpenReceiver()
    let now = Int64(time(nil))
    let once = try ["burst", "hop"].map {
      try samples(.text(Array("once".utf8)), sealedAt: now, protocolName: $0)
    }
    let others = try ["one", "two"].map {
      try samples(of: $0, sealedWith: home, protocolName: "burst")
    }
    let clear = try samples(of: "in clear", protocolName: "burst")
    func failures(_ sounds: [Float]...) throws -> [handshake_failure] {
      for sound in sounds {
        try #require(receiver.push(sound) == HANDSHAKE_OK)
        try #require(receiver.push([Float](repeating: 0, count: 24_000)) == HANDSHAKE_OK)
      }
      return try receiver.ends().map(\.failure)
    }
    let none = HANDSHAKE_NO_FAILURE
    #expect(receiver.unseal([home]) == HANDSHAKE_OK)
    #expect(try failures(once[0], clear) == [none, HANDSHAKE_NOT_SEALED])
    #expect(receiver.unseal([]) == HANDSHAKE_OK)
    #expect(try failures(others[0], clear) == [HANDSHAKE_NO_SECRET, none])
    #expect(receiver.unseal([home]) == HANDSHAKE_OK)
    #expect(try failures(once[1], others[1]) == [HANDSHAKE_REPLAYED, none])
  }

  @Test func aSealedFileArrives() throws {
    let bytes = Array("abc".utf8)
    // FIPS 180-4, the example of one block.
    let digest: [UInt8] = [
      0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40, 0xDE, 0x5D, 0xAE, 0x22,
      0x23,
      0xB0, 0x03, 0x61, 0xA3, 0x96, 0x17, 0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15,
      0xAD,
    ]
    let file = try #require(
      CarriedFile(name: Array("note.txt".utf8), digest: digest, bytes: bytes))
    let receiver = try OpenReceiver()
    #expect(receiver.unseal([try OwnedSecret("platform four")]) == HANDSHAKE_OK)
    try receiver.hear(samples(.file(file), sealedAt: Int64(time(nil))))
    let found = try #require(try receiver.ends().first)
    #expect(found.kind == HANDSHAKE_FILE && found.text == "abc" && found.isSealed)
  }

  @Test func generatedSecretsAndFingerprints() throws {
    var words = [CChar](repeating: 1, count: Int(HANDSHAKE_GENERATED_SECRET_SIZE))
    #expect(handshake_secret_generate(&words) == HANDSHAKE_OK)
    #expect(words.last == 0 && !words.dropLast().contains(0))
    #expect(handshake_secret_generate(nil) == HANDSHAKE_BAD_ARGUMENT)
    let text = String(decoding: words.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (one, same, other) = (
      try OwnedSecret(text), try OwnedSecret(text), try OwnedSecret("platform four")
    )
    func fingerprint(_ secret: OwnedSecret) -> String? {
      handshake_secret_fingerprint(secret.handle).map { String(cString: $0) }
    }
    #expect(fingerprint(one)?.utf8.count == 5)
    #expect(fingerprint(one) == fingerprint(same) && fingerprint(one) != fingerprint(other))
    #expect(handshake_secret_fingerprint(nil) == nil)
  }

  @Test func wordsThatAreNoSecret() {
    func create(_ words: [UInt8]) -> handshake_status {
      var secret = OpaquePointer(bitPattern: 8)
      let status = words.withUnsafeBytes {
        handshake_secret_create(
          $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, &secret)
      }
      #expect((secret == nil) == (status != HANDSHAKE_OK))
      handshake_secret_destroy(secret)
      return status
    }
    #expect(create(Array(" platform four\n".utf8)) == HANDSHAKE_OK)
    #expect(create(Array("bahog-hijol-mokor-suloz-nodor".utf8)) == HANDSHAKE_OK)
    #expect(create(Array("bahog-hijol-mokor-suloz-nodot".utf8)) == HANDSHAKE_SECRET_MISTYPED)
    #expect(create(Array("abc".utf8)) == HANDSHAKE_SECRET_TOO_SHORT)
    #expect(create(Array("     ".utf8)) == HANDSHAKE_SECRET_TOO_SHORT)
    #expect(create([UInt8](repeating: 97, count: 1025)) == HANDSHAKE_SECRET_TOO_LONG)
    #expect(create([UInt8](repeating: 97, count: 1 << 20 + 1)) == HANDSHAKE_SECRET_TOO_LONG)
    #expect(create([UInt8](repeating: 0xFF, count: 20)) == HANDSHAKE_SECRET_NOT_TEXT)
    #expect(create(Array("platform\0four".utf8)) == HANDSHAKE_SECRET_NOT_TEXT)
    var secret: OpaquePointer?
    #expect(handshake_secret_create(nil, 0, &secret) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_secret_create("platform four", -1, &secret) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_secret_create("platform four", 13, nil) == HANDSHAKE_BAD_ARGUMENT)
    handshake_secret_destroy(nil)
  }

  @Test func argumentsThatAreWrong() throws {
    let secret = try OwnedSecret("platform four")
    let receiver = try OpenReceiver()
    #expect(receiver.unseal([OwnedSecret](repeating: secret, count: 16)) == HANDSHAKE_OK)
    #expect(
      receiver.unseal([OwnedSecret](repeating: secret, count: 17)) == HANDSHAKE_BAD_ARGUMENT)
    for age in [Double.nan, -3, -Double.infinity] {
      #expect(receiver.unseal([secret], greatestAge: age) == HANDSHAKE_BAD_ARGUMENT)
    }
    #expect(receiver.unseal([]) == HANDSHAKE_OK)
    #expect(handshake_receiver_unseal(receiver.handle, nil, nil, 0, 600, 0) == HANDSHAKE_OK)
    #expect(receiver.unseal([], greatestAge: -3) == HANDSHAKE_BAD_ARGUMENT)
    let missing: [OpaquePointer?] = [secret.handle, nil]
    #expect(
      handshake_receiver_unseal(receiver.handle, missing, nil, 2, 600, 0) == HANDSHAKE_BAD_ARGUMENT)
    #expect(
      handshake_receiver_unseal(receiver.handle, missing, nil, -1, 600, 0)
        == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_unseal(nil, missing, nil, 1, 600, 0) == HANDSHAKE_BAD_ARGUMENT)
    #expect(
      handshake_receiver_unseal(receiver.handle, nil, nil, 1, 600, 0) == HANDSHAKE_BAD_ARGUMENT)

    var seal = handshake_seal()
    #expect(handshake_receiver_seal(nil, &seal) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_seal(receiver.handle, nil) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_receiver_seal(receiver.handle, &seal) == HANDSHAKE_OK)
    #expect(seal.sealed == 0 && seal.room == nil && seal.sealed_seconds.isNaN)

    func open(_ text: String, _ name: String?) -> handshake_status {
      Sent(bytes: Array(text.utf8), protocolName: name, secret: secret.handle).status()
    }
    #expect(open("hi", nil) == HANDSHAKE_OK)
    #expect(open("", nil) == HANDSHAKE_BAD_TEXT)
    #expect(open("hi", "classic") == HANDSHAKE_NO_SEALING)
  }
}

/// The samples of what is sealed with `platform four` at a time in seconds since 1970.
private func samples(
  _ content: TransmittedContent, sealedAt seconds: Int64, protocolName: String = "burst"
) throws -> [Float] {
  let chosen = try ProtocolCatalog.find(protocolName)
  var transmitter = try Transmitter(
    content.sealed(
      with: Secret(passphrase: Array("platform four".utf8)),
      at: SealingTime(secondsSince1970: seconds)),
    protocol: chosen, placement: #require(chosen.placement(belowHertz: 20_000)),
    sampleRateHertz: 48_000, identity: UInt16(truncatingIfNeeded: seconds))
  var samples = [Float](repeating: 0, count: transmitter.sampleCount)
  _ = samples.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
  return samples
}

/// A message, file or failure, with its seal.
private struct End {
  var kind: handshake_kind
  var failure: handshake_failure
  var text: String?
  var isSealed: Bool
  var room: String?
  var sealedSeconds: Double
}

extension OpenReceiver {
  fileprivate func unseal(
    _ secrets: [OwnedSecret], rooms: [StaticString]? = nil, greatestAge: Double = 600,
    alsoUnsealed: Bool = false
  ) -> handshake_status {
    let handles: [OpaquePointer?] = secrets.map(\.handle)
    let names: [UnsafePointer<CChar>?]? = rooms?.map {
      UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    let also: Int32 = alsoUnsealed ? 1 : 0
    guard let names else {
      return handshake_receiver_unseal(handle, handles, nil, handles.count, greatestAge, also)
    }
    return handshake_receiver_unseal(handle, handles, names, handles.count, greatestAge, also)
  }

  fileprivate func hear(_ samples: [Float]) throws {
    try #require(push(samples) == HANDSHAKE_OK)
    try #require(handshake_receiver_finish(handle) == HANDSHAKE_OK)
  }

  /// The messages, files and failures that wait.
  fileprivate func ends() throws -> [End] {
    var found: [End] = []
    var (event, seal) = (handshake_event(), handshake_seal())
    while true {
      try #require(handshake_receiver_poll(handle, &event) == HANDSHAKE_OK)
      try #require(handshake_receiver_seal(handle, &seal) == HANDSHAKE_OK)
      if event.kind == HANDSHAKE_NONE { return found }
      guard [HANDSHAKE_MESSAGE, HANDSHAKE_FILE, HANDSHAKE_FAILED].contains(event.kind) else {
        #expect(seal.sealed == 0)
        continue
      }
      found.append(
        End(
          kind: event.kind, failure: event.failure, text: event.text.map { String(cString: $0) },
          isSealed: seal.sealed != 0, room: seal.room.map { String(cString: $0) },
          sealedSeconds: seal.sealed_seconds))
    }
  }
}

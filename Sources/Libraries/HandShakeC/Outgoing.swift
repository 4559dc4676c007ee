import CHandShake
import Catalog
import Coding
import Modem
import Sealing

/// What a `handshake_sending` says.
struct Outgoing {
  /// The text or file in clear.
  let content: TransmittedContent
  let secret: Secret?
  let modemProtocol: ModemProtocol
  /// Whether the caller named the protocol.
  let isProtocolNamed: Bool
  let rung: Int?
  let repairPercent: Int
  let copies: Int
  private let ceilingHertz: Double?

  private static let mostCopies: Int32 = 100

  init(_ sending: UnsafePointer<handshake_sending>?) throws(StatusError) {
    guard let sending, Arguments.isAligned(sending, as: handshake_sending.self),
      sending.pointee.size == MemoryLayout<handshake_sending>.size
    else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    let said = sending.pointee
    guard let start = said.bytes, said.length >= 0, said.ceiling_hertz >= 0,
      said.ceiling_hertz.isFinite, said.rung >= -1, 0...100 ~= said.repair_percent,
      1...Self.mostCopies ~= said.copies
    else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    guard said.length <= Arguments.longestText else { throw StatusError(HANDSHAKE_TEXT_TOO_LONG) }
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: said.length))
    if let name = said.file_name {
      let file = CarriedFile(
        name: try Arguments.bytes(of: name, orElse: HANDSHAKE_BAD_ARGUMENT),
        digest: SHA256.digest(of: bytes), bytes: bytes)
      guard let file else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
      content = .file(file)
    } else {
      content = .text(bytes)
    }
    isProtocolNamed = said.protocol != nil
    modemProtocol =
      if let name = said.protocol {
        try Arguments.find(name)
      } else {
        try Arguments.find(named: said.file_name == nil ? "hop" : "burst")
      }
    secret = said.secret.map { SecretHandle.secret($0) }
    rung = said.rung < 0 ? nil : Int(said.rung)
    repairPercent = Int(said.repair_percent)
    copies = Int(said.copies)
    ceilingHertz = said.ceiling_hertz == 0 ? nil : said.ceiling_hertz
  }

  /// A transmitter of it for samples at `rateHertz`.
  func transmitter(rateHertz: Double) throws(StatusError) -> Transmitter {
    let placement = try placement(of: modemProtocol, rateHertz: rateHertz)
    do throws(TransmitterError) {
      return try Transmitter(
        try message(by: modemProtocol, nil), placement: placement, sampleRateHertz: rateHertz)
    } catch {
      throw StatusError(handshake_status(error))
    }
  }

  /// Where it is sent by one of its protocols.
  func placement(of modemProtocol: ModemProtocol, rateHertz: Double) throws(StatusError)
    -> Placement
  {
    try Arguments.placement(of: modemProtocol, ceilingHertz: ceilingHertz, rateHertz: rateHertz)
  }

  /// What sends it until it is confirmed.
  func confirming(waitSeconds: Double) throws(StatusError) -> Confirming {
    guard let confirmed = ConfirmedContent(content, secret: secret) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    do throws(TransmitterError) {
      if case .file = content {
        let rounds = try confirmed.rounds(protocol: modemProtocol)
        guard let placement = modemProtocol.placements.first else { throw .noAnswers }
        return Confirming(
          outgoing: self, protocols: [modemProtocol],
          exchange: .rounds(
            try confirmed.exchange(
              rounds, rung: rung, placement: placement, waitSeconds: waitSeconds)))
      }
      let message = try message(by: modemProtocol, confirmed)
      var others: [Int: EncodedMessage] = [:]
      let names = ConfirmedContent.usualProtocolNames
      var protocols = [ModemProtocol](repeating: modemProtocol, count: names.count)
      if !isProtocolNamed {
        for (index, name) in names.enumerated() {
          guard let other = ProtocolCatalog.builtIn.first(where: { $0.name == name }),
            let message = try? self.message(by: other, confirmed)
          else { continue }
          (others[index], protocols[index]) = (message, other)
        }
      }
      return Confirming(
        outgoing: self, protocols: protocols,
        exchange: .message(
          confirmed.exchange(message, others: others, waitSeconds: waitSeconds)))
    } catch {
      throw StatusError(handshake_status(error))
    }
  }

  /// Its frames by a protocol, which ask for an answer where it is to be confirmed.
  private func message(
    by modemProtocol: ModemProtocol, _ confirmed: ConfirmedContent?
  ) throws(TransmitterError) -> EncodedMessage {
    var sent = content
    if let secret {
      sent = try content.sealed(with: secret, at: confirmed?.sealingTime ?? SealedClock.now)
    }
    return try EncodedMessage(
      sent, protocol: modemProtocol, identity: confirmed?.identity ?? .random(in: 0 ... .max),
      copies: confirmed == nil ? copies : 1, pace: rung.map { .rung($0) } ?? .automatic,
      repairPercent: confirmed == nil ? repairPercent : 0, wantsAnswer: confirmed != nil)
  }
}

import CHandShake
import HandShake
import HandShakeCatalog
import HandShakeCoding
import HandShakeModem
import HandShakeSealing

extension Outgoing {
  private static let mostCopies: Int32 = 100

  /// The content of a `handshake_sending`.
  init(_ sending: UnsafePointer<handshake_sending>?) throws(StatusError) {
    // A program compiled with an earlier header has no floor at the end of the structure.
    let size = MemoryLayout<handshake_sending>.size
    guard let sending, Arguments.isAligned(sending, as: handshake_sending.self),
      [size, size - MemoryLayout<Double>.size].contains(sending.pointee.size)
    else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    var said = handshake_sending()
    withUnsafeMutableBytes(of: &said) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: sending, count: sending.pointee.size))
    }
    guard let start = said.bytes, said.length >= 0, said.ceiling_hertz >= 0,
      said.ceiling_hertz.isFinite, said.floor_hertz >= 0, said.floor_hertz.isFinite,
      said.rung >= -1, 0...100 ~= said.repair_percent,
      1...Self.mostCopies ~= said.copies
    else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    guard said.length <= Arguments.longestText else { throw StatusError(HANDSHAKE_TEXT_TOO_LONG) }
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: said.length))
    let content: TransmittedContent
    if let name = said.file_name {
      let file = CarriedFile(
        name: try Arguments.bytes(of: name, orElse: HANDSHAKE_BAD_ARGUMENT),
        digest: SHA256.digest(of: bytes), bytes: bytes)
      guard let file else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
      content = .file(file)
    } else {
      content = .text(bytes)
    }
    let modemProtocol =
      if let name = said.protocol {
        try Arguments.find(name)
      } else {
        try Arguments.find(named: said.file_name == nil ? "hop" : "burst")
      }
    self.init(
      content, by: modemProtocol, isProtocolChosen: said.protocol != nil,
      secret: said.secret.map { SecretHandle.at($0).secret })
    pace = said.rung < 0 ? .automatic : .rung(Int(said.rung))
    repairPercent = Int(said.repair_percent)
    copies = Int(said.copies)
    ceilingHertz = said.ceiling_hertz == 0 ? nil : said.ceiling_hertz
    floorHertz = said.floor_hertz == 0 ? Outgoing.usualFloorHertz : said.floor_hertz
  }
}

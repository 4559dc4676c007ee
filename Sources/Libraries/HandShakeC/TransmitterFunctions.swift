import CHandShake
import Catalog
import Modem
import Sealing

/// What a `handshake_transmitter` points to.
private final class TransmitterHandle {
  var transmitter: Transmitter

  init(_ transmitter: consuming Transmitter) { self.transmitter = transmitter }
}

/// `handshake_transmitter_open`
@_cdecl("handshake_transmitter_open")
public func transmitterOpen(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ name: UnsafePointer<CChar>?, _ ceiling: Double,
  _ rate: Double, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    try open(text, length, nil, name, ceiling, rate, result)
  }
}

/// `handshake_transmitter_open_sealed`
@_cdecl("handshake_transmitter_open_sealed")
public func transmitterOpenSealed(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ secret: OpaquePointer?,
  _ name: UnsafePointer<CChar>?, _ ceiling: Double, _ rate: Double,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    if let result, Arguments.isAligned(result, as: OpaquePointer.self) { result.pointee = nil }
    guard let secret else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    try open(text, length, SecretHandle.secret(secret), name, ceiling, rate, result)
  }
}

/// Opens a transmitter of a text, sealed where there is a secret.
private func open(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ secret: Secret?, _ name: UnsafePointer<CChar>?,
  _ ceiling: Double, _ rate: Double, _ result: UnsafeMutablePointer<OpaquePointer?>?
) throws(StatusError) {
  guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
    throw StatusError(HANDSHAKE_BAD_ARGUMENT)
  }
  result.pointee = nil
  guard let text, length >= 0, ceiling >= 0, ceiling.isFinite else {
    throw StatusError(HANDSHAKE_BAD_ARGUMENT)
  }
  guard length <= Arguments.longestText else { throw StatusError(HANDSHAKE_TEXT_TOO_LONG) }
  guard rate > 0, rate <= Arguments.highestRateHertz else {
    throw StatusError(HANDSHAKE_BAD_RATE)
  }
  let bytes = Array(UnsafeRawBufferPointer(start: text, count: length))
  let chosen = if let name { try Arguments.find(name) } else { try Arguments.find("hop") }
  let handle = TransmitterHandle(
    try transmitter(
      bytes, secret, chosen, ceilingHertz: ceiling == 0 ? nil : ceiling, rateHertz: rate))
  result.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
}

private func transmitter(
  _ bytes: [UInt8], _ secret: Secret?, _ chosen: ModemProtocol, ceilingHertz: Double?,
  rateHertz: Double
) throws(StatusError) -> Transmitter {
  let ceiling = min(
    ceilingHertz ?? chosen.assumedCeilingHertz(sampleRateHertz: rateHertz),
    ModemProtocol.highestHertz(sampleRateHertz: rateHertz))
  guard let placement = chosen.placement(belowHertz: ceiling) else {
    throw StatusError(HANDSHAKE_NO_PLACEMENT)
  }
  do throws(TransmitterError) {
    let text = TransmittedContent.text(bytes)
    let content = if let secret { try text.sealed(with: secret) } else { text }
    return try Transmitter(
      content, protocol: chosen, placement: placement, sampleRateHertz: rateHertz,
      identity: .random(in: 0 ... .max))
  } catch {
    throw StatusError(handshake_status(error))
  }
}

/// `handshake_transmitter_sample_count`
@_cdecl("handshake_transmitter_sample_count")
public func transmitterSampleCount(_ transmitter: OpaquePointer?) -> UInt64 {
  guard let transmitter else { return 0 }
  return UInt64(handle(transmitter).transmitter.sampleCount)
}

/// `handshake_transmitter_read`
@_cdecl("handshake_transmitter_read")
public func transmitterRead(
  _ transmitter: OpaquePointer?, _ samples: UnsafeMutablePointer<Float>?, _ capacity: Int,
  _ written: UnsafeMutablePointer<Int>?
) -> handshake_status {
  guard let transmitter, let written, Arguments.isAligned(written, as: Int.self),
    Arguments.isBlock(samples, count: capacity)
  else { return HANDSHAKE_BAD_ARGUMENT }
  written.pointee =
    capacity == 0
    ? 0
    : handle(transmitter).transmitter.read(
      into: UnsafeMutableBufferPointer(start: samples, count: capacity))
  return HANDSHAKE_OK
}

/// `handshake_transmitter_close`
@_cdecl("handshake_transmitter_close")
public func transmitterClose(_ transmitter: OpaquePointer?) {
  guard let transmitter else { return }
  Unmanaged<TransmitterHandle>.fromOpaque(UnsafeRawPointer(transmitter)).release()
}

private func handle(_ pointer: OpaquePointer) -> TransmitterHandle {
  Unmanaged<TransmitterHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}
